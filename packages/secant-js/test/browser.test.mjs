// The package in headless Chromium.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { flavours } from "secant-js";
import { WIDE_ARITHMETIC, executablePath, withPage } from "./chromium.mjs";

const switches = { mvp: [], wide: [WIDE_ARITHMETIC] };
const skip = executablePath === undefined && "there is no Chromium here (CHROMIUM says where it is)";

describe("Chromium", () => {
  for (const flavour of flavours) {
    it(`runs the flavour ${flavour}`, { skip }, async (test) => {
      await withPage("packages/secant-js/test/browser/page.html", switches[flavour], async (page) => {
        const report = await page.evaluate((flavour) => globalThis.run(flavour), flavour);
        if (report.missing) {
          test.skip(`this Chromium has no ${flavour} instructions`);
          return;
        }
        assert.deepEqual(report.failures, []);
        assert.ok(report.passed >= 25, `${report.passed}`);
        assert.equal(report.flavour, flavour);
      });
    });
  }
});
