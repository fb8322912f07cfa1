// secant-js beside other packages, in one thread: the same inputs, results compared first, samples in turns.
//
//     npm run bench -- [FILTER] [--quick] [--json]
//
// In the folder above, after `npm run build` there and `npm ci` here. Medians.

import os from "node:os";
import { rows } from "./rows.mjs";

const args = process.argv.slice(2);
const flags = new Set(args.filter((arg) => arg.startsWith("--")));
const unknown = [...flags].find((flag) => !["--quick", "--json"].includes(flag));
if (unknown !== undefined) {
  console.error(`there is no option ${unknown}`);
  process.exit(2);
}
const filters = args.filter((arg) => !arg.startsWith("--"));
/** Samples of each column, and the least milliseconds of one. */
const [SAMPLES, SAMPLE] = flags.has("--quick") ? [9, 20] : [25, 60];

const now = () => performance.now();
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** Runs so often that a sample is long enough: milliseconds a run. */
async function sample(run, count) {
  const start = now();
  for (let i = 0; i < count; i++) {
    const result = run();
    if (result instanceof Promise) {
      await result;
    }
  }
  return (now() - start) / count;
}

/** The medians of all columns of a row, in milliseconds. */
async function measure({ name, columns }) {
  const results = new Map();
  const measured = [];
  for (const { library, run, result } of columns) {
    results.set(library, await result());
    // To have it compiled by the best compiler of the engine.
    for (const start = now(); now() - start < 10 * SAMPLE; ) {
      await sample(run, 1);
    }
    const once = await sample(run, 1);
    measured.push({ library, run, count: Math.max(1, Math.ceil(SAMPLE / once)), samples: [] });
  }
  const [[, expected]] = results;
  for (const [library, found] of results) {
    if (found !== expected) {
      throw new Error(`${name}: ${library} computes something else:\n${found}\n${expected}`);
    }
  }
  for (let i = 0; i < SAMPLES; i++) {
    for (const column of measured) {
      column.samples.push(await sample(column.run, column.count));
    }
  }
  return Object.fromEntries(measured.map(({ library, samples }) => [library, median(samples)]));
}

const format = (ms) => (ms === undefined ? "" : ms >= 1000 ? `${(ms / 1000).toPrecision(3)} s` : ms >= 1 ? `${ms.toPrecision(3)} ms` : `${(ms * 1000).toPrecision(3)} µs`);
const isOurs = (library) => library.startsWith("secant");

const medians = [];
for await (const row of rows((name) => filters.every((filter) => name.includes(filter)))) {
  process.stderr.write(`${row.name}\n`);
  medians.push({ name: row.name, columns: await measure(row) });
}
const machine = `Node ${process.version}, ${os.cpus()[0]?.model.trim()}, ${os.cpus().length} cores`;
if (flags.has("--json")) {
  console.log(JSON.stringify({ machine, rows: medians }, null, 1));
} else {
  const libraries = [...new Set(medians.flatMap(({ columns }) => Object.keys(columns)))];
  console.log(`${machine}\n`);
  console.log(`| row | ${libraries.join(" | ")} | fastest other / secant |`);
  console.log(`|---|${"---:|".repeat(libraries.length + 1)}`);
  for (const { name, columns } of medians) {
    const least = (keep) => Math.min(...Object.keys(columns).filter(keep).map((library) => columns[library]));
    const ratio = least((library) => !isOurs(library)) / least(isOurs);
    const cells = libraries.map((library) => format(columns[library]));
    console.log(`| ${name} | ${cells.join(" | ")} | ${Number.isFinite(ratio) ? `${ratio.toFixed(2)}x` : ""} |`);
  }
}
process.exit(0);
