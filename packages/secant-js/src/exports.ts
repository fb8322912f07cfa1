export type { Ecdsa, EcdsaOptions } from "./ecdsa.js";
export * from "./errors.js";
export { type Flavour, flavours, supportedFlavours } from "./flavours.js";
export type { Groth16, Json, PreparedKey } from "./groth16.js";
export type { Group, GroupName, HashGroup, Point, PointForm, Scalar } from "./group.js";
export type { LoadOptions, Secant } from "./library.js";
export type { Bls12_381, CurveName, Pair, PairingCurve, Target } from "./pairing.js";
export type { BlsOptions, Signatures } from "./signatures.js";
