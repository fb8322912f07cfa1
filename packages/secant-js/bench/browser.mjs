// The flavours beside each other in headless Chromium, which has wide arithmetic behind a switch.
//
//     npm run bench:browser           in the folder above, after `npm run build`

import os from "node:os";
import { WIDE_ARITHMETIC, executablePath, withPage } from "../test/chromium.mjs";

if (executablePath === undefined) {
  console.error("there is no Chromium here: CHROMIUM says where it is");
  process.exit(2);
}
await withPage("packages/secant-js/bench/browser/page.html", [WIDE_ARITHMETIC], async (page, browser) => {
  const { flavours, rows } = await page.evaluate(() => globalThis.measure());
  const version = browser?.version() ?? (await page.evaluate(() => navigator.userAgent.match(/Chrome\/([\d.]+)/)?.[1]));
  console.log(`Chromium ${version}, ${os.cpus()[0]?.model.trim()}, ${os.cpus().length} cores; medians, in milliseconds\n`);
  console.log(`| row | ${flavours.join(" | ")} |`);
  console.log(`|---|${"---:|".repeat(flavours.length)}`);
  for (const { name, medians } of rows) {
    console.log(`| ${name} | ${medians.map((ms) => ms.toPrecision(3)).join(" | ")} |`);
  }
});
