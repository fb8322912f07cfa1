import { elements } from "./bytes.js";
import { ArgumentError, LengthError } from "./errors.js";
import { type Group, type GroupName, type HashGroup, type Point, type Scalar, encodeScalar, makeGroup, rawOf } from "./group.js";
import type { Module } from "./module.js";
import { type Signatures, makeSignatures } from "./signatures.js";

/** The names of the pairing-friendly curves. */
export type CurveName = "bls12_381" | "bn254";

/** An element of a pairing's target group, which is written as a product. Elements do not change. */
export interface Target<C extends CurveName = CurveName> {
  /** The name of the curve. */
  readonly curve: C;
  /** `this * other`. */
  multiply(other: Target<C>): Target<C>;
  /** `this ^ exponent`. Variable time; do not use with secret exponents. */
  power(exponent: Scalar): Target<C>;
  /** Whether both are the same. */
  equals(other: Target<C>): boolean;
  /** Whether it is one. */
  isOne(): boolean;
  /**
   * The twelve coefficients over the prime field, each big-endian, from the constant one up: as an element of
   * `Fp2 = Fp[u]`, `Fp6 = Fp2[v]`, `Fp12 = Fp6[w]` with `w^2 = v`. 576 bytes for BLS12-381, 384 for BN254.
   */
  toBytes(): Uint8Array;
}

/** The first and the second argument of a pairing. */
export type Pair<C extends CurveName> = readonly [Point<`${C}.G1`>, Point<`${C}.G2`>];

/** A pairing-friendly curve. */
export interface PairingCurve<C extends CurveName = CurveName> {
  /** Its name. */
  readonly name: C;
  /** The order of its groups, a prime. */
  readonly order: bigint;
  /** The first group, over the prime field. */
  readonly G1: Group<`${C}.G1`>;
  /** The second group, over the quadratic extension. */
  readonly G2: Group<`${C}.G2`>;
  /** The pairing `e(p, q)`. */
  pairing(p: Point<`${C}.G1`>, q: Point<`${C}.G2`>): Target<C>;
  /** The product of pairings, with one final exponentiation; one if there are none. */
  pairingProduct(pairs: readonly Pair<C>[]): Target<C>;
  /**
   * Whether the product of pairings is one, as verifiers ask. No pairs at all have the product one, as in EIP-197; the
   * precompile of EIP-2537 refuses them.
   */
  pairingCheck(pairs: readonly Pair<C>[]): boolean;
}

/** BLS12-381, with hashing and signatures. */
export interface Bls12_381 extends PairingCurve<"bls12_381"> {
  readonly G1: HashGroup<"bls12_381.G1">;
  readonly G2: HashGroup<"bls12_381.G2">;
  /** BLS signatures with public keys in G1, 48 bytes, and signatures in G2, 96 bytes, as Ethereum has them. */
  readonly minPk: Signatures<"bls12_381.G1", "bls12_381.G2">;
  /** BLS signatures with public keys in G2, 96 bytes, and signatures in G1, 48 bytes. */
  readonly minSig: Signatures<"bls12_381.G2", "bls12_381.G1">;
}

class RawTarget<C extends CurveName> implements Target<C> {
  readonly #pairing: Pairing<C>;
  readonly #raw: Uint8Array;

  constructor(pairing: Pairing<C>, raw: Uint8Array) {
    this.#pairing = pairing;
    this.#raw = raw;
    Object.freeze(this);
  }

  /** The raw form of what must be an element of the target group. */
  static rawOf(pairing: { readonly name: CurveName }, element: unknown): Uint8Array {
    if (typeof element === "object" && element !== null && #pairing in element) {
      const found: RawTarget<CurveName> = element;
      if (found.#pairing === pairing) {
        return found.#raw;
      }
    }
    throw new ArgumentError(`an element of the target group of ${pairing.name} was expected`);
  }

  get curve(): C {
    return this.#pairing.name;
  }

