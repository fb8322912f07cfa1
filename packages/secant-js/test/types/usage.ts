// What compiles and what must not: checked by tsc in `types.test.mjs`, never run.
import { type Point, type Secant, type Target, LengthError, SecantError, load, supportedFlavours } from "secant-js";
import { load as loadInBrowser } from "secant-js/browser";

const secant: Secant = await load({ flavour: supportedFlavours()[0]! });
const { bls12_381, bn254, groth16, p256, secp256k1 } = await loadInBrowser();

const g1: Point<"bls12_381.G1"> = bls12_381.G1.fromBytes(new Uint8Array(48));
const g2 = bls12_381.G2.hash(new Uint8Array(), "tag");
const sum: Point<"bls12_381.G1"> = bls12_381.G1.msm([g1, g1.negate()], [1n, new Uint8Array(32)]);
const e: Target<"bls12_381"> = bls12_381.pairing(sum, g2);
const yes: boolean = bls12_381.pairingCheck([[g1, g2]]) && e.power(2n).isOne();
const signed: boolean = bls12_381.minPk.verify(g1, new Uint8Array(), new Uint8Array(96), { dst: bls12_381.minPk.dst.basic });
const proved: boolean = groth16.verify({}, ["1"], "{}") && groth16.prepare("{}").verify([1n], {});
const verified: boolean =
  secp256k1.verify(new Uint8Array(), new Uint8Array(), new Uint8Array()) &&
  p256.verify(new Uint8Array(), new Uint8Array(), new Uint8Array(), { format: "der", lowS: true, prehash: false });
const caught = (error: unknown): string | undefined =>
  error instanceof LengthError ? `${error.index}` : error instanceof SecantError ? error.code : undefined;
export { caught, proved, secant, signed, verified, yes };

// Points of one group are none of another.
// @ts-expect-error
bls12_381.G1.sum([g2]);
// @ts-expect-error
g1.add(bn254.G1.generator);
// @ts-expect-error
bls12_381.pairing(g2, g1);
// @ts-expect-error
bn254.pairing(g1, g2);
// @ts-expect-error
e.multiply(bn254.pairing(bn254.G1.generator, bn254.G2.generator));
// @ts-expect-error
bls12_381.minSig.verify(g1, new Uint8Array(), g2);
// There is no hash to BN254.
// @ts-expect-error
bn254.G1.hash(new Uint8Array(), "tag");
// Bytes are no text, integers no numbers.
// @ts-expect-error
bls12_381.G1.fromBytes("00");
// @ts-expect-error
g1.multiply(2);
// @ts-expect-error
load({ flavour: "float" });
// @ts-expect-error
p256.verify(new Uint8Array(), new Uint8Array(), new Uint8Array(), { format: "raw" });
// @ts-expect-error
g1.toBytes("short");
