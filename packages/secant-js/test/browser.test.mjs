// The package in headless Chromium, from a server of this process. `CHROMIUM` is the program, if it is elsewhere.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { flavours } from "secant-js";

const paths = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = paths.find((path) => path !== undefined && existsSync(path));

const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json" };
const repository = new URL("../../../", import.meta.url);

/** Serves the files of the repository, and nothing above it. */
function serve(request, response) {
  const { pathname } = new URL(request.url, "http://localhost");
  const url = new URL(`.${pathname}`, repository);
  if (!url.href.startsWith(repository.href)) {
    response.writeHead(403).end();
    return;
  }
  readFile(url).then(
    (bytes) => response.writeHead(200, { "content-type": types[extname(fileURLToPath(url))] ?? "application/octet-stream" }).end(bytes),
    () => response.writeHead(404).end(),
  );
}

/** Chromium's switches for an engine with and without wide arithmetic, where that is not there by itself. */
const engines = { mvp: [], wide: ["--js-flags=--wasm-wide-arithmetic"] };

describe("Chromium", { skip: executablePath === undefined && "there is no Chromium here" }, () => {
  let server;
  let origin;
  before(async () => {
    server = createServer(serve);
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${server.address().port}`;
  });
  after(() => server.close());

  for (const flavour of flavours) {
    it(`runs the flavour ${flavour}`, async (test) => {
      const profile = await mkdtemp(join(tmpdir(), "secant-js-"));
      const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", ...engines[flavour]];
      const context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args });
      try {
        const page = await context.newPage();
        await page.goto(`${origin}/packages/secant-js/test/browser/page.html`);
        const report = await page.evaluate((flavour) => globalThis.run(flavour), flavour);
        if (report.missing) {
          test.skip(`this Chromium has no ${flavour} instructions`);
          return;
        }
        assert.deepEqual(report.failures, []);
        assert.ok(report.passed >= 15, `${report.passed}`);
        assert.equal(report.flavour, flavour);
      } finally {
        await context.close();
        await rm(profile, { recursive: true, force: true });
      }
    });
  }
});
