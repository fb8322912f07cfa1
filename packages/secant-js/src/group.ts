import { byteLength, bytesOrText, elements, expectLength } from "./bytes.js";
import { ArgumentError, LengthError } from "./errors.js";
import type { Module } from "./module.js";

/** The names of the groups. */
export type GroupName = "bls12_381.G1" | "bls12_381.G2" | "bn254.G1" | "bn254.G2";

/** An integer modulo the order of a group: any integer, or 32 bytes, big-endian. It must be no secret. */
export type Scalar = bigint | Uint8Array;

/** How a point is written. */
export type PointForm = "compressed" | "uncompressed";

/** A point of a group: of its curve's subgroup of prime order. Points do not change. */
export interface Point<G extends GroupName = GroupName> {
  /** The group. */
  readonly group: Group<G>;
  /** `this + other`. */
  add(other: Point<G>): Point<G>;
  /** `this - other`. */
  subtract(other: Point<G>): Point<G>;
  /** `-this`. */
  negate(): Point<G>;
  /**
   * `scalar * this`.
   *
   * Variable time; do not use with secret scalars: how long it takes says something about the scalar, and copies of it stay
   * in the memory of the module.
   */
  multiply(scalar: Scalar): Point<G>;
  /** Whether both are the same point. */
  equals(other: Point<G>): boolean;
  /** Whether it is the point at infinity. */
  isIdentity(): boolean;
  /**
   * The point as protocols write it. BLS12-381 as Zcash and the IETF do, compressed unless another form is asked for: 48 or
   * 96 bytes in G1, 96 or 192 in G2. BN254 as EIP-196 and EIP-197 do, 64 bytes in G1, 128 in G2, always uncompressed.
   */
  toBytes(form?: PointForm): Uint8Array;
}

/** A group of points. */
export interface Group<G extends GroupName = GroupName> {
  /** Its name. */
  readonly name: G;
  /** The order of the group, a prime. */
  readonly order: bigint;
  /** The generator that the curve's standard gives. */
  readonly generator: Point<G>;
  /** The point at infinity. */
  readonly identity: Point<G>;
  /**
   * Reads a point in any of the forms that {@link Point.toBytes} writes; of BLS12-381, the length says which.
   *
   * @throws {LengthError} {@link EncodingError} {@link NotOnCurveError} {@link NotInSubgroupError}
   */
  fromBytes(bytes: Uint8Array): Point<G>;
  /** {@link fromBytes} of many points of one form; an error says by its `index` which of them is wrong. */
  fromBytesEach(encodings: readonly Uint8Array[]): Point<G>[];
  /** The sum of points: the identity if there are none. */
  sum(points: readonly Point<G>[]): Point<G>;
  /**
   * The sum of `scalars[i] * points[i]`. Variable time; do not use with secret scalars.
   *
   * @throws {LengthError} if there are not as many scalars as points.
   */
  msm(points: readonly Point<G>[], scalars: readonly Scalar[]): Point<G>;
}

/** A group that messages can be hashed to, as RFC 9380 has it. */
export interface HashGroup<G extends GroupName = GroupName> extends Group<G> {
  /**
   * `hash_to_curve` (`BLS12381G1_XMD:SHA-256_SSWU_RO_`, or G2). Variable time; do not use with secret messages.
   *
   * @param dst The domain separation tag, not empty: text, or bytes.
   */
  hash(message: Uint8Array, dst: string | Uint8Array): Point<G>;
  /** `encode_to_curve` (`..._NU_`): about twice as fast, and not uniform. Variable time, as {@link hash}. */
  encode(message: Uint8Array, dst: string | Uint8Array): Point<G>;
}

/** What tells a group from another, and how its points are written. */
export interface Parameters<G extends GroupName> {
  name: G;
  /** Its number in the module. */
  number: number;
  order: bigint;
  /** Bytes of a point without compression. */
  length: number;
  /** Whether points have a compressed form, of half the length. */
  compresses: boolean;
}

