// What the tests share: the library in every flavour that this engine runs, and reproducible bytes.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as secant from "secant-js";

export { secant };

/** Runs tests for every flavour of the package; one that this engine lacks is reported as skipped. */
export function describeFlavours(name, tests) {
  const supported = secant.supportedFlavours();
  for (const flavour of secant.flavours) {
    if (supported.includes(flavour)) {
      describe(`${name} (${flavour})`, async () => tests(await secant.load({ flavour })));
    } else {
      it(`${name} (${flavour})`, { skip: `this engine has no ${flavour} instructions` }, () => {});
    }
  }
}

/** Reproducible bytes, the same in every run: xorshift. */
export function generator(seed) {
  let state = BigInt(seed) * 0x9e3779b97f4a7c15n + 1n;
  const next = () => {
    state ^= (state << 13n) & 0xffffffffffffffffn;
    state ^= state >> 7n;
    state ^= (state << 17n) & 0xffffffffffffffffn;
    return Number(state & 0xffffffffn);
  };
  return {
    below: (limit) => next() % limit,
    bytes: (length) => Uint8Array.from({ length }, () => next() & 0xff),
    scalar: (order) => BigInt(`0x${Array.from({ length: 10 }, () => next().toString(16).padStart(8, "0")).join("")}`) % order,
  };
}

export const hex = (bytes) => Buffer.from(bytes).toString("hex");
export const unhex = (text) => Uint8Array.from(Buffer.from(text, "hex"));

/** Asserts that a call throws an error of the class, with its code, and perhaps an index. */
export function assertThrows(call, Class, index) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof Class, `${error?.stack}`);
    assert.ok(error instanceof secant.SecantError);
    assert.equal(error.name, Class.name);
    assert.equal(error.index, index);
    assert.ok(error.message.length > 0);
    return true;
  });
}
