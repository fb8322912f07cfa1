import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { bn254 } from "@noble/curves/bn254.js";
import { assertThrows, describeFlavours, generator, hex, secant, unhex } from "./common.mjs";
import { fromEip2537 } from "./eip2537.mjs";

const { ArgumentError, EncodingError, LengthError, NotInSubgroupError, NotOnCurveError } = secant;

/** A coordinate of noble's, big-endian, the coefficient of the imaginary unit first. */
function coordinate(value, size) {
  const one = (x) => x.toString(16).padStart(2 * size, "0");
  return typeof value === "bigint" ? one(value) : one(value.c1) + one(value.c0);
}

/** A point of noble's as EIPs write it, both coordinates, zeros for infinity. */
function affineBytes(point, size) {
  const { x, y } = point.toAffine();
  return unhex(point.is0() ? "00".repeat(coordinate(x, size).length) : coordinate(x, size) + coordinate(y, size));
}

/** Noble's points as this package reads them, the lengths that it reads, and a point off the subgroup. */
const oracles = {
  "bls12_381.G1": {
    Point: bls12_381.G1.Point,
    lengths: [48, 96],
    bytes: (p, form) => p.toBytes(form === "compressed"),
    outside: (Point) => affineBytes(Point.fromAffine({ x: 0n, y: 2n }), 48),
  },
  "bls12_381.G2": {
    Point: bls12_381.G2.Point,
    lengths: [96, 192],
    bytes: (p, form) => p.toBytes(form === "compressed"),
    outside: (Point) => affineBytes(outsideOf(Point), 48),
  },
  "bn254.G1": { Point: bn254.G1.Point, lengths: [64], bytes: (p) => affineBytes(p, 32) },
  "bn254.G2": {
    Point: bn254.G2.Point,
    lengths: [128],
    bytes: (p) => affineBytes(p, 32),
    outside: (Point) => affineBytes(outsideOf(Point), 32),
  },
};

/** A `y` that belongs to an `x`, which is an integer, or `undefined` if no point of the curve has it. */
function yOf({ Fp, CURVE }, integer) {
  const x = typeof Fp.ZERO === "bigint" ? BigInt(integer) : Fp.fromBigTuple([BigInt(integer), 0n]);
  try {
    return { x, y: Fp.sqrt(Fp.add(Fp.mul(Fp.sqr(x), x), CURVE().b)) };
  } catch {
    return undefined;
  }
}

/** The first point of a curve over a quadratic field with an `x` of 1, 2, ...: hardly in the subgroup. */
function outsideOf(Point) {
  for (let x = 1; ; x++) {
    const point = yOf(Point, x);
    if (point !== undefined) {
      return Point.fromAffine(point);
    }
  }
}

function groupsOf({ bls12_381, bn254 }) {
  return [bls12_381.G1, bls12_381.G2, bn254.G1, bn254.G2];
}

