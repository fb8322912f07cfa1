// Keys under which anybody proves anything.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { assertThrows, describeFlavours, secant } from "./common.mjs";

const { FileError, InfinityError, SecantError } = secant;

const INFINITY = ["0", "1", "0"];

/** A file of a proof that snarkjs made. */
function fixture(curve, name) {
  const path = `../../../crates/secant-verify/fixtures/snarkjs/${curve}/multiplier/${name}.json`;
  return JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
}

describeFlavours("Groth16 keys that prove nothing", ({ groth16, bls12_381, bn254 }) => {
  for (const [name, curve, size] of [["bn128", bn254, 32], ["bls12381", bls12_381, 48]]) {
    const { G1, G2, pairingCheck } = curve;
    const hex = (x) => BigInt(x).toString(16).padStart(2 * size, "0");
    const read = (group, coordinates) => group.fromBytes(Uint8Array.from(Buffer.from(coordinates.map(hex).join(""), "hex")));
    const first = ([x, y]) => read(G1, [x, y]);
    const second = ([x, y]) => read(G2, [x[1], x[0], y[1], y[0]]);
    const numbers = (point) => {
      const all = Buffer.from(point.toBytes("uncompressed")).toString("hex").match(new RegExp(`.{${2 * size}}`, "g"));
      return all.map((digits) => BigInt(`0x${digits}`).toString());
    };
    const writeFirst = (point) => [...numbers(point), "1"];
    const writeSecond = (point) => {
      const [x1, x0, y1, y0] = numbers(point);
      return [[x0, x1], [y0, y1], ["1", "0"]];
    };
    /** A key with another delta, and a proof under it of any numbers, made without a witness. */
    const forge = (isOpposite) => {
      const key = fixture(name, "verification_key");
      const gamma = second(key.vk_gamma_2);
      key.vk_delta_2 = writeSecond(isOpposite ? gamma.negate() : gamma);
      const signals = key.IC.slice(1).map((_, i) => String(1234567 + i));
      const [constant, ...bases] = key.IC.map(first);
      const inputs = constant.add(G1.msm(bases, signals.map(BigInt)));
      const c = isOpposite ? inputs : inputs.negate();
      const proof = {
        protocol: "groth16",
        curve: name,
        pi_a: key.vk_alpha_1,
        pi_b: key.vk_beta_2,
        pi_c: writeFirst(c),
      };
      // It fulfils the equation of the verifier.
      const [alpha, beta] = [first(key.vk_alpha_1), second(key.vk_beta_2)];
      const pairs = [[alpha, beta], [alpha.negate(), beta], [inputs.negate(), gamma], [c.negate(), second(key.vk_delta_2)]];
      assert.equal(pairingCheck(pairs), true);
      return { key, signals, proof };
    };

    const refused = (Class, message, { key, signals, proof }) => {
      const expected = (error) => error instanceof Class && message.test(error.message) || assert.fail(error.stack);
      for (const form of [(value) => value, JSON.stringify, (value) => new TextEncoder().encode(JSON.stringify(value, null, 1))]) {
        assert.throws(() => groth16.verify(form(key), form(signals), form(proof)), expected);
        assert.throws(() => groth16.prepare(form(key)), expected);
      }
    };

    it(`${name}: delta is gamma, or its opposite`, () => {
      refused(FileError, /vk_delta_2/, forge(false));
      refused(FileError, /vk_delta_2/, forge(true));
      // The key of the setup itself is fine, and does not hold for what was forged.
      const { signals, proof } = forge(false);
      assert.equal(groth16.verify(fixture(name, "verification_key"), signals, proof), false);
    });

    it(`${name}: a point of IC at infinity, whose signal is not bound`, () => {
      const [key, signals, proof] = ["verification_key", "public", "proof"].map((file) => fixture(name, file));
      assert.equal(groth16.verify(key, signals, proof), true);
      for (let i = 1; i < key.IC.length; i++) {
        const unbound = structuredClone(key);
        unbound.IC[i] = INFINITY;
        refused(InfinityError, new RegExp(`IC\\[${i}\\]`), { key: unbound, signals, proof });
      }
      // The constant may be anything.
      const constant = structuredClone(key);
      constant.IC[0] = INFINITY;
      assert.equal(groth16.verify(constant, signals, proof), false);
      assert.equal(groth16.prepare(constant).verify(signals, proof), false);
    });

    it(`${name}: a part of the key at infinity`, () => {
      const [key, signals, proof] = ["verification_key", "public", "proof"].map((file) => fixture(name, file));
      for (const part of ["vk_alpha_1", "vk_beta_2", "vk_gamma_2", "vk_delta_2"]) {
        const infinity = part.endsWith("1") ? INFINITY : [["0", "0"], ["1", "0"], ["0", "0"]];
        refused(SecantError, new RegExp(part), { key: { ...key, [part]: infinity }, signals, proof });
      }
    });
  }
});
