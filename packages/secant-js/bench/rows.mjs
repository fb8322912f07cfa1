// The rows: each with a column for every library that has the operation.

import { readFileSync } from "node:fs";
import { normalizeZ, pippenger } from "@noble/curves/abstract/curve.js";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { bn254 } from "@noble/curves/bn254.js";
import { p256 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { buildBls12381, buildBn128 } from "ffjavascript";
import mcl from "mcl-wasm";
import * as snarkjs from "snarkjs";
import { load, supportedFlavours } from "../dist/node.js";

const MSM = 1000;

/** Reproducible integers below `limit`: xorshift. */
function integers(limit) {
  let state = 0x9e3779b97f4a7c15n;
  const next = () => {
    for (const [left, by] of [[true, 13n], [false, 7n], [true, 17n]]) {
      state ^= left ? (state << by) & 0xffffffffffffffffn : state >> by;
    }
    return state;
  };
  return () => [1, 2, 3, 4, 5].reduce((sum) => (sum << 64n) | next(), 0n) % limit;
}

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const digits = (x, bytes) => x.toString(16).padStart(2 * bytes, "0");
const coefficients = (x) => (typeof x === "bigint" ? [x] : [x.c0, x.c1]);

/** Both coordinates of an affine point of noble's, as integers. */
const coordinates = ({ x, y }) => [...coefficients(x), ...coefficients(y)];

/**
 * A curve as each library has it, and points between them by their coordinates, of which this is the text that results are
 * compared by.
 */
const curves = {
  bls12_381: { name: "bls12_381", theirs: bls12_381, bytes: 48, mcl: mcl.BLS12_381, ffjavascript: () => buildBls12381(true) },
  bn254: { name: "bn254", theirs: bn254, bytes: 32, mcl: mcl.BN_SNARK1, ffjavascript: () => buildBn128(true) },
};

const textOf = (integers, { bytes }) => integers.map((x) => digits(x, bytes)).join("");
const ofNoble = (point, curve) => textOf(coordinates(point.toAffine()), curve);

/** Our uncompressed bytes have the coefficient of the imaginary unit first. */
function ofOurs(point, { bytes }) {
  const text = hex(point.toBytes("uncompressed"));
  const parts = text.match(new RegExp(`.{${2 * bytes}}`, "g"));
  return (parts.length === 2 ? parts : [1, 0, 3, 2].map((i) => parts[i])).join("");
}

/** mcl's points are "1 x y" in digits. */
function ofMcl(point, curve) {
  point.normalize();
  return textOf(point.getStr(16).split(" ").slice(1).map((x) => BigInt(`0x${x}`)), curve);
}

function toMcl(Class, integers) {
  const point = new Class();
  point.setStr(`1 ${integers.map((x) => x.toString(16)).join(" ")}`, 16);
  return point;
}

const toOurs = (group, point, { bytes }) => {
  const parts = coordinates(point.toAffine()).map((x) => digits(x, bytes));
  const order = parts.length === 2 ? [0, 1] : [1, 0, 3, 2];
  return group.fromBytes(Buffer.from(order.map((i) => parts[i]).join(""), "hex"));
};

const toFf = (group, point) => {
  const { x, y } = point.toAffine();
  return group.fromObject(typeof x === "bigint" ? [x, y, 1n] : [coefficients(x), coefficients(y), [1n, 0n]]);
};
const ofFf = (group, point, curve) => textOf(group.toObject(group.toAffine(point)).slice(0, 2).flat(), curve);

/** The rows whose names pass, with what they need made just before. */
export async function* rows(passes) {
  const flavours = await Promise.all(supportedFlavours().map((flavour) => load({ flavour })));
  const ours = (make) => flavours.map((library) => ({ library: `secant (${library.flavour})`, ...make(library) }));
  for (const curve of Object.values(curves)) {
    const of = async function* () {
      await mcl.init(curve.mcl);
      const ff = await curve.ffjavascript();
      yield* pairing(curve, ours, ff);
      for (const group of ["G1", "G2"]) {
        yield* multiples(curve, group, ours, ff, passes);
      }
      await ff.terminate();
    };
    for await (const row of of()) {
      if (passes(row.name)) {
        yield row;
      }
    }
  }
  // snarkjs takes these in place of curves with a thread for each core.
  [globalThis.curve_bn128, globalThis.curve_bls12381] = [await buildBn128(true), await buildBls12381(true)];
  for (const row of [...signatures(ours), ...ecdsa(ours), ...proofs(ours)]) {
    if (passes(row.name)) {
      yield row;
    }
  }
}

function* pairing(curve, ours, ff) {
  const { theirs, name } = curve;
  const { Fp12 } = theirs.fields;
  const [p, q] = [theirs.G1.Point.BASE.multiply(5n), theirs.G2.Point.BASE.multiply(7n)];
  const [p1, q1] = [toMcl(mcl.G1, coordinates(p.toAffine())), toMcl(mcl.G2, coordinates(q.toAffine()))];
  const [p2, q2] = [toFf(ff.G1, p), toFf(ff.G2, q)];
  // ffjavascript's final exponentiation is to another power, so its results are compared as powers of each other.
  const noble = () => theirs.pairing(p, q);
  const text = hex(Fp12.toBytes(noble()));
  yield {
    name: `${name} pairing`,
    columns: [
      ...ours((library) => {
        const { G1, G2, pairing } = library[name];
        const [a, b] = [toOurs(G1, p, curve), toOurs(G2, q, curve)];
        return { run: () => pairing(a, b), result: () => hex(pairing(a, b).toBytes()) };
      }),
      { library: "noble", run: noble, result: () => text },
      {
        library: "mcl-wasm",
        run: () => mcl.pairing(p1, q1),
        result: () => textOf(mcl.pairing(p1, q1).getStr(16).split(" ").map((x) => BigInt(`0x${x}`)), curve),
      },
      {
        library: "ffjavascript",
        run: () => ff.pairing(p2, q2),
        result: () => (agrees(ff, p2, q2) ? text : "pairings that are not bilinear"),
      },
    ],
  };
}

/** Whether `e(2 p, q) = e(p, 2 q) = e(p, q)^2`, and that is not one. */
function agrees({ G1, G2, Gt, pairing }, p, q) {
  const e = pairing(p, q);
  const square = Gt.mul(e, e);
  return !Gt.eq(e, Gt.one) && Gt.eq(pairing(G1.double(p), q), square) && Gt.eq(pairing(p, G2.double(q)), square);
}

function* multiples(curve, group, ours, ff, passes) {
  const { theirs, name } = curve;
  const { Point } = theirs[group];
  const order = Point.Fn.ORDER;
  const next = integers(order);
  const Class = mcl[group];
  const one = `${name} ${group} multiplication`;
  const many = `${name} ${group} msm of ${MSM}`;
  const scalars = Array.from({ length: MSM }, next);
  const fr = (scalar) => {
    const element = new mcl.Fr();
    element.setStr(scalar.toString());
    return element;
  };
  const bytes = (scalar) => Uint8Array.from(Buffer.from(digits(scalar, 32), "hex")).reverse();
  if (passes(one)) {
    const point = Point.BASE.multiply(next());
    const [scalar] = scalars;
    const [p1, s1] = [toMcl(Class, coordinates(point.toAffine())), fr(scalar)];
    const [p2, s2] = [toFf(ff[group], point), bytes(scalar)];
    yield {
      name: one,
      columns: [
        ...ours((library) => {
          const p = toOurs(library[name][group], point, curve);
          return { run: () => p.multiply(scalar), result: () => ofOurs(p.multiply(scalar), curve) };
        }),
        { library: "noble", run: () => point.multiplyUnsafe(scalar), result: () => ofNoble(point.multiplyUnsafe(scalar), curve) },
        { library: "mcl-wasm", run: () => mcl.mul(p1, s1), result: () => ofMcl(mcl.mul(p1, s1), curve) },
        {
          library: "ffjavascript",
          run: () => ff[group].timesScalar(p2, s2),
          result: () => ofFf(ff[group], ff[group].timesScalar(p2, s2), curve),
        },
      ],
    };
  }
  if (passes(many)) {
    const points = normalizeZ(Point, Array.from({ length: MSM }, (_, i) => Point.BASE.multiplyUnsafe(BigInt(i * i + 1))));
    const p1 = points.map((point) => toMcl(Class, coordinates(point.toAffine())));
    const s1 = scalars.map(fr);
    const size = ff[group].F.n8 * 2;
    const p2 = new Uint8Array(MSM * size);
    points.forEach((point, i) => p2.set(ff[group].toAffine(toFf(ff[group], point)), i * size));
    const s2 = new Uint8Array(MSM * 32);
    scalars.forEach((scalar, i) => s2.set(bytes(scalar), i * 32));
    yield {
      name: many,
      columns: [
        ...ours((library) => {
          const ourGroup = library[name][group];
          const p = points.map((point) => toOurs(ourGroup, point, curve));
          return { run: () => ourGroup.msm(p, scalars), result: () => ofOurs(ourGroup.msm(p, scalars), curve) };
        }),
        { library: "noble", run: () => pippenger(Point, points, scalars), result: () => ofNoble(pippenger(Point, points, scalars), curve) },
        { library: "mcl-wasm", run: () => mcl.mulVec(p1, s1), result: () => ofMcl(mcl.mulVec(p1, s1), curve) },
        {
          library: "ffjavascript",
          run: () => ff[group].multiExpAffine(p2, s2),
          result: async () => ofFf(ff[group], await ff[group].multiExpAffine(p2, s2), curve),
        },
      ],
    };
  }
}

function* signatures(ours) {
  const scheme = bls12_381.longSignatures;
  const secret = Uint8Array.from({ length: 32 }, (_, i) => i + 1);
  const message = new TextEncoder().encode("a message");
  const dst = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
  const key = scheme.getPublicKey(secret).toBytes(true);
  const signature = scheme.sign(scheme.hash(message, dst), secret).toBytes(true);
  const noble = () => scheme.verify(signature, scheme.hash(message, dst), key);
  yield {
    name: "bls12_381 signature verification",
    columns: [
      ...ours(({ bls12_381: { minPk } }) => {
        const run = () => minPk.verify(key, message, signature);
        return { run, result: run };
      }),
      { library: "noble", run: noble, result: noble },
    ],
  };
}

function* ecdsa(ours) {
  const message = new TextEncoder().encode("a message");
  for (const [name, theirs] of [["secp256k1", secp256k1], ["p256", p256]]) {
    const { secretKey, publicKey } = theirs.keygen(Uint8Array.from({ length: theirs.lengths.seed }, (_, i) => i + 1));
    const signature = theirs.sign(message, secretKey);
    const noble = () => theirs.verify(signature, message, publicKey);
    yield {
      name: `${name} ecdsa verification`,
      columns: [
        ...ours((library) => {
          const run = () => library[name].verify(signature, message, publicKey);
          return { run, result: run };
        }),
        { library: "noble", run: noble, result: noble },
      ],
    };
  }
}

function* proofs(ours) {
  for (const curve of ["bn128", "bls12381"]) {
    const read = (name) =>
      JSON.parse(readFileSync(new URL(`../../../crates/secant-verify/fixtures/snarkjs/${curve}/merkle/${name}.json`, import.meta.url)));
    const files = ["verification_key", "public", "proof"].map(read);
    const theirs = () => snarkjs.groth16.verify(...files);
    yield {
      name: `groth16 verification (${curve})`,
      columns: [
        ...ours(({ groth16 }) => {
          const run = () => groth16.verify(...files);
          return { run, result: run };
        }),
        { library: "snarkjs", run: theirs, result: theirs },
      ],
    };
    yield {
      name: `groth16 verification (${curve}), prepared key`,
      columns: [
        ...ours(({ groth16 }) => {
          const key = groth16.prepare(files[0]);
          const run = () => key.verify(files[1], files[2]);
          return { run, result: run };
        }),
        { library: "snarkjs", run: theirs, result: theirs },
      ],
    };
  }
}
