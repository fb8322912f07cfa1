// The rows of all flavours that this engine runs: the same inputs, results compared first, samples in turns.

import { load, supportedFlavours } from "../../dist/browser.js";

const SAMPLES = 15;
/** Milliseconds of a sample, at least; clocks of browsers are coarse. */
const SAMPLE = 60;

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

function rowsOf(library) {
  const rows = {};
  for (const { name, order, G1, G2, pairing } of [library.bls12_381, library.bn254]) {
    const scalar = (i) => (BigInt(i + 3) ** 200n) % order;
    const points = Array.from({ length: 1000 }, (_, i) => G1.fromBytes(G1.generator.multiply(scalar(i)).toBytes()));
    const scalars = points.map((_, i) => scalar(i + 5000));
    const q = G2.generator.multiply(scalar(7));
    rows[`${name} pairing`] = () => pairing(points[0], q);
    rows[`${name} G1 multiplication`] = () => points[1].multiply(scalars[1]);
    rows[`${name} G1 msm of 1000`] = () => G1.msm(points, scalars);
  }
  const key = Uint8Array.from("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798".match(/../g), (x) => Number.parseInt(x, 16));
  const signature = new Uint8Array(64).fill(1);
  rows["secp256k1 ecdsa verification"] = () => library.secp256k1.verify(signature, key, key);
  return rows;
}

globalThis.measure = async () => {
  const flavours = supportedFlavours();
  const all = await Promise.all(flavours.map(async (flavour) => rowsOf(await load({ flavour }))));
  const rows = [];
  for (const name of Object.keys(all[0])) {
    const runs = all.map((rows) => rows[name]);
    const [expected, ...others] = runs.map((run) => (typeof run() === "boolean" ? run() : run().toBytes().join()));
    if (others.some((result) => result !== expected)) {
      throw new Error(`${name}: the flavours compute different things`);
    }
    const samples = runs.map(() => []);
    const counts = runs.map((run) => {
      const start = performance.now();
      let count = 0;
      while (performance.now() - start < 4 * SAMPLE) {
        run();
        count += 1;
      }
      return Math.max(1, Math.ceil(count / 4));
    });
    for (let i = 0; i < SAMPLES; i++) {
      runs.forEach((run, flavour) => {
        const start = performance.now();
        for (let j = 0; j < counts[flavour]; j++) {
          run();
        }
        samples[flavour].push((performance.now() - start) / counts[flavour]);
      });
    }
    rows.push({ name, medians: samples.map(median) });
  }
  return { flavours, rows };
};
