// Random and hostile arguments: every call answers no or throws an error of the package, and the next call works.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { makeGroth16 } from "../dist/groth16.js";
import { Module } from "../dist/module.js";
import { assertThrows, describeFlavours, generator, secant } from "./common.mjs";

const { ArgumentError, InternalError, LengthError, MemoryError, SecantError } = secant;

/** What a call gives, or the code of its error; any other error fails the test. */
function outcome(call) {
  try {
    return call();
  } catch (error) {
    assert.ok(error instanceof SecantError, error.stack);
    assert.notEqual(error.code, "internal", error.stack);
    return error.code;
  }
}

describeFlavours("hostile arguments", (library) => {
  const { bls12_381, bn254, groth16, secp256k1, p256 } = library;
  const groups = [bls12_381.G1, bls12_381.G2, bn254.G1, bn254.G2];

  const works = () => assert.ok(bn254.G1.generator.multiply(3n).equals(bn254.G1.sum([1, 2, 3].map(() => bn254.G1.generator))));

  it("random bytes", () => {
    const random = generator(11);
    const codes = new Map();
    const count = (name, result) => {
      assert.notEqual(result, true, name);
      codes.set(`${name} ${typeof result === "object" ? "point" : result}`, (codes.get(name) ?? 0) + 1);
    };
    for (let i = 0; i < 300; i++) {
      for (const group of groups) {
        const lengths = [48, 64, 96, 128, 192];
        const bytes = random.bytes(lengths[random.below(lengths.length)]);
        // Half of them with flags and a small first byte, to get further.
        if (i % 2 === 0) {
          bytes[0] = (bytes[0] & 0x0f) | [0x80, 0xa0, 0x00, 0xc0][random.below(4)];
        }
        // A quarter with coordinates that are small enough for BN254.
        const small = bytes.map((byte, at) => (i % 4 === 1 && at % 32 === 0 ? byte & 0x1f : byte));
        count(group.name, outcome(() => group.fromBytes(small)));
        count(group.name, outcome(() => group.fromBytesEach([bytes, bytes])));
      }
      for (const curve of [secp256k1, p256]) {
        const key = random.bytes([33, 65][random.below(2)]);
        key[0] = 2 + random.below(3);
        const message = random.bytes(random.below(100));
        count(curve.name, outcome(() => curve.verify(random.bytes(64), message, key)));
        const der = random.bytes(8 + random.below(64));
        der.set([0x30, der.length - 2, 2, (der.length - 6) >> 1].slice(0, random.below(5)));
        count(curve.name, outcome(() => curve.verify(der, message, key, { format: "der" })));
      }
      const files = [0, 1, 2].map(() => random.bytes(random.below(200)));
      count("groth16", outcome(() => groth16.verify(...files)));
      for (const scheme of [bls12_381.minPk, bls12_381.minSig]) {
        const [key, signature] = scheme === bls12_381.minPk ? [48, 96] : [96, 48];
        count("bls", outcome(() => scheme.verify(random.bytes(key), random.bytes(9), random.bytes(signature))));
      }
    }
    // Something got through every gate that random bytes get through.
    for (const expected of ["bls12_381.G1 encoding", "bls12_381.G1 not-on-curve", "bls12_381.G1 not-in-subgroup", "bn254.G2 not-on-curve",
      "secp256k1 false", "p256 false", "secp256k1 encoding", "groth16 file", "bls encoding"]) {
      assert.ok(codes.has(expected), `${expected} is not among ${[...codes.keys()].join(", ")}`);
    }
    works();
  });

  it("valid files and signatures with a byte changed", () => {
    const random = generator(12);
    const key = bls12_381.minPk.keys.generator.toBytes();
    const signature = bls12_381.G2.hash(Uint8Array.of(1), bls12_381.minPk.dst.possession).toBytes();
    assert.equal(bls12_381.minPk.verify(key, Uint8Array.of(1), signature), true);
    for (let i = 0; i < 100; i++) {
      const at = random.below(96);
      const changed = signature.map((byte, j) => (j === at ? byte ^ (1 << random.below(8)) : byte));
      assert.notEqual(outcome(() => bls12_381.minPk.verify(key, Uint8Array.of(1), changed)), true);
    }
    const codes = new Set();
    for (const curve of ["bn128", "bls12381"]) {
      const files = ["verification_key", "public", "proof"].map((name) => fixture(curve, name));
      const values = files.map(essence);
      assert.equal(groth16.verify(...files), true);
      for (let i = 0; i < 90; i++) {
        const changed = files.map((file) => file.slice());
        const file = changed[i % 3];
        // Of a digit, mostly another digit, to get further than the JSON.
        const at = random.below(file.length);
        const isDigit = file[at] >= 0x30 && file[at] <= 0x39;
        file[at] = isDigit && i % 4 > 0 ? 0x30 + ((file[at] - 0x30 + 1 + random.below(9)) % 10) : file[at] ^ (1 << random.below(8));
        const result = outcome(() => groth16.verify(...changed));
        // What is not read, such as white space, may change.
        assert.ok(result !== true || essence(changed[i % 3]) === values[i % 3], `byte ${at} of file ${i % 3} of ${curve}`);
        codes.add(result);
      }
    }
    for (const expected of [false, "file", "not-on-curve"]) {
      assert.ok(codes.has(expected), `${expected} is not among ${[...codes].join(", ")}`);
    }
    works();
  });

  it("objects that lie about themselves", () => {
    class Lying extends Uint8Array {
      get length() {
        return 96;
      }
      get byteLength() {
        return 96;
      }
    }
    assertThrows(() => bls12_381.G1.fromBytes(new Lying(5)), LengthError);
    // Of a class whose getters call back, in the middle of a call: none of them is asked.
    let asked = 0;
    class Calling extends Uint8Array {
      get length() {
        asked += 1;
        secp256k1.verify(new Uint8Array(64), new Uint8Array(1 << 20), secpKey);
        return super.length;
      }
    }
    const calling = Calling.from(bls12_381.G1.generator.toBytes());
    assert.equal(calling.length, 48);
    assert.ok(asked > 0);
    asked = 0;
    assert.ok(bls12_381.G1.fromBytes(calling).equals(bls12_381.G1.generator));
    assert.ok(bls12_381.G1.fromBytesEach([calling, calling])[1].equals(bls12_381.G1.generator));
    assert.equal(asked, 0);
    assert.equal(secp256k1.verify(new Uint8Array(64), new Uint8Array(), secpKey), false);
    assert.throws(() => bls12_381.G1.fromBytes(Object.create(Uint8Array.prototype)), SecantError);
    const detached = bls12_381.G1.generator.toBytes();
    structuredClone(detached, { transfer: [detached.buffer] });
    assertThrows(() => bls12_381.G1.fromBytes(detached), LengthError);
    const proxy = new Proxy([bls12_381.G1.generator], { get: (list, name) => (name === "length" ? 3 : list[name]) });
    assert.throws(() => bls12_381.G1.sum(proxy), SecantError);
    // Points do not change with what they were read from, or were written to.
    const bytes = bls12_381.G1.generator.toBytes("uncompressed");
    const point = bls12_381.G1.fromBytes(bytes);
    bytes.fill(0);
    point.toBytes().fill(0);
    assert.ok(point.equals(bls12_381.G1.generator));
    assert.throws(() => Object.assign(point, { add: () => point }), TypeError);
    works();
  });

  it("much data", () => {
    const message = new Uint8Array(5 << 20).fill(7);
    const dst = bls12_381.minPk.dst.possession;
    assert.ok(bls12_381.G2.hash(message, dst).equals(bls12_381.G2.hash(message, dst)));
    assert.equal(outcome(() => secp256k1.verify(new Uint8Array(64).fill(1), message, secpKey)), false);
    works();
  });
});

