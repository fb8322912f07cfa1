import { type Ecdsa, makeEcdsa } from "./ecdsa.js";
import { ArgumentError, UnsupportedError, reason } from "./errors.js";
import { type Flavour, flavours, supportedFlavours } from "./flavours.js";
import { type Groth16, makeGroth16 } from "./groth16.js";
import { Module } from "./module.js";
import { readOptions } from "./options.js";
import { type Bls12_381, type PairingCurve, makeBls12_381, makeBn254 } from "./pairing.js";

/** What the package computes. */
export interface Secant {
  /** Which instructions of WebAssembly it runs on. */
  readonly flavour: Flavour;
  readonly bls12_381: Bls12_381;
  readonly bn254: PairingCurve<"bn254">;
  readonly groth16: Groth16;
  readonly secp256k1: Ecdsa;
  readonly p256: Ecdsa;
}

/** Options of `load`. What an object inherits is no option. */
export interface LoadOptions {
  /** The flavour to load; by default the fastest that the JavaScript engine runs. */
  flavour?: Flavour;
}

const OPTIONS = ["flavour"] as const;

/** Where the module of a flavour comes from. */
export type Source = (flavour: Flavour) => Promise<WebAssembly.Module>;

/**
 * `load` for a source of modules: every flavour is loaded once.
 * @internal
 */
export function makeLoad(source: Source): (options?: LoadOptions) => Promise<Secant> {
  const loaded = new Map<Flavour, Promise<Secant>>();
  return async (options) => {
    const flavour = choose(readOptions(options, OPTIONS).flavour);
    let secant = loaded.get(flavour);
    if (secant === undefined) {
      secant = instantiate(flavour, source);
      loaded.set(flavour, secant);
      // What failed may be tried again.
      secant.catch(() => loaded.delete(flavour));
    }
    return secant;
  };
}

function choose(wanted: Flavour | undefined): Flavour {
  if (wanted !== undefined && !flavours.includes(wanted)) {
    throw new ArgumentError(`a flavour is one of ${flavours.join(", ")}`);
  }
  if (typeof WebAssembly !== "object") {
    throw new UnsupportedError("the JavaScript engine has no WebAssembly");
  }
  const found = supportedFlavours().find((flavour) => wanted === undefined || flavour === wanted);
  if (found === undefined) {
    throw new UnsupportedError(`the JavaScript engine does not run the flavour ${wanted}`);
  }
  return found;
}

async function instantiate(flavour: Flavour, source: Source): Promise<Secant> {
  let compiled: WebAssembly.Module;
  let instances: WebAssembly.Instance[];
  try {
    compiled = await source(flavour);
    // Here, since browsers may refuse to make instances of large modules at once.
    instances = await Promise.all([1, 2].map(() => WebAssembly.instantiate(compiled, {})));
  } catch (error) {
    throw new UnsupportedError(`the module of the flavour ${flavour} cannot be loaded: ${reason(error)}`);
  }
  const module = new Module(compiled, instances[0]!);
  const keys = new Module(compiled, instances[1]!, "keys");
  return Object.freeze({
    flavour,
    bls12_381: makeBls12_381(module),
    bn254: makeBn254(module),
    groth16: makeGroth16(module, keys),
    secp256k1: makeEcdsa(module, "secp256k1", 0, true),
    p256: makeEcdsa(module, "p256", 1, false),
  });
}
