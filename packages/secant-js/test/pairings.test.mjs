import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { bn254 } from "@noble/curves/bn254.js";
import { assertThrows, describeFlavours, generator, hex, secant, unhex } from "./common.mjs";
import { fromEip2537 } from "./eip2537.mjs";

const { ArgumentError, EncodingError, LengthError, NotInSubgroupError, NotOnCurveError } = secant;

/** Noble's pairing of multiples of the generators, as bytes. */
const oracles = {
  bls12_381: (a, b) => pairing(bls12_381, a, b),
  bn254: (a, b) => pairing(bn254, a, b),
};

function pairing(curve, a, b) {
  const { G1, G2, fields } = curve;
  return hex(fields.Fp12.toBytes(curve.pairing(G1.Point.BASE.multiply(a), G2.Point.BASE.multiply(b))));
}

const vectors = (path) => JSON.parse(readFileSync(new URL(`vectors/${path}`, import.meta.url)));

describeFlavours("pairings", (library) => {
  for (const curve of [library.bls12_381, library.bn254]) {
    const { name, order, G1, G2 } = curve;
    const random = generator(order);
    const [p, q] = [(a) => G1.generator.multiply(a), (b) => G2.generator.multiply(b)];

    it(`${name}: noble's pairing`, () => {
      for (let i = 0; i < 3; i++) {
        const [a, b] = [random.scalar(order), random.scalar(order)];
        assert.equal(hex(curve.pairing(p(a), q(b)).toBytes()), oracles[name](a, b));
      }
    });

    it(`${name}: products and powers`, () => {
      const e = curve.pairing(G1.generator, G2.generator);
      const [a, b, c, d] = [0, 1, 2, 3].map(() => random.scalar(order));
      assert.equal(e.curve, name);
      assert.ok(curve.pairing(p(a), q(b)).equals(e.power(a * b)));
      assert.ok(!curve.pairing(p(a), q(b)).equals(e.power(a * b + 1n)));
      const product = curve.pairingProduct([[p(a), q(b)], [p(c), q(d)], [G1.identity, q(b)]]);
      assert.ok(product.equals(e.power(a * b + c * d)));
      assert.ok(product.equals(curve.pairing(p(a), q(b)).multiply(curve.pairing(p(c), q(d)))));
      assert.ok(!e.isOne());
      assert.ok(e.power(order).isOne());
      assert.ok(e.power(-1n).multiply(e).isOne());
      assert.ok(curve.pairing(G1.identity, G2.generator).isOne());
      assert.ok(curve.pairing(G1.generator, G2.identity).isOne());
      assert.ok(curve.pairingProduct([]).isOne());
      assert.equal(curve.pairingCheck([]), true);
      assert.equal(e.toBytes().length, name === "bn254" ? 384 : 576);
    });

    it(`${name}: checks`, () => {
      const [a, b] = [random.scalar(order), random.scalar(order)];
      assert.equal(curve.pairingCheck([[p(a), q(b)], [p(order - a), q(b)]]), true);
      assert.equal(curve.pairingCheck([[p(a), q(b)], [p(order - a * b), G2.generator]]), true);
      assert.equal(curve.pairingCheck([[p(a), q(b)], [p(1n - a * b), G2.generator]]), false);
      assert.equal(curve.pairingCheck([[p(a), q(b)]]), false);
      assert.equal(curve.pairingCheck([[p(a), G2.identity]]), true);
      const many = Array.from({ length: 20 }, (_, i) => [p(BigInt(i)), q(BigInt(i + 1))]);
      const sum = many.reduce((sum, _, i) => sum + BigInt(i * (i + 1)), 0n);
      assert.equal(curve.pairingCheck([...many, [p(-sum), G2.generator]]), true);
      assert.equal(curve.pairingCheck([...many, [p(1n - sum), G2.generator]]), false);
    });

    it(`${name}: what is no argument`, () => {
      const [g, h] = [G1.generator, G2.generator];
      const other = (curve === library.bn254 ? library.bls12_381 : library.bn254);
      for (const no of [undefined, null, {}, 1n, g.toBytes(), h, other.G1.generator]) {
        assertThrows(() => curve.pairing(no, h), ArgumentError);
        assertThrows(() => curve.pairingCheck([[g, h], [no, h]]), ArgumentError, 1);
      }
      for (const no of [undefined, g, other.G2.generator]) {
        assertThrows(() => curve.pairing(g, no), ArgumentError);
        assertThrows(() => curve.pairingProduct([[g, no]]), ArgumentError, 0);
      }
      assertThrows(() => curve.pairingCheck([[g, h, g]]), LengthError, 0);
      assertThrows(() => curve.pairingCheck([[g]]), ArgumentError, 0);
      assertThrows(() => curve.pairingCheck([g, h]), ArgumentError, 0);
      assertThrows(() => curve.pairingCheck([[g, h], g]), ArgumentError, 1);
      assertThrows(() => curve.pairingProduct([[g, h], undefined]), ArgumentError, 1);
      assertThrows(() => curve.pairingCheck(g, h), ArgumentError);
      const e = curve.pairing(g, h);
      for (const no of [undefined, g, 1n, other.pairing(other.G1.generator, other.G2.generator)]) {
        assertThrows(() => e.multiply(no), ArgumentError);
        assertThrows(() => e.equals(no), ArgumentError);
      }
      assertThrows(() => e.power(2), ArgumentError);
    });
  }

  it("BLS12-381: EIP-2537", () => {
    const { G1, G2, pairingCheck } = library.bls12_381;
    const check = (input) => {
      const pairs = [];
      for (let bytes = unhex(input); bytes.length > 0; ) {
        let p, q;
        [p, bytes] = fromEip2537(bytes, 1);
        [q, bytes] = fromEip2537(bytes, 2);
        pairs.push([G1.fromBytes(p), G2.fromBytes(q)]);
      }
      return pairingCheck(pairs);
    };
    for (const { Input, Expected, Name } of vectors("eip-2537/pairing_check_bls.json")) {
      assert.equal(check(Input), BigInt(`0x${Expected}`) === 1n, Name);
    }
    const classes = {
      "invalid input length": LengthError,
      "invalid fp.Element encoding": EncodingError,
      "invalid point: not on curve": NotOnCurveError,
      "g1 point is not in the correct subgroup": NotInSubgroupError,
      "g2 point is not in the correct subgroup": NotInSubgroupError,
    };
    for (const { Input, ExpectedError, Name } of vectors("eip-2537/fail-pairing_check_bls.json")) {
      // Of padding, which the encodings here do not have, and of bytes that are no whole pairs, there is nothing to check. That
      // there must be a pair is a rule of the precompile alone.
      if (ExpectedError !== "invalid field element top bytes" && Input.length % 768 === 0 && Input.length > 0) {
        assert.throws(() => check(Input), classes[ExpectedError], Name);
      }
    }
  });

  it("BN254: EIP-197", () => {
    const { G1, G2, pairingCheck } = library.bn254;
    for (const { input, expected } of vectors("precompiles/bn254.json").pair) {
      const check = () => {
        const pairs = [];
        for (let bytes = unhex(input); bytes.length > 0; bytes = bytes.slice(192)) {
          pairs.push([G1.fromBytes(bytes.slice(0, 64)), G2.fromBytes(bytes.slice(64, 192))]);
        }
        return pairingCheck(pairs);
      };
      if (expected === null) {
        assert.throws(check, NotOnCurveError);
      } else {
        assert.equal(check(), BigInt(`0x${expected}`) === 1n);
      }
    }
  });
});