/** A file of a proof that snarkjs made. */
function fixture(curve, name) {
  const path = `../../../crates/secant-verify/fixtures/snarkjs/${curve}/merkle/${name}.json`;
  return Uint8Array.from(readFileSync(new URL(path, import.meta.url)));
}

/** The points or the numbers that a file of snarkjs says: what else is in it may be optional. */
function essence(file) {
  const names = ["vk_alpha_1", "vk_beta_2", "vk_gamma_2", "vk_delta_2", "IC", "pi_a", "pi_b", "pi_c"];
  try {
    const value = JSON.parse(new TextDecoder().decode(file));
    return JSON.stringify(Array.isArray(value) ? value : names.map((name) => value[name]));
  } catch {
    return "not JSON";
  }
}

/** A module apart from the library's. */
async function makeModule(keeps) {
  const compiled = await WebAssembly.compile(readFileSync(new URL("../dist/mvp.wasm", import.meta.url)));
  return new Module(compiled, await WebAssembly.instantiate(compiled, {}), keeps);
}

/** The generator of secp256k1. */
const secpKey = Uint8Array.from(Buffer.from("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798", "hex"));

it("a trap does not break the next call", async () => {
  const compiled = await WebAssembly.compile(readFileSync(new URL("../dist/mvp.wasm", import.meta.url)));
  const instance = await WebAssembly.instantiate(compiled, {});
  let calls = 0;
  const trap = () => {
    calls += 1;
    throw new WebAssembly.RuntimeError("unreachable");
  };
  const module = new Module(compiled, { exports: { ...instance.exports, generator: trap } });
  const before = module.generation;
  assertThrows(() => module.bytes("generator", [0]), InternalError);
  assert.equal(module.bytes("generator", [0]).length, 144);
  assert.equal(module.generation, before + 1);
  assert.equal(calls, 1);

  // Arguments that the package never passes.
  for (const [operation, numbers, inputs] of [
    ["decode", [0, 0], [new Uint8Array(96)]],
    ["decode", [9, 96], [new Uint8Array(96)]],
    ["sum", [0], [new Uint8Array(5)]],
    ["sum", [0], [new Uint8Array(144).fill(255)]],
    ["mul", [0], [new Uint8Array(144), new Uint8Array(64)]],
    ["mul", [0], [new Uint8Array(288), new Uint8Array(32)]],
    ["msm", [0], [new Uint8Array(144), new Uint8Array(31)]],
    ["msm", [0], [new Uint8Array(144), new Uint8Array(64)]],
    ["hash", [2, 1], [new Uint8Array(1), new Uint8Array(1)]],
    ["pairing_product", [0], [new Uint8Array(144), new Uint8Array()]],
    ["target_power", [0], [new Uint8Array(5), new Uint8Array(32)]],
    ["ecdsa_verify", [2, 0], [new Uint8Array(33), new Uint8Array(), new Uint8Array(64)]],
    ["ecdsa_verify", [0, 64], [new Uint8Array(33), new Uint8Array(), new Uint8Array(64)]],
    // Digests that no hash function makes.
    ...[0, 1, 16, 19, 21, 31, 33, 63, 65].map((length) => ["ecdsa_verify", [0, 1], [secpKey, new Uint8Array(length), new Uint8Array(64).fill(1)]]),
    ["groth16_verify_prepared", [0], [new Uint8Array()]],
    ["groth16_prepare", [0], [new Uint8Array(95)]],
    ["groth16_prepare", [0], [new Uint8Array(96 * 8).fill(255)]],
    ["groth16_prepare", [2], [new Uint8Array(96 * 8)]],
    ["groth16_verify", [1], [new Uint8Array(64 * 8), new Uint8Array(64 * 4 + 32)]],
    ["groth16_verify", [1], [new Uint8Array(64 * 8), new Uint8Array(64 * 4).fill(255)]],
    ["groth16_verify", [1], [new Uint8Array(64 * 7), new Uint8Array(64 * 4)]],
    ["groth16_verify", [1], [new Uint8Array(64 * 8).fill(1), new Uint8Array(64 * 4)]],
    ["groth16_verify", [2], [new Uint8Array(64 * 8), new Uint8Array(64 * 4)]],
    ["groth16_read_statement", [2], [new Uint8Array(), new Uint8Array(), new Uint8Array()]],
    ["groth16_read_statement", [0], [new Uint8Array(9), new Uint8Array(), new Uint8Array()]],
    ["groth16_free", [7], []],
  ]) {
    assert.throws(() => module.call(operation, numbers, inputs), SecantError, operation);
    assert.equal(module.generation, before + 1, operation);
  }
  // Points off the curve, which only this test makes, give no sense, but no trap.
  const random = generator(3);
  for (let i = 0; i < 50; i++) {
    const points = random.bytes(144 * 30).map((byte, at) => (at % 48 === 47 ? byte & 15 : byte));
    module.bytes("msm", [0], [points, random.bytes(32 * 30)]);
    module.bytes("mul", [0], [points.slice(0, 144), random.bytes(32)]);
    module.bytes("sum", [0], [points]);
    module.bytes("encode", [0, 1], [points]);
  }
  assert.equal(module.generation, before + 1);
});

