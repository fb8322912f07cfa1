import { byteLength, expectLength } from "./bytes.js";
import { ArgumentError, LengthError } from "./errors.js";
import type { Module } from "./module.js";
import { readOptions } from "./options.js";

/** Options of ECDSA verification. What an object inherits is no option. */
export interface EcdsaOptions {
  /** Whether the message is to be hashed, by SHA-256; if not, it is a digest of 20, 28, 32, 48 or 64 bytes. Default: true. */
  prehash?: boolean;
  /** Whether to refuse the higher of the two `s` that are valid. Default: true for secp256k1, false for P-256. */
  lowS?: boolean;
  /** `r` and `s` of 32 bytes each, big-endian ("compact", IEEE P1363), or DER. Default: "compact". */
  format?: "compact" | "der";
}

/** ECDSA over a curve. */
export interface Ecdsa {
  /** The name of the curve. */
  readonly name: "secp256k1" | "p256";
  /**
   * Whether it is the signature of a message under a public key.
   *
   * @param publicKey 33 bytes, compressed, or 65 (SEC 1).
   * @throws {LengthError} {@link EncodingError} {@link NotOnCurveError} if key or signature are none: not if `r` or `s` are
   * zero or not below the order, which makes a signature that is not valid.
   * @throws {ArgumentError} if an argument is of another type, or an option is not known.
   */
  verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array, options?: EcdsaOptions): boolean;
}

/** Bits of the options, as the module has them. */
const DIGEST = 1;
const DER = 2;
const LOW_S = 4;

const OPTIONS = ["prehash", "lowS", "format"] as const;
const KEYS = [33, 65];
const COMPACT = [64];
/** The longest DER of two integers of 33 bytes: a longer one is none. */
const LONGEST_DER = 72;
const DIGESTS = [20, 28, 32, 48, 64];

/** @internal */
export function makeEcdsa(module: Module, name: "secp256k1" | "p256", number: number, lowSByDefault: boolean): Ecdsa {
  return Object.freeze({
    name,
    verify(signature, message, publicKey, options) {
      const chosen = readOptions(options, OPTIONS);
      const prehash = flag(chosen.prehash, true, "prehash");
      const lowS = flag(chosen.lowS, lowSByDefault, "lowS");
      const { format = "compact" } = chosen;
      expectLength(publicKey, KEYS, "a public key");
      if (prehash) {
        byteLength(message, "a message");
      } else {
        expectLength(message, DIGESTS, "a digest");
      }
      if (format === "compact") {
        expectLength(signature, COMPACT, "a compact signature");
      } else if (format === "der") {
        const length = byteLength(signature, "a signature");
        if (length > LONGEST_DER) {
          throw new LengthError(`a signature in DER has up to ${LONGEST_DER} bytes, not ${length}`);
        }
      } else {
        throw new ArgumentError(`a format is "compact" or "der"`);
      }
      const bits = (prehash ? 0 : DIGEST) | (lowS ? LOW_S : 0) | (format === "der" ? DER : 0);
      return module.test("ecdsa_verify", [number, bits], [publicKey, message, signature]);
    },
  } satisfies Ecdsa);
}

function flag(value: boolean | undefined, otherwise: boolean, what: string): boolean {
  if (value !== undefined && typeof value !== "boolean") {
    throw new ArgumentError(`${what} must be a boolean`);
  }
  return value ?? otherwise;
}
