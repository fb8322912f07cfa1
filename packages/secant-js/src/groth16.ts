import { ArgumentError } from "./errors.js";
import { type FileKind, type Json, readJson } from "./json.js";
import type { Module } from "./module.js";

export type { Json } from "./json.js";

/** A verification key that was read, checked and prepared, for many proofs. */
export interface PreparedKey {
  /**
   * Whether a proof holds.
   *
   * @throws {FileError} {@link NotOnCurveError} {@link NotInSubgroupError}
   */
  verify(publicSignals: Json, proof: Json): boolean;
  /** Gives its memory back at once, rather than when the object is collected; it cannot be used any more. */
  free(): void;
}

/**
 * Groth16 proofs in the files of snarkjs, over BN254 (`bn128`) and BLS12-381 (`bls12381`).
 *
 * Of files that are given as objects, what an object inherits is no field. A proof has up to 64 KiB of JSON, a verification
 * key up to 16 MiB, public signals up to 4 KiB and 1 KiB for each that the key is for: what is longer is a {@link FileError}
 * before it is read.
 */
export interface Groth16 {
  /**
   * Whether a proof holds; the arguments are those of `snarkjs.groth16.verify`.
   *
   * @param verificationKey `verification_key.json`
   * @param publicSignals `public.json`, an array of numbers: strings of decimal digits, or of hexadecimal ones after `0x`,
   * integers of type `bigint`, or numbers below 2^53
   * @param proof `proof.json`
   * @throws {FileError} {@link NotOnCurveError} {@link NotInSubgroupError} {@link InfinityError}
   */
  verify(verificationKey: Json, publicSignals: Json, proof: Json): boolean;
  /** Reads and prepares a key. Verifying a proof then takes some 55 to 75 % of the time. */
  prepare(verificationKey: Json): PreparedKey;
}

const KEY: FileKind = {
  what: "the verification key",
  fields: ["protocol", "curve", "nPublic", "vk_alpha_1", "vk_beta_2", "vk_gamma_2", "vk_delta_2", "IC"],
  limit: 1 << 24,
};
const PROOF: FileKind = {
  what: "the proof",
  fields: ["protocol", "curve", "pi_a", "pi_b", "pi_c"],
  limit: 1 << 16,
};
/** Public signals, as many as a key is for. */
const signalsOf = (count: number): FileKind => ({ what: "the public signals", fields: [], limit: (count + 4) << 10 });

/** Bytes of an affine point in the first group, by the number of the pairing. The second has twice as many. */
const POINTS = [96, 64];

/** A key as the module reads it: points that were checked, which are the same in all instances. */
class RawKey {
  readonly pairing: number;
  readonly points: Uint8Array;
  /** Public signals that it is for. */
  readonly count: number;

  constructor(module: Module, verificationKey: Json) {
    const { answer, bytes } = module.both("groth16_read_key", [], [readJson(verificationKey, KEY)]);
    this.pairing = answer;
    this.points = bytes;
    // Alpha, three in the second group, and `IC`, which has one more.
    this.count = bytes.length / POINTS[answer]! - 8;
  }

  /** A proof and public signals as the module reads them: points and numbers that were checked. */
  read(module: Module, publicSignals: Json, proof: Json): Uint8Array {
    const files = [readJson(proof, PROOF), readJson(publicSignals, signalsOf(this.count))];
    return module.bytes("groth16_read_statement", [this.pairing], [this.points, ...files]);
  }
}

/** A key in the memory of one instance of the module. */
interface Place {
  generation: number;
  handle: number;
}

/** Where keys are prepared: an instance that nothing else is computed in. */
class Keys {
  readonly #module: Module;
  readonly #registry = new FinalizationRegistry<Place>((place) => {
    try {
      this.#release(place);
    } catch {
      // There is nobody to tell; the instance is renewed by the next call.
    }
  });

  constructor(module: Module) {
    this.#module = module;
  }

  /** The place of an owner's key, in the instance that there is now. */
  place(owner: object, key: RawKey, place: Place | undefined): Place {
    if (place !== undefined && this.#module.has(place.generation)) {
      return place;
    }
    const handle = this.#module.call("groth16_prepare", [key.pairing], [key.points]);
    const found = { generation: this.#module.generation, handle };
    this.#registry.unregister(owner);
    this.#registry.register(owner, found, owner);
    return found;
  }

  verify({ handle }: Place, statement: Uint8Array): boolean {
    return this.#module.test("groth16_verify_prepared", [handle], [statement]);
  }

  free(owner: object, place: Place | undefined): void {
    this.#registry.unregister(owner);
    if (place !== undefined) {
      this.#release(place);
    }
  }

  /** Gives back a key, unless it went with its instance. */
  #release({ generation, handle }: Place): void {
    if (this.#module.has(generation) && this.#module.call("groth16_free", [handle]) === 0) {
      // It was the last one.
      this.#module.renew();
    }
  }
}

class Key implements PreparedKey {
  readonly #module: Module;
  readonly #keys: Keys;
  /** Nothing once it was given back. */
  #key: RawKey | undefined;
  #place: Place | undefined;

  constructor(module: Module, keys: Keys, key: RawKey) {
    this.#module = module;
    this.#keys = keys;
    this.#key = key;
    this.#place = keys.place(this, key, undefined);
  }

  verify(publicSignals: Json, proof: Json): boolean {
    const statement = this.#expectKey().read(this.#module, publicSignals, proof);
    // Again, since reading the arguments runs their `toJSON`: that may give the key back.
    this.#place = this.#keys.place(this, this.#expectKey(), this.#place);
    return this.#keys.verify(this.#place, statement);
  }

  free(): void {
    this.#keys.free(this, this.#place);
    this.#place = undefined;
    this.#key = undefined;
  }

  #expectKey(): RawKey {
    if (this.#key === undefined) {
      throw new ArgumentError("the key was given back");
    }
    return this.#key;
  }
}

/**
 * @internal
 * @param module Where files are read, and proofs verified whose key is not prepared.
 * @param keysModule Where keys are prepared.
 */
export function makeGroth16(module: Module, keysModule: Module): Groth16 {
  const keys = new Keys(keysModule);
  return Object.freeze({
    verify(verificationKey, publicSignals, proof) {
      const key = new RawKey(module, verificationKey);
      const statement = key.read(module, publicSignals, proof);
      return module.test("groth16_verify", [key.pairing], [key.points, statement]);
    },
    prepare: (verificationKey) => new Key(module, keys, new RawKey(module, verificationKey)),
  } satisfies Groth16);
}