it("prepared keys outlive both instances", async () => {
  const [module, keys] = [await makeModule(), await makeModule("keys")];
  const [text, signals, proof] = ["verification_key", "public", "proof"].map((name) => fixture("bn128", name));
  const key = makeGroth16(module, keys).prepare(text);
  assert.equal(key.verify(signals, proof), true);
  const before = [module, keys].map(({ generation }) => generation);
  // So much that the instance is given up behind the call: not the keys'.
  module.test("ecdsa_verify", [0, 0], [secpKey, new Uint8Array(70 << 20), new Uint8Array(64).fill(1)]);
  assert.equal(module.has(before[0]), false);
  assert.equal(key.verify(signals, proof), true);
  assert.equal(module.generation, before[0] + 1);
  assert.equal(keys.generation, before[1]);
  // A fault ends any instance; what was prepared in it is prepared again.
  const isGone = () => assert.throws(() => keys.call("generator", [1n]), InternalError);
  for (let i = 1; i < 3; i++) {
    isGone();
    assert.equal(keys.has(keys.generation), false);
    for (let j = 0; j < 2; j++) {
      assert.equal(key.verify(signals, proof), true);
      assert.equal(keys.generation, before[1] + i);
    }
  }
  isGone();
  key.free();
  assertThrows(() => key.verify(signals, proof), ArgumentError);
});

