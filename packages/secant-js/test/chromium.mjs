// Headless Chromium with a page of this repository. `CHROMIUM` is the program, if it is elsewhere.

import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const paths = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The program, if there is one. */
export const executablePath = paths.find((path) => path !== undefined && existsSync(path));

/** What has Chromium run instructions that it keeps behind a switch. */
export const WIDE_ARITHMETIC = "--js-flags=--wasm-wide-arithmetic";

const SWITCHES = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

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
  const type = types[extname(fileURLToPath(url))] ?? "application/octet-stream";
  readFile(url).then(
    (bytes) => response.writeHead(200, { "content-type": type }).end(bytes),
    () => response.writeHead(404).end(),
  );
}

/** Opens a page, whose path is that in the repository, in a browser of its own. */
export async function withPage(path, switches, use) {
  const server = createServer(serve);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const profile = await mkdtemp(join(tmpdir(), "secant-js-"));
  const args = [...SWITCHES, ...switches];
  try {
    const context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args });
    try {
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${server.address().port}/${path}`);
      return await use(page, context.browser());
    } finally {
      await context.close();
    }
  } finally {
    server.close();
    await rm(profile, { recursive: true, force: true });
  }
}
