// Options are what an object has itself: nothing that it inherits, whoever put it there.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { p256 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { makeLoad } from "../dist/library.js";
import { assertThrows, describeFlavours, generator, secant } from "./common.mjs";

const { ArgumentError, SecantError } = secant;

/** What a call gives, or the class of its error. */
function outcome(call) {
  try {
    return call();
  } catch (error) {
    assert.ok(error instanceof SecantError, error.stack);
    return error.name;
  }
}

/** Runs a call while every object has more properties than its own. */
function polluted(properties, call) {
  const names = Object.keys(properties);
  try {
    for (const name of names) {
      Object.defineProperty(Object.prototype, name, { value: properties[name], configurable: true, enumerable: true, writable: true });
    }
    return call();
  } finally {
    for (const name of names) {
      delete Object.prototype[name];
    }
  }
}

/** What might be put into `Object.prototype`: values that an option takes, and others. */
const pollutions = [
  { prehash: false },
  { prehash: true, lowS: false },
  { lowS: true },
  { format: "der" },
  { format: "compact", lowS: false, prehash: false },
  { format: "none" },
  { dst: "another tag" },
  { dst: "" },
  { dst: new Uint8Array(3) },
  { flavour: "float" },
  { prehash: 0, lowS: null, format: 5, dst: 7, flavour: [] },
  { protocol: "plonk", curve: "bls12381", nPublic: 0, IC: [], pi_a: [], pi_b: [], pi_c: [], vk_alpha_1: [], vk_delta_2: [] },
  { toJSON: "no function", index: 1, name: "x", number: 2, length: 7, limit: 1, what: "?", fields: [] },
];

/** Signatures of every kind that options tell apart, under one key for each curve. */
function ecdsaCases(random) {
  return [["secp256k1", secp256k1], ["p256", p256]].map(([name, curve]) => {
    const { secretKey, publicKey } = curve.keygen(random.bytes(curve.lengths.seed));
    const message = random.bytes(32);
    const order = curve.Point.Fn.ORDER;
    const cases = [];
    for (const prehash of [true, false]) {
      const compact = curve.sign(message, secretKey, { prehash, lowS: true });
      const low = curve.Signature.fromBytes(compact, "compact");
      const high = new curve.Signature(low.r, order - low.s);
      for (const signature of [low, high]) {
        for (const format of ["compact", "der"]) {
          const isHigh = signature === high;
          cases.push({ bytes: signature.toBytes(format), prehash, isHigh, format });
        }
      }
    }
    return { name, message, publicKey, cases, lowSByDefault: name === "secp256k1" };
  });
}

