import assert from "node:assert/strict";
import { it } from "node:test";
import { makeLoad } from "../dist/library.js";
import { assertThrows, secant } from "./common.mjs";

const { ArgumentError, UnsupportedError, flavours, load, supportedFlavours } = secant;

const rejects = (promise, Class) =>
  promise.then(
    () => assert.fail("it was loaded"),
    (error) => assertThrows(() => { throw error; }, Class),
  );

it("the fastest flavour that the engine runs is loaded, once", async () => {
  const supported = supportedFlavours();
  assert.ok(supported.length > 0);
  assert.equal(supported.at(-1), "mvp");
  assert.deepEqual(supported, flavours.filter((flavour) => supported.includes(flavour)));
  const library = await load();
  assert.equal(library.flavour, supported[0]);
  assert.equal(await load(), library);
  for (const flavour of supported) {
    assert.equal((await load({ flavour })).flavour, flavour);
  }
});

it("flavours that are not there", async () => {
  for (const no of [{ flavour: "float" }, { flavour: null }, { flavor: "mvp" }, "mvp", null]) {
    await rejects(load(no), ArgumentError);
  }
  for (const flavour of flavours.filter((flavour) => !supportedFlavours().includes(flavour))) {
    await rejects(load({ flavour }), UnsupportedError);
  }
});

it("what fails is tried again", async () => {
  let tries = 0;
  const broken = makeLoad(async () => {
    tries += 1;
    throw new Error("no network");
  });
  await rejects(broken(), UnsupportedError);
  await rejects(broken(), UnsupportedError);
  assert.equal(tries, 2);
  await rejects(makeLoad(async () => WebAssembly.compile(Uint8Array.of(0)))(), UnsupportedError);
  // A module that is another one.
  await rejects(makeLoad(async () => WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)))(), secant.InternalError);
});