it("the keys' instance is renewed when the last of many was given back", async () => {
  const [module, keys] = [await makeModule(), await makeModule("keys")];
  const groth16 = makeGroth16(module, keys);
  const [text, signals, proof] = ["verification_key", "public", "proof"].map((name) => fixture("bn128", name));
  const before = keys.generation;
  // Enough of them for more than 64 MiB.
  const list = Array.from({ length: 2500 }, () => groth16.prepare(text));
  list.slice(1).forEach((key) => key.free());
  assert.equal(keys.has(before), true);
  assert.equal(list[0].verify(signals, proof), true);
  list[0].free();
  assert.equal(keys.has(before), false);
  const again = groth16.prepare(text);
  assert.equal(again.verify(signals, proof), true);
  assert.equal(keys.generation, before + 1);
  // A few leave nothing to give back.
  again.free();
  assert.equal(keys.has(before + 1), true);
});

it("memory that a call has made large is given up, whatever it is for", async () => {
  const module = await makeModule();
  const before = module.generation;
  // Of inputs that are below the bound, results and intermediate values that are above it.
  const point = module.bytes("generator", [1]);
  const points = Array.from({ length: 200_000 }, () => point);
  assert.equal(module.has(before), true);
  assert.equal(module.bytes("sum", [1], [points]).length, 288);
  assert.equal(module.has(before), false);
  // What an error leaves behind, too.
  const after = module.generation;
  assert.throws(() => module.call("sum", [1], [[...points, new Uint8Array(288).fill(255)]]), SecantError);
  assert.equal(module.has(after), false);
  // The next calls are small, in an instance that stays.
  for (let i = 0; i < 3; i++) {
    assert.deepEqual(module.bytes("generator", [1]), point);
  }
  assert.equal(module.has(module.generation), true);
});

it("the result of a call may be an argument of the next", async () => {
  const compiled = await WebAssembly.compile(readFileSync(new URL("../dist/mvp.wasm", import.meta.url)));
  const { exports } = await WebAssembly.instantiate(compiled, {});
  const result = () => new Uint8Array(exports.memory.buffer, exports.result(), exports.result_len()).slice();
  const last = () => [exports.result(), exports.result_len()];
  assert.equal(exports.generator(0), 0);
  assert.equal(exports.sum(0, ...last()), 0);
  const point = result();
  assert.equal(exports.encode(0, 0, ...last()), 0);
  assert.equal(exports.result_len(), 96);
  // What is read is shorter than what is written.
  assert.equal(exports.decode(0, 96, ...last()), 0);
  assert.equal(exports.equal(0, ...last(), ...last()), 1);
  assert.equal(exports.result_len(), 0);
  assert.equal(exports.generator(0), 0);
  assert.deepEqual(result(), point);
  // An error leaves no result.
  assert.ok(exports.decode(0, 5, ...last()) < 0);
  assert.equal(exports.result_len(), 0);
});

it("too much data", async () => {
  const { secp256k1 } = await secant.load();
  const message = new Uint8Array(2 ** 31 + 8);
  assertThrows(() => secp256k1.verify(new Uint8Array(64), message, secpKey), MemoryError);
  assert.equal(secp256k1.verify(new Uint8Array(64), new Uint8Array(), secpKey), false);
});

it("prepared keys that are collected give their memory back", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const module = await makeModule();
  const freed = [];
  const keys = {
    generation: 1,
    has: (generation) => generation === 1,
    call: (operation, [handle]) => (operation === "groth16_free" ? freed.push(handle) : 7),
  };
  const groth16 = makeGroth16(module, keys);
  (() => void groth16.prepare(fixture("bn128", "verification_key")))();
  for (let i = 0; i < 100 && freed.length === 0; i++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.deepEqual(freed, [7]);
});
