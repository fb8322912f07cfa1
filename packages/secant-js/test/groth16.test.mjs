import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { assertThrows, describeFlavours, secant } from "./common.mjs";

const { ArgumentError, FileError, InfinityError, NotInSubgroupError, NotOnCurveError } = secant;

/** The files of a proof that snarkjs made. */
function fixture(curve, circuit) {
  const read = (name) =>
    readFileSync(new URL(`../../../crates/secant-verify/fixtures/snarkjs/${curve}/${circuit}/${name}.json`, import.meta.url), "utf8");
  return { key: read("verification_key"), signals: read("public"), proof: read("proof") };
}

/** A copy of what JSON text says, changed. */
function changed(text, change) {
  const value = JSON.parse(text);
  return change(value) ?? value;
}

const orders = {
  bn128: 21888242871839275222246405745257275088548364400416034343698204186575808495617n,
  bls12381: 52435875175126190479447740508185965837690552500527637822603658699938581184513n,
};

describeFlavours("Groth16", ({ groth16 }) => {
  for (const curve of ["bn128", "bls12381"]) {
    for (const circuit of ["multiplier", "merkle"]) {
      const { key, signals, proof } = fixture(curve, circuit);
      const values = [key, signals, proof].map((text) => JSON.parse(text));

      it(`${curve}: the proof of ${circuit}, as text, bytes and values`, () => {
        const bytes = [key, signals, proof].map((text) => new TextEncoder().encode(text));
        const integers = values[1].map(BigInt);
        assert.equal(groth16.verify(key, signals, proof), true);
        assert.equal(groth16.verify(...bytes), true);
        assert.equal(groth16.verify(...values), true);
        assert.equal(groth16.verify(values[0], integers, values[2]), true);
        const prepared = groth16.prepare(values[0]);
        for (let i = 0; i < 3; i++) {
          assert.equal(prepared.verify(signals, proof), true);
          assert.equal(prepared.verify(integers, values[2]), true);
        }
        // As snarkjs takes them.
        const hexadecimal = values[1].map((x) => `0x${BigInt(x).toString(16)}`);
        assert.equal(groth16.verify(key, hexadecimal, proof), true);
        assert.equal(prepared.verify(JSON.stringify(hexadecimal), proof), true);
        const numbers = values[1].map(Number);
        if (numbers.every(Number.isSafeInteger)) {
          assert.equal(groth16.verify(key, numbers, proof), true);
          assert.equal(prepared.verify(JSON.stringify(numbers), proof), true);
        } else {
          // They were rounded, to another statement.
          assertThrows(() => groth16.verify(key, numbers, proof), FileError);
          assertThrows(() => prepared.verify(`[${values[1]}]`, proof), FileError);
        }
        prepared.free();
      });

      it(`${curve}: what the proof of ${circuit} does not prove`, () => {
        const prepared = groth16.prepare(key);
        const no = (signals, proof, withKey = key) => {
          assert.equal(groth16.verify(withKey, signals, proof), false);
          if (withKey === key) {
            assert.equal(prepared.verify(signals, proof), false);
          }
        };
        values[1].forEach((_, i) => {
          no(changed(signals, (s) => void (s[i] = (BigInt(s[i]) + 1n).toString())), proof);
        });
        no(signals, changed(proof, (p) => void ([p.pi_a, p.pi_c] = [p.pi_c, p.pi_a])));
        no(signals, changed(proof, (p) => void (p.pi_a = ["0", "1", "0"])));
        no(signals, changed(proof, (p) => void (p.pi_b = [["0", "0"], ["1", "0"], ["0", "0"]])));
        no(signals, proof, changed(key, (k) => void ([k.IC[0], k.IC[1]] = [k.IC[1], k.IC[0]])));
        no(signals, proof, changed(key, (k) => void ([k.vk_gamma_2, k.vk_delta_2] = [k.vk_delta_2, k.vk_gamma_2])));
        prepared.free();
      });

      it(`${curve}: malformed files of ${circuit}`, () => {
        const prepared = groth16.prepare(key);
        const bad = (Class, { key: k = key, signals: s = signals, proof: p = proof }) => {
          assertThrows(() => groth16.verify(k, s, p), Class);
          if (k === key) {
            assertThrows(() => prepared.verify(s, p), Class);
          } else {
            assertThrows(() => groth16.prepare(k), Class);
          }
        };
        for (const text of ["", "{", "null", "5", "[]x", "\u0000", '{"a":', key.slice(0, -2), `${"[".repeat(500)}${"]".repeat(500)}`]) {
          bad(FileError, { key: text });
          bad(FileError, { proof: text });
          bad(FileError, { signals: text });
        }
        bad(FileError, { key: new Uint8Array([0xff, 0xfe]) });
        bad(FileError, { key: {} });
        bad(FileError, { proof: {} });
        bad(FileError, { proof: [] });
        bad(FileError, { signals: {} });
        bad(FileError, { signals: [] });
        bad(FileError, { signals: [...values[1], "1"] });
        for (const no of ["-1", "", "01", "0x", "0xg", "1e3", " 1", orders[curve].toString(), "9".repeat(400)]) {
          bad(FileError, { signals: changed(signals, (s) => void (s[0] = no)) });
        }
        // Not modulo the order: another number with the same proof would be another statement.
        bad(FileError, { signals: changed(signals, (s) => void (s[0] = (BigInt(s[0]) + orders[curve]).toString())) });
        bad(FileError, { key: changed(key, (k) => void (k.protocol = "plonk")) });
        bad(FileError, { key: changed(key, (k) => void (k.curve = "secp256k1")) });
        bad(FileError, { key: changed(key, (k) => void delete k.curve) });
        bad(FileError, { key: changed(key, (k) => void k.IC.pop()) });
        bad(FileError, { key: changed(key, (k) => void (k.nPublic += 1)) });
        bad(FileError, { key: changed(key, (k) => void (k.IC = [])) });
        bad(FileError, { key: changed(key, (k) => void delete k.vk_alpha_1) });
        bad(FileError, { proof: changed(proof, (p) => void (p.protocol = "fflonk")) });
        bad(FileError, { proof: changed(proof, (p) => void (p.curve = curve === "bn128" ? "bls12381" : "bn128")) });
        bad(FileError, { proof: changed(proof, (p) => void (p.pi_a[2] = "2")) });
        bad(FileError, { proof: changed(proof, (p) => void (p.pi_a = p.pi_b)) });
        bad(InfinityError, { key: changed(key, (k) => void (k.vk_alpha_1 = ["0", "1", "0"])) });
        bad(NotOnCurveError, { proof: changed(proof, (p) => void (p.pi_a[0] = "5")) });
        bad(NotOnCurveError, { proof: changed(proof, (p) => void (p.pi_b[0][1] = "5")) });
        bad(NotOnCurveError, { key: changed(key, (k) => void (k.IC[0] = ["1", "1", "1"])) });
        prepared.free();
      });
    }
  }

  it("the message says where", () => {
    const { key, signals, proof } = fixture("bn128", "multiplier");
    const wrong = changed(key, (k) => void (k.IC[1][0] = "7"));
    assert.throws(() => groth16.verify(wrong, signals, proof), /IC\[1\] in the verification key file/);
  });

  it("bls12381: points outside the subgroup", () => {
    const { key, signals, proof } = fixture("bls12381", "multiplier");
    // (0, 2) has order three.
    const outside = changed(proof, (p) => void (p.pi_c = ["0", "2", "1"]));
    assertThrows(() => groth16.verify(key, signals, outside), NotInSubgroupError);
    const { Fp2 } = bls12_381.fields;
    const { b } = bls12_381.G2.Point.CURVE();
    const point = [1n, 2n, 3n, 4n, 5n, 6n].flatMap((c0) => {
      try {
        const y = Fp2.sqrt(Fp2.add(Fp2.create({ c0: c0 ** 3n, c1: 0n }), b));
        return [[[String(c0), "0"], [String(y.c0), String(y.c1)], ["1", "0"]]];
      } catch {
        return [];
      }
    })[0];
    assertThrows(() => groth16.verify(key, signals, changed(proof, (p) => void (p.pi_b = point))), NotInSubgroupError);
  });

  it("what is no argument", () => {
    const { key, signals, proof } = fixture("bn128", "multiplier");
    for (const no of [undefined, null, 5, 5n, true, Symbol("a"), () => 1, new Uint16Array(3)]) {
      assertThrows(() => groth16.verify(no, signals, proof), ArgumentError);
      assertThrows(() => groth16.verify(key, no, proof), ArgumentError);
      assertThrows(() => groth16.verify(key, signals, no), ArgumentError);
      assertThrows(() => groth16.prepare(no), ArgumentError);
    }
    const cyclic = {};
    cyclic.a = cyclic;
    assertThrows(() => groth16.verify(cyclic, signals, proof), FileError);
    const nothing = { toJSON: () => undefined };
    assertThrows(() => groth16.verify(nothing, signals, proof), FileError);
    const lying = { toJSON: () => { throw new Error("no"); } };
    assertThrows(() => groth16.verify(key, lying, proof), FileError);
  });

  it("prepared keys are apart, and end when they are given back", () => {
    const [a, b] = [fixture("bn128", "multiplier"), fixture("bls12381", "merkle")];
    const keys = [a, b, a, b].map(({ key }) => groth16.prepare(key));
    [a, b, a, b].forEach(({ signals, proof }, i) => assert.equal(keys[i].verify(signals, proof), true));
    assertThrows(() => keys[0].verify(b.signals, b.proof), FileError);
    keys[0].free();
    keys[0].free();
    assertThrows(() => keys[0].verify(a.signals, a.proof), ArgumentError);
    // By what is called to read the arguments, too.
    const freeing = (key, text) => ({ toJSON: () => (key.free(), JSON.parse(text)) });
    for (const [signals, proof] of [[1, 0], [0, 1]]) {
      const key = groth16.prepare(a.key);
      const args = [signals ? freeing(key, a.signals) : a.signals, proof ? freeing(key, a.proof) : a.proof];
      assertThrows(() => key.verify(...args), ArgumentError);
    }
    const again = groth16.prepare(b.key);
    assert.equal(again.verify(b.signals, b.proof), true);
    assert.equal(keys[2].verify(a.signals, a.proof), true);
    for (const key of [again, ...keys]) {
      key.free();
    }
  });
});