/** Bytes of a scalar. */
const SCALAR = 32;

/** A point as the module's memory has it: Jacobian coordinates, of limbs in Montgomery form. */
class RawPoint<G extends GroupName> implements Point<G> {
  readonly #group: RawGroup<G>;
  readonly #raw: Uint8Array;

  constructor(group: RawGroup<G>, raw: Uint8Array) {
    this.#group = group;
    this.#raw = raw;
    Object.freeze(this);
  }

  /** The raw form of what must be a point of the group. */
  static rawOf(group: Group<GroupName>, point: unknown, index?: number): Uint8Array {
    if (typeof point === "object" && point !== null && #group in point) {
      const found: RawPoint<GroupName> = point;
      if (found.#group === group) {
        return found.#raw;
      }
    }
    throw new ArgumentError(`a point of ${group.name} was expected`, index);
  }

  get group(): Group<G> {
    return this.#group;
  }

  add(other: Point<G>): Point<G> {
    return this.#group.call("sum", [], [[this.#raw, rawOf<G>(this.#group, other)]]);
  }

  subtract(other: Point<G>): Point<G> {
    rawOf<G>(this.#group, other);
    return this.add(other.negate());
  }

  negate(): Point<G> {
    return this.#group.call("negate", [], [this.#raw]);
  }

  multiply(scalar: Scalar): Point<G> {
    return this.#group.call("mul", [], [this.#raw, encodeScalar(scalar, this.#group.order)]);
  }

  equals(other: Point<G>): boolean {
    const group = this.#group;
    return group.module.test("equal", [group.number], [this.#raw, rawOf<G>(group, other)]);
  }

  isIdentity(): boolean {
    // Z is zero.
    return this.#raw.subarray((this.#raw.length / 3) * 2).every((byte) => byte === 0);
  }

  toBytes(form?: PointForm): Uint8Array {
    if (form !== undefined && form !== "compressed" && form !== "uncompressed") {
      throw new ArgumentError(`a form is "compressed" or "uncompressed"`);
    }
    const group = this.#group;
    if (form === "compressed" && !group.compresses) {
      throw new ArgumentError(`points of ${group.name} have no compressed form`);
    }
    const compressed = group.compresses && form !== "uncompressed";
    return group.module.bytes("encode", [group.number, Number(compressed)], [this.#raw]);
  }
}

/** The raw form of what must be a point of the group, which must be of this package. */
export function rawOf<G extends GroupName>(group: Group<G>, point: Point<G>, index?: number): Uint8Array {
  return RawPoint.rawOf(group as unknown as Group, point, index);
}

/** A point, or the one that bytes encode; of a list, which element of it. */
export function read<G extends GroupName>(group: Group<G>, point: Uint8Array | Point<G>, index?: number): Point<G> {
  if (ArrayBuffer.isView(point)) {
    // All groups are, see `makeGroup`.
    return (group as RawGroup<G>).decode(point, index);
  }
  rawOf(group, point, index);
  return point;
}

class RawGroup<G extends GroupName> implements HashGroup<G> {
  readonly name: G;
  readonly order: bigint;
  readonly generator: Point<G>;
  readonly identity: Point<G>;
  readonly module: Module;
  readonly number: number;
  readonly compresses: boolean;
  readonly #lengths: readonly number[];

  constructor(module: Module, { name, number, order, length, compresses }: Parameters<G>) {
    this.module = module;
    this.name = name;
    this.number = number;
    this.order = order;
    this.compresses = compresses;
    this.#lengths = compresses ? [length / 2, length] : [length];
    this.generator = this.call("generator", [], []);
    this.identity = this.call("sum", [], [[]]);
  }

  fromBytes(bytes: Uint8Array): Point<G> {
    return this.decode(bytes);
  }

  /** {@link fromBytes} of an element of a list, or of bytes that are in none. */
  decode(bytes: Uint8Array, index?: number): Point<G> {
    const length = expectLength(bytes, this.#lengths, `a point of ${this.name}`, index);
    return new RawPoint(this, this.module.bytes("decode", [this.number, length], [bytes], index));
  }

  fromBytesEach(encodings: readonly Uint8Array[]): Point<G>[] {
    const all = elements(encodings, "encodings");
    const [first] = all;
    if (first === undefined) {
      return [];
    }
    const length = expectLength(first, this.#lengths, `a point of ${this.name}`, 0);
    all.forEach((bytes, i) => expectLength(bytes, [length], `a point of ${this.name}`, i));
    const raw = this.module.bytes("decode", [this.number, length], [all]);
    const size = raw.length / all.length;
    return all.map((_, i) => new RawPoint(this, raw.slice(i * size, (i + 1) * size)));
  }

  sum(points: readonly Point<G>[]): Point<G> {
    return this.call("sum", [], [this.raws(points)]);
  }

  msm(points: readonly Point<G>[], scalars: readonly Scalar[]): Point<G> {
    const raws = this.raws(points);
    const integers = encodeScalars(scalars, this.order);
    if (raws.length * SCALAR !== integers.length) {
      throw new LengthError(`${raws.length} points need as many scalars, not ${integers.length / SCALAR}`);
    }
    return this.call("msm", [], [raws, integers]);
  }

  hash(message: Uint8Array, dst: string | Uint8Array): Point<G> {
    return this.#hash(1, message, dst);
  }

  encode(message: Uint8Array, dst: string | Uint8Array): Point<G> {
    return this.#hash(0, message, dst);
  }

  /** The point that an operation results in. */
  call(
    operation: "generator" | "sum" | "negate" | "mul" | "msm" | "hash",
    numbers: readonly number[],
    inputs: readonly (Uint8Array | readonly Uint8Array[])[],
  ): Point<G> {
    return new RawPoint(this, this.module.bytes(operation, [this.number, ...numbers], inputs));
  }

  /** The raw forms of points. */
  raws(points: readonly Point<G>[]): Uint8Array[] {
    return elements(points, "points").map((point, i) => rawOf<G>(this, point, i));
  }

  #hash(uniform: number, message: Uint8Array, dst: string | Uint8Array): Point<G> {
    byteLength(message, "a message");
    const tag = bytesOrText(dst, "a domain separation tag");
    return this.call("hash", [uniform], [message, tag]);
  }
}

const LIMB = (1n << 64n) - 1n;

/** A scalar as the module reads it: 32 bytes, little-endian; an integer is taken modulo the order. */
export function encodeScalar(scalar: Scalar, order: bigint): Uint8Array {
  const bytes = new Uint8Array(SCALAR);
  writeScalar(scalar, order, bytes);
  return bytes;
}

/** Scalars as the module reads them, one behind the other. */
function encodeScalars(scalars: readonly Scalar[], order: bigint): Uint8Array {
  const all = elements(scalars, "scalars");
  const bytes = new Uint8Array(all.length * SCALAR);
  all.forEach((scalar, i) => writeScalar(scalar, order, bytes.subarray(i * SCALAR, (i + 1) * SCALAR), i));
  return bytes;
}

function writeScalar(scalar: Scalar, order: bigint, bytes: Uint8Array, index?: number): void {
  if (typeof scalar !== "bigint") {
    expectLength(scalar, [SCALAR], "a scalar that is no bigint", index);
    bytes.set(scalar);
    bytes.reverse();
    return;
  }
  let integer = scalar;
  if (integer < 0n || integer >= order) {
    integer %= order;
    integer = integer < 0n ? integer + order : integer;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = 0; at < SCALAR; at += 8) {
    view.setBigUint64(at, integer & LIMB, true);
    integer >>= 64n;
  }
}

/** @internal */
export function makeGroup<G extends GroupName>(module: Module, parameters: Parameters<G>): HashGroup<G> {
  return Object.freeze(new RawGroup(module, parameters));
}