describeFlavours("groups", (library) => {
  for (const group of groupsOf(library)) {
    const { Point, bytes, lengths } = oracles[group.name];
    const forms = lengths.length === 2 ? ["compressed", "uncompressed"] : ["uncompressed"];
    const order = Point.Fn.ORDER;
    const random = generator(group.name.length * 7 + lengths[0]);
    const theirs = (scalar) => (scalar % order === 0n ? Point.ZERO : Point.BASE.multiply(scalar % order));
    const ours = (scalar) => group.fromBytes(bytes(theirs(scalar), "uncompressed"));
    const assertSame = (point, expected) => {
      for (const form of forms) {
        assert.equal(hex(point.toBytes(form)), hex(bytes(expected, form)));
      }
    };

    it(`${group.name}: encodings`, () => {
      assert.equal(group.order, order);
      assertSame(group.generator, Point.BASE);
      assertSame(group.identity, Point.ZERO);
      assert.equal(group.generator.toBytes().length, lengths[0]);
      for (let i = 0; i < 8; i++) {
        const point = theirs(random.scalar(order));
        for (const form of forms) {
          assertSame(group.fromBytes(bytes(point, form)), point);
          assertSame(group.fromBytes(bytes(point.negate(), form)), point.negate());
          assert.ok(group.fromBytes(bytes(Point.ZERO, form)).isIdentity());
        }
      }
      const scalars = Array.from({ length: 5 }, () => random.scalar(order));
      for (const form of forms) {
        const points = group.fromBytesEach(scalars.map((s) => bytes(theirs(s), form)));
        points.forEach((point, i) => assertSame(point, theirs(scalars[i])));
      }
      assert.deepEqual(group.fromBytesEach([]), []);
    });

    it(`${group.name}: additions`, () => {
      const [a, b] = [random.scalar(order), random.scalar(order)];
      const [p, q] = [ours(a), ours(b)];
      assertSame(p.add(q), theirs(a + b));
      assertSame(p.add(p), theirs(2n * a));
      assertSame(p.subtract(q), theirs(a - b + order));
      assertSame(p.negate(), theirs(order - a));
      assertSame(p.add(group.identity), theirs(a));
      assertSame(group.sum([p, q, p]), theirs(2n * a + b));
      assertSame(group.sum([]), Point.ZERO);
      assert.ok(p.subtract(p).isIdentity());
      assert.ok(!p.isIdentity());
      // Of other coordinates, but the same.
      assert.ok(p.add(q).equals(q.add(p)));
      assert.ok(p.add(q).subtract(q).equals(p));
      assert.ok(!p.equals(p.negate()));
      assert.ok(p.subtract(p).equals(group.identity));
      assert.ok(!p.equals(group.identity));
      assert.ok(!group.identity.equals(p));
    });

    it(`${group.name}: multiplications`, () => {
      const a = random.scalar(order);
      const p = ours(a);
      const scalars = [0n, 1n, 2n, order - 1n, order, order + 5n, -1n, -order - 3n, 2n ** 256n - 1n, 2n ** 300n, random.scalar(order)];
      for (const s of scalars) {
        const expected = theirs((((a * s) % order) + order) % order);
        assertSame(p.multiply(s), expected);
        if (s >= 0n && s < 2n ** 256n) {
          assertSame(p.multiply(unhex(s.toString(16).padStart(64, "0"))), expected);
        }
        assert.ok(group.identity.multiply(s).isIdentity());
      }
      // A point with a denominator.
      assertSame(p.add(p).multiply(7n), theirs(14n * a));
    });

    it(`${group.name}: sums of multiples`, () => {
      for (const count of [0, 1, 2, 3, 23, 24, 25, 60, 200]) {
        const logs = Array.from({ length: count }, (_, i) => (i % 17 === 3 ? 0n : random.scalar(order)));
        const scalars = logs.map((_, i) => [0n, 1n, order - 1n][i % 23] ?? random.scalar(order));
        // The second half is computed, and not normalised.
        const points = logs.map((log, i) => (i % 2 === 0 ? ours(log) : group.generator.multiply(log)));
        const expected = logs.reduce((sum, log, i) => (sum + log * scalars[i]) % order, 0n);
        assertSame(group.msm(points, scalars), theirs(expected));
      }
      // The same points and the opposite ones, in the same buckets.
      const p = ours(3n);
      const many = Array.from({ length: 64 }, (_, i) => (i % 2 === 0 ? p : p.negate()));
      assert.ok(group.msm(many, many.map(() => 5n)).isIdentity());
    });

    it(`${group.name}: what is no point`, () => {
      const good = lengths.map((length, i) => bytes(Point.BASE, forms[i]));
      for (const length of [0, 1, lengths[0] - 1, lengths[0] + 1, lengths.at(-1) + 1, 1000]) {
        assertThrows(() => group.fromBytes(new Uint8Array(length)), LengthError);
      }
      // Not below the modulus.
      assertThrows(() => group.fromBytes(new Uint8Array(lengths.at(-1)).fill(forms.length === 2 ? 0x1f : 0xff)), EncodingError);
      const changed = good.at(-1).slice();
      changed[changed.length - 1] ^= 1;
      assertThrows(() => group.fromBytes(changed), NotOnCurveError);
      const { outside } = oracles[group.name];
      if (outside !== undefined) {
        assertThrows(() => group.fromBytes(outside(Point)), NotInSubgroupError);
        assertThrows(() => group.fromBytesEach([good.at(-1), outside(Point)]), NotInSubgroupError, 1);
      }
      assertThrows(() => group.fromBytesEach([good.at(-1), good.at(-1), changed]), NotOnCurveError, 2);
      assertThrows(() => group.fromBytesEach([good[0], good[0].slice(1)]), LengthError, 1);
      assertThrows(() => group.fromBytesEach([changed]), NotOnCurveError, 0);
      for (const no of [undefined, null, 5, "00".repeat(lengths[0]), [...good[0]], new Uint16Array(lengths[0]), good[0].buffer]) {
        assertThrows(() => group.fromBytes(no), ArgumentError);
        assertThrows(() => group.fromBytesEach([good[0], no]), ArgumentError, 1);
      }
      assertThrows(() => group.fromBytesEach(good[0]), ArgumentError);
    });

    it(`${group.name}: what is no argument`, () => {
      const p = group.generator;
      const others = groupsOf(library).filter((other) => other !== group).map((other) => other.generator);
      const fake = Object.create(Object.getPrototypeOf(p), { group: { value: group } });
      for (const no of [undefined, null, {}, [], 1n, p.toBytes(), fake, ...others]) {
        assertThrows(() => p.add(no), ArgumentError);
        assertThrows(() => p.subtract(no), ArgumentError);
        assertThrows(() => p.equals(no), ArgumentError);
        assertThrows(() => group.sum([p, no]), ArgumentError, 1);
        assertThrows(() => group.msm([no], [1n]), ArgumentError, 0);
      }
      for (const no of [undefined, null, 5, "5", {}, [1n]]) {
        assertThrows(() => p.multiply(no), ArgumentError);
        assertThrows(() => group.msm([p, p], [1n, no]), ArgumentError, 1);
      }
      assertThrows(() => p.multiply(new Uint8Array(31)), LengthError);
      assertThrows(() => group.msm([p, p], [1n]), LengthError);
      assertThrows(() => group.msm([p], [1n, 2n]), LengthError);
      assertThrows(() => group.msm(p, 1n), ArgumentError);
      assertThrows(() => p.toBytes("hybrid"), ArgumentError);
      if (forms.length === 1) {
        assertThrows(() => p.toBytes("compressed"), ArgumentError);
      }
    });
  }

  it("BLS12-381: flags", () => {
    for (const { name, fromBytes } of [library.bls12_381.G1, library.bls12_381.G2].map((g) => ({ name: g.name, fromBytes: (b) => g.fromBytes(b) }))) {
      const { Point } = oracles[name];
      const [short, long] = [Point.BASE.toBytes(true), Point.BASE.toBytes(false)];
      const flagged = (bytes, flags) => bytes.map((byte, i) => (i === 0 ? (byte & 0x1f) | flags : byte));
      // Without the flag of compression, or with it; the larger y without compression; infinity that has coordinates.
      for (const bad of [flagged(short, 0), flagged(short, 0x20), flagged(long, 0x80), flagged(long, 0x20), flagged(long, 0x40), flagged(short, 0xc0)]) {
        assertThrows(() => fromBytes(bad), EncodingError);
      }
      const infinity = new Uint8Array(short.length);
      infinity[0] = 0xe0;
      assertThrows(() => fromBytes(infinity), EncodingError);
      // Both of the curve's points with one first coordinate.
      const other = flagged(short, short[0] & 0x20 ? 0x80 : 0xa0);
      assert.equal(hex(fromBytes(other).toBytes()), hex(Point.BASE.negate().toBytes(true)));
    }
  });

  it("BLS12-381: a first coordinate that no point has", () => {
    for (const group of [library.bls12_381.G1, library.bls12_381.G2]) {
      const { Point } = oracles[group.name];
      let refused = 0;
      for (let x = 1; x < 30; x++) {
        const bytes = new Uint8Array(group.generator.toBytes().length);
        [bytes[0], bytes[bytes.length - 1]] = [0x80, x];
        const exists = yOf(Point, x) !== undefined;
        assert.throws(() => group.fromBytes(bytes), exists ? NotInSubgroupError : NotOnCurveError);
        refused += Number(!exists);
      }
      assert.ok(refused > 5);
    }
  });

  it("BLS12-381: the multiples of EIP-2537, and what it refuses", () => {
    for (const [group, file, size] of [
      [library.bls12_381.G1, "G1", 1],
      [library.bls12_381.G2, "G2", 2],
    ]) {
      const read = (name) => JSON.parse(readFileSync(new URL(`vectors/eip-2537/${name}_${file}_bls.json`, import.meta.url)));
      for (const { Input, Expected, Name } of read("mul")) {
        const [point, scalar] = fromEip2537(unhex(Input), size);
        const expected = fromEip2537(unhex(Expected), size)[0];
        assert.equal(hex(group.fromBytes(point).multiply(scalar).toBytes("uncompressed")), hex(expected), Name);
      }
      const classes = {
        "invalid fp.Element encoding": EncodingError,
        "invalid point: not on curve": NotOnCurveError,
        "g1 point is not in the correct subgroup": NotInSubgroupError,
        "g2 point is not in the correct subgroup": NotInSubgroupError,
      };
      let refused = 0;
      for (const { Input, ExpectedError, Name } of read("fail-mul")) {
        if (ExpectedError in classes) {
          assert.throws(() => group.fromBytes(fromEip2537(unhex(Input), size)[0]), classes[ExpectedError], Name);
          refused += 1;
        }
      }
      assert.ok(refused >= 4);
    }
  });

  it("BN254: sums and multiples of EIP-196", () => {
    const { G1 } = library.bn254;
    const { add, mul } = JSON.parse(readFileSync(new URL("vectors/precompiles/bn254.json", import.meta.url)));
    const check = ({ input, expected }, compute) => {
      const bytes = unhex(input);
      if (expected === null) {
        assert.throws(() => compute(bytes), NotOnCurveError);
      } else {
        assert.equal(hex(compute(bytes).toBytes()), expected);
      }
    };
    for (const vector of add) {
      check(vector, (b) => G1.fromBytes(b.slice(0, 64)).add(G1.fromBytes(b.slice(64))));
    }
    for (const vector of mul) {
      check(vector, (b) => G1.fromBytes(b.slice(0, 64)).multiply(b.slice(64)));
    }
  });
});
