import { bytesOrText } from "./bytes.js";
import { ArgumentError, FileError } from "./errors.js";
import type { Module } from "./module.js";

/** The contents of a file of snarkjs: its JSON, as text or bytes, or what `JSON.parse` makes of it. */
export type Json = string | Uint8Array | object;

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

/** Groth16 proofs in the files of snarkjs, over BN254 (`bn128`) and BLS12-381 (`bls12381`). */
export interface Groth16 {
  /**
   * Whether a proof holds; the arguments are those of `snarkjs.groth16.verify`.
   *
   * @param verificationKey `verification_key.json`
   * @param publicSignals `public.json`, an array of decimal numbers, as strings or integers of type `bigint`
   * @param proof `proof.json`
   * @throws {FileError} {@link NotOnCurveError} {@link NotInSubgroupError} {@link InfinityError}
   */
  verify(verificationKey: Json, publicSignals: Json, proof: Json): boolean;
  /** Reads and prepares a key. Verifying a proof then takes some 55 to 75 % of the time. */
  prepare(verificationKey: Json): PreparedKey;
}

/** A key in the memory of one instance of the module. */
interface Place {
  generation: number;
  handle: number;
}

class Key implements PreparedKey {
  readonly #module: Module;
  readonly #registry: FinalizationRegistry<Place>;
  readonly #text: Uint8Array;
  #place: Place | undefined;
  #freed = false;

  constructor(module: Module, registry: FinalizationRegistry<Place>, text: Uint8Array) {
    this.#module = module;
    this.#registry = registry;
    this.#text = text;
    this.#handle();
  }

  verify(publicSignals: Json, proof: Json): boolean {
    const inputs = [toText(proof, "the proof"), toText(publicSignals, "the public signals")];
    return this.#module.test("groth16_verify_prepared", [this.#handle()], inputs);
  }

  free(): void {
    this.#registry.unregister(this);
    if (this.#place !== undefined) {
      release(this.#module, this.#place);
    }
    this.#place = undefined;
    this.#freed = true;
  }

  /** Its handle, in the instance of the module that there is now. */
  #handle(): number {
    // After the arguments were read, which runs their `toJSON`: that may give the key back.
    if (this.#freed) {
      throw new ArgumentError("the key was given back");
    }
    const module = this.#module;
    if (this.#place === undefined || !module.has(this.#place.generation)) {
      const handle = module.call("groth16_prepare", [], [this.#text]);
      this.#registry.unregister(this);
      this.#place = { generation: module.generation, handle };
      this.#registry.register(this, this.#place, this);
    }
    return this.#place.handle;
  }
}

/** Gives back a key, unless it went with its instance. */
function release(module: Module, { generation, handle }: Place): void {
  if (module.has(generation)) {
    module.call("groth16_free", [handle]);
  }
}

/** The JSON text of what may be one already. Integers of type `bigint` are written as snarkjs writes them, as strings. */
function toText(json: Json, what: string): Uint8Array {
  if (typeof json === "string" || ArrayBuffer.isView(json)) {
    return bytesOrText(json as string | Uint8Array, what);
  }
  if (typeof json !== "object" || json === null) {
    throw new ArgumentError(`${what} must be JSON, as text, bytes or an object`);
  }
  let text: string | undefined;
  try {
    text = JSON.stringify(json, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  } catch (error) {
    throw new FileError(`${what} cannot be written as JSON: ${String(error)}`);
  }
  return bytesOrText(text ?? "", what);
}

/** @internal */
export function makeGroth16(module: Module): Groth16 {
  const registry = new FinalizationRegistry<Place>((place) => {
    try {
      release(module, place);
    } catch {
      // There is nobody to tell; the instance is renewed by the next call.
    }
  });
  return Object.freeze({
    verify(verificationKey, publicSignals, proof) {
      const key = toText(verificationKey, "the verification key");
      const inputs = [key, toText(proof, "the proof"), toText(publicSignals, "the public signals")];
      return module.test("groth16_verify", [], inputs);
    },
    // A copy, as the caller may change what it has.
    prepare: (verificationKey) => new Key(module, registry, toText(verificationKey, "the verification key").slice()),
  } satisfies Groth16);
}
