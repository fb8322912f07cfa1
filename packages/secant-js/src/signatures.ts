import { byteLength, bytesOrText, elements, lengthOf } from "./bytes.js";
import { InfinityError, LengthError } from "./errors.js";
import { type Group, type GroupName, type HashGroup, type Point, rawOf, read } from "./group.js";
import { readOptions } from "./options.js";

/** Options of BLS verification. What an object inherits is no option. */
export interface BlsOptions {
  /** The domain separation tag: text, or bytes. By default that of proofs of possession, as Ethereum has it. */
  dst?: string | Uint8Array;
}

/**
 * BLS signatures, `draft-irtf-cfrg-bls-signature`: keys in the group `K`, signatures in `S`.
 *
 * Keys and signatures are points, or their bytes, which are checked to be in the subgroup; a key that is the point at
 * infinity is an {@link InfinityError}. A point that is used again is best read once, by `fromBytes` of its group.
 */
export interface Signatures<K extends GroupName, S extends GroupName> {
  /** The group of public keys. */
  readonly keys: Group<K>;
  /** The group of signatures. */
  readonly signatures: Group<S>;
  /** Domain separation tags of the draft's schemes; that of message augmentation wants the key in front of the message. */
  readonly dst: { readonly basic: string; readonly augmentation: string; readonly possession: string };
  /**
   * Whether it is the signature of a message under a key.
   *
   * @throws {ArgumentError} if an argument is of another type, or an option is not known.
   */
  verify(key: Uint8Array | Point<K>, message: Uint8Array, signature: Uint8Array | Point<S>, options?: BlsOptions): boolean;
  /**
   * Whether it is the aggregate of signatures, one of each message under the key of the same index.
   *
   * With the tag of a basic scheme, one that ends in `_NUL_`, it is none if two messages are equal, as the draft has it:
   * somebody could choose a key that cancels another's. With proofs of possession, the caller must see to it that there are
   * such for all keys; with message augmentation, that each key stands in front of its message.
   *
   * @throws {LengthError} if there are not as many messages as keys, or none.
   */
  verifyAggregate(
    keys: readonly (Uint8Array | Point<K>)[],
    messages: readonly Uint8Array[],
    signature: Uint8Array | Point<S>,
    options?: BlsOptions,
  ): boolean;
  /**
   * Whether it is the aggregate of signatures of one message under all keys. Whatever the tag, the caller must see to it that
   * there are proofs of possession for all of them: else it says nothing about any of the keys.
   *
   * @throws {LengthError} if there are no keys.
   */
  verifyAggregateOfOne(
    keys: readonly (Uint8Array | Point<K>)[],
    message: Uint8Array,
    signature: Uint8Array | Point<S>,
    options?: BlsOptions,
  ): boolean;
  /** The sum of public keys. */
  aggregateKeys(keys: readonly (Uint8Array | Point<K>)[]): Point<K>;
  /** The sum of signatures. */
  aggregateSignatures(signatures: readonly (Uint8Array | Point<S>)[]): Point<S>;
}

const OPTIONS = ["dst"] as const;

/** How tags of basic schemes end, for which messages of an aggregate must be distinct. */
const BASIC = new TextEncoder().encode("_NUL_");

function isBasic(tag: Uint8Array): boolean {
  const start = lengthOf(tag) - BASIC.length;
  return start >= 0 && BASIC.every((byte, i) => tag[start + i] === byte);
}

type Pair = readonly [Point<"bls12_381.G1">, Point<"bls12_381.G2">];

/**
 * @internal
 * @param pair The arguments of the pairing of a point of the keys' group with one of the signatures'.
 */
export function makeSignatures<K extends GroupName, S extends GroupName>(
  keys: Group<K>,
  signatures: HashGroup<S>,
  suite: string,
  pair: (key: Point<K>, signature: Point<S>) => Pair,
  check: (pairs: readonly Pair[]) => boolean,
): Signatures<K, S> {
  const tag = (scheme: string) => `BLS_SIG_${suite}_XMD:SHA-256_SSWU_RO_${scheme}_`;
  const dst = Object.freeze({ basic: tag("NUL"), augmentation: tag("AUG"), possession: tag("POP") });
  const minus = keys.generator.negate();

  const signatureOf = (signature: Uint8Array | Point<S>, index?: number) => read(signatures, signature, index);
  const keyOf = (key: Uint8Array | Point<K>, index?: number) => {
    const point = read(keys, key, index);
    if (point.isIdentity()) {
      throw new InfinityError("a public key is the point at infinity", index);
    }
    return point;
  };
  const some = <T>(list: readonly T[], what: string) => {
    const all = elements(list, what);
    if (all.length === 0) {
      throw new LengthError(`there are no ${what}`);
    }
    return all;
  };
  const tagOf = (options: BlsOptions | undefined) => {
    const { dst: tag = dst.possession } = readOptions(options, OPTIONS);
    return bytesOrText(tag, "a domain separation tag");
  };
  const hash = (message: Uint8Array, tag: Uint8Array) => signatures.hash(message, tag);
  const holds = (points: Point<K>[], hashes: Point<S>[], signature: Point<S>) =>
    check([...points.map((key, i) => pair(key, hashes[i]!)), pair(minus, signature)]);
  // Whether messages are, by their hashes: these are short, and nobody knows two messages with the same.
  const areDistinct = (hashes: Point<S>[]) =>
    new Set(hashes.map((point) => rawOf<S>(signatures, point).join())).size === hashes.length;

  return Object.freeze({
    keys,
    signatures,
    dst,
    verify(key, message, signature, options) {
      const tag = tagOf(options);
      return holds([keyOf(key)], [hash(message, tag)], signatureOf(signature));
    },
    verifyAggregate(list, messages, signature, options) {
      const tag = tagOf(options);
      const points = some(list, "keys").map(keyOf);
      const all = elements(messages, "messages");
      if (all.length !== points.length) {
        throw new LengthError(`${points.length} keys need as many messages, not ${all.length}`);
      }
      all.forEach((message, i) => byteLength(message, "a message", i));
      const sum = signatureOf(signature);
      const hashes = all.map((message) => hash(message, tag));
      return (!isBasic(tag) || areDistinct(hashes)) && holds(points, hashes, sum);
    },
    verifyAggregateOfOne(list, message, signature, options) {
      const tag = tagOf(options);
      const sum = keys.sum(some(list, "keys").map(keyOf));
      // Keys may add up to infinity, for which the pairing is one.
      return !sum.isIdentity() && holds([sum], [hash(message, tag)], signatureOf(signature));
    },
    aggregateKeys: (list) => keys.sum(some(list, "keys").map(keyOf)),
    aggregateSignatures: (list) => signatures.sum(some(list, "signatures").map(signatureOf)),
  } satisfies Signatures<K, S>);
}