describeFlavours("options", (library) => {
  const random = generator(43);
  const curves = ecdsaCases(random);

  it("ECDSA: what all objects inherit changes nothing", () => {
    for (const { name, message, publicKey, cases, lowSByDefault } of curves) {
      const { verify } = library[name];
      for (const { bytes, prehash, isHigh, format } of cases) {
        const passed = [undefined, {}, { prehash }, { format }, { prehash, format }, { prehash, format, lowS: false }, { lowS: true }];
        for (const options of passed) {
          const call = () => outcome(() => verify(bytes, message, publicKey, options));
          const before = call();
          for (const pollution of pollutions) {
            assert.equal(polluted(pollution, call), before, JSON.stringify([name, options, pollution]));
          }
        }
        // What these options say is what the cases are.
        assert.equal(verify(bytes, message, publicKey, { prehash, format, lowS: false }), true);
        assert.equal(verify(bytes, message, publicKey, { prehash, format }), !(lowSByDefault && isHigh));
      }
    }
  });

  it("ECDSA: what an object inherits from another is no option", () => {
    for (const { name, message, publicKey, cases } of curves) {
      const { verify } = library[name];
      class Options {
        prehash = true;
        get lowS() {
          throw new Error("it is asked for");
        }
        get format() {
          return "der";
        }
      }
      for (const { bytes } of cases) {
        const expected = outcome(() => verify(bytes, message, publicKey));
        for (const options of [
          Object.create({ prehash: false }),
          Object.create({ lowS: false }),
          Object.create({ lowS: true, format: "der" }),
          Object.create(Object.create({ format: "none" })),
          new Options(),
          Object.setPrototypeOf({ prehash: undefined }, { prehash: false }),
        ]) {
          assert.equal(outcome(() => verify(bytes, message, publicKey, options)), expected);
        }
      }
    }
  });

  it("an option is read once, however it is made", () => {
    const { name, message, publicKey, cases } = curves[0];
    const { bytes } = cases.find(({ prehash, isHigh, format }) => prehash && isHigh && format === "compact");
    const { verify } = library[name];
    let asked = 0;
    const options = {
      get lowS() {
        asked += 1;
        return asked > 1;
      },
    };
    assert.equal(verify(bytes, message, publicKey, options), true);
    assert.equal(asked, 1);
    const hidden = Object.defineProperty({}, "lowS", { value: false, enumerable: false });
    assert.equal(verify(bytes, message, publicKey, hidden), true);
    assert.equal(verify(bytes, message, publicKey, Object.freeze({ lowS: false })), true);
    assert.equal(verify(bytes, message, publicKey, Object.assign(Object.create(null), { lowS: false })), true);
    assert.equal(verify(bytes, message, publicKey, new Proxy({ lowS: false }, {})), true);
    assert.equal(verify(bytes, message, publicKey, { lowS: true }), false);
  });

  it("ECDSA: random options do what a model of them says", () => {
    const names = ["prehash", "lowS", "format", "prehash", "lowS", "format", "dst", "prehashed", "__proto__", "constructor", "toString", ""];
    const values = [true, false, true, false, "compact", "der", undefined, null, 0, 1, "true", "DER", [], {}, new Uint8Array(1)];
    const seen = new Set();
    for (let i = 0; i < 4000; i++) {
      const curve = curves[i % 2];
      const { bytes, prehash, isHigh, format } = curve.cases[random.below(curve.cases.length)];
      const options = [{}, Object.create(null), Object.create({ lowS: null, prehash: 5 })][random.below(3)];
      for (let j = random.below(4); j > 0; j--) {
        const name = names[random.below(names.length)];
        // Of the right kind mostly, to get further.
        const fitting = name === "format" ? ["compact", "der"] : [true, false];
        const value = random.below(4) === 0 ? values[random.below(values.length)] : fitting[random.below(2)];
        Object.defineProperty(options, name, { value, configurable: true, enumerable: random.below(8) > 0, writable: true });
      }
      if (random.below(40) === 0) {
        options[Symbol("lowS")] = true;
      }
      const own = Object.fromEntries(Reflect.ownKeys(options).map((name) => [name, Object.getOwnPropertyDescriptor(options, name).value]));
      const isKnown = Reflect.ownKeys(options).every((name) => ["prehash", "lowS", "format"].includes(name));
      const get = (name, otherwise) => (Object.hasOwn(own, name) && own[name] !== undefined ? own[name] : otherwise);
      const chosen = { prehash: get("prehash", true), lowS: get("lowS", curve.lowSByDefault), format: get("format", "compact") };
      const isTyped = typeof chosen.prehash === "boolean" && typeof chosen.lowS === "boolean" && ["compact", "der"].includes(chosen.format);
      let expected;
      if (!isKnown || !isTyped) {
        expected = "ArgumentError";
      } else if (chosen.format !== format) {
        expected = chosen.format === "der" ? "EncodingError" : "LengthError";
      } else {
        expected = chosen.prehash === prehash && !(chosen.lowS && isHigh);
      }
      const call = () => outcome(() => library[curve.name].verify(bytes, curve.message, curve.publicKey, options));
      const found = i % 4 === 0 ? polluted(pollutions[random.below(pollutions.length)], call) : call();
      assert.equal(found, expected, `${i}`);
      seen.add(found);
    }
    assert.deepEqual([...seen].map(String).sort(), ["ArgumentError", "EncodingError", "LengthError", "false", "true"]);
  });

  for (const [name, theirs] of [["minPk", bls12_381.longSignatures], ["minSig", bls12_381.shortSignatures]]) {
    it(`${name}: what all objects inherit changes nothing`, () => {
      const scheme = library.bls12_381[name];
      const secret = new Uint8Array(32).fill(7);
      const key = theirs.getPublicKey(secret).toBytes(true);
      const message = random.bytes(20);
      for (const dst of [scheme.dst.possession, scheme.dst.basic, "another tag"]) {
        const signature = theirs.sign(theirs.hash(message, dst), secret).toBytes(true);
        for (const options of [undefined, {}, Object.create({ dst }), { dst }, { dst: undefined }]) {
          const holds = dst === scheme.dst.possession || (options !== undefined && Object.hasOwn(options, "dst") && options.dst === dst);
          const calls = [
            () => scheme.verify(key, message, signature, options),
            () => scheme.verifyAggregate([key], [message], signature, options),
            () => scheme.verifyAggregateOfOne([key], message, signature, options),
          ];
          for (const call of calls) {
            assert.equal(outcome(call), holds);
            for (const pollution of pollutions) {
              assert.equal(polluted(pollution, () => outcome(call)), holds, JSON.stringify(pollution));
            }
          }
        }
      }
      assertThrows(() => polluted({ dst: "x" }, () => scheme.verify(key, message, key, { DST: "y" })), ArgumentError);
    });
  }

  it("Groth16: what all objects inherit is no field of a file", () => {
    const [key, signals, proof] = ["verification_key", "public", "proof"].map((name) =>
      JSON.parse(readFileSync(new URL(`../../../crates/secant-verify/fixtures/snarkjs/bn128/multiplier/${name}.json`, import.meta.url))),
    );
    const without = (object, name) => Object.fromEntries(Object.entries(object).filter(([own]) => own !== name));
    const { groth16 } = library;
    const calls = [
      () => groth16.verify(key, signals, proof),
      () => groth16.prepare(key).verify(signals, proof),
      ...Object.keys(key).map((name) => () => groth16.verify(without(key, name), signals, proof)),
      ...Object.keys(proof).map((name) => () => groth16.verify(key, signals, without(proof, name))),
    ];
    const more = [key, proof, { ...key, ...proof }];
    for (const call of calls) {
      const before = outcome(call);
      for (const pollution of [...pollutions, ...more]) {
        assert.equal(polluted(pollution, () => outcome(call)), before);
      }
    }
    assert.equal(calls[0](), true);
    // What is missing is not taken from elsewhere.
    assert.equal(polluted(proof, () => outcome(() => groth16.verify(key, signals, without(proof, "pi_a")))), "FileError");
    assert.equal(outcome(() => groth16.verify(key, signals, Object.create(proof))), "FileError");
    assert.equal(outcome(() => groth16.verify(Object.create(key), signals, proof)), "FileError");
  });
});

it("load: what all objects inherit is no flavour", async () => {
  const modules = [];
  const load = makeLoad(async (flavour) => {
    modules.push(flavour);
    return WebAssembly.compile(readFileSync(new URL("../dist/mvp.wasm", import.meta.url)));
  });
  const [fastest] = secant.supportedFlavours();
  for (const flavour of ["mvp", "wide", "float", 7]) {
    for (const options of [undefined, {}, Object.create({ flavour: "float" }), { flavour: undefined }]) {
      // The first part of a call runs at once.
      const library = await polluted({ flavour }, () => load(options));
      assert.equal(library.flavour, fastest);
    }
  }
  assert.deepEqual(modules, [fastest]);
  assert.equal((await polluted({ flavour: "float" }, () => load({ flavour: "mvp" }))).flavour, "mvp");
});