  multiply(other: Target<C>): Target<C> {
    return this.#pairing.target("target_product", [[this.#raw, RawTarget.rawOf(this.#pairing, other)]]);
  }

  power(exponent: Scalar): Target<C> {
    return this.#pairing.target("target_power", [this.#raw, encodeScalar(exponent, this.#pairing.order)]);
  }

  equals(other: Target<C>): boolean {
    const raw = RawTarget.rawOf(this.#pairing, other);
    return this.#raw.every((byte, i) => byte === raw[i]);
  }

  isOne(): boolean {
    return this.equals(this.#pairing.target("target_product", [[]]));
  }

  toBytes(): Uint8Array {
    return this.#pairing.module.bytes("target_encode", [this.#pairing.number], [this.#raw]);
  }
}

/** The pairing of a number of the module. */
class Pairing<C extends CurveName> {
  constructor(
    readonly module: Module,
    readonly name: C,
    readonly number: number,
    readonly order: bigint,
    readonly G1: Group<`${C}.G1`>,
    readonly G2: Group<`${C}.G2`>,
  ) {}

  /** The element that an operation results in. */
  target(
    operation: "pairing_product" | "target_product" | "target_power",
    inputs: readonly (Uint8Array | readonly Uint8Array[])[],
  ): Target<C> {
    return new RawTarget(this, this.module.bytes(operation, [this.number], inputs));
  }

  /** The raw forms of the arguments of pairings. */
  raws(pairs: readonly Pair<C>[]): [Uint8Array[], Uint8Array[]] {
    const p: Uint8Array[] = [];
    const q: Uint8Array[] = [];
    elements(pairs, "pairs").forEach((pair, i) => {
      const [first, second, ...more] = elements(pair, "a pair", i);
      if (more.length > 0) {
        throw new LengthError("a pair has two points", i);
      }
      p.push(rawOf(this.G1, first as Point<`${C}.G1`>, i));
      q.push(rawOf(this.G2, second as Point<`${C}.G2`>, i));
    });
    return [p, q];
  }

  /** What the package gives its users. */
  curve(): PairingCurve<C> {
    const { name, order, G1, G2 } = this;
    return {
      name,
      order,
      G1,
      G2,
      pairing: (p, q) => this.target("pairing_product", [rawOf(G1, p), rawOf(G2, q)]),
      pairingProduct: (pairs) => this.target("pairing_product", this.raws(pairs)),
      pairingCheck: (pairs) => this.module.test("pairing_check", [this.number], this.raws(pairs)),
    };
  }
}

const BLS12_381_ORDER = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;
const BN254_ORDER = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n;

/** @internal */
export function makeBls12_381(module: Module): Bls12_381 {
  const order = BLS12_381_ORDER;
  const group = <G extends GroupName>(name: G, number: number, length: number) =>
    makeGroup(module, { name, number, order, length, compresses: true });
  const G1 = group("bls12_381.G1", 0, 96);
  const G2 = group("bls12_381.G2", 1, 192);
  const pairing = new Pairing(module, "bls12_381", 0, order, G1, G2);
  const curve = pairing.curve();
  const minPk = makeSignatures(G1, G2, "BLS12381G2", (key, signature) => [key, signature], curve.pairingCheck);
  const minSig = makeSignatures(G2, G1, "BLS12381G1", (key, signature) => [signature, key], curve.pairingCheck);
  return Object.freeze({ ...curve, G1, G2, minPk, minSig });
}

/** @internal */
export function makeBn254(module: Module): PairingCurve<"bn254"> {
  const order = BN254_ORDER;
  const group = <G extends GroupName>(name: G, number: number, length: number) =>
    makeGroup(module, { name, number, order, length, compresses: false });
  const pairing = new Pairing(module, "bn254", 1, order, group("bn254.G1", 2, 64), group("bn254.G2", 3, 128));
  return Object.freeze(pairing.curve());
}
