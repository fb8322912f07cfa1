// What Chromium runs of the tests: the vectors that others published, and errors.

import * as secant from "../../dist/browser.js";

const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const json = async (path) => (await fetch(new URL(path, import.meta.url))).json();
const text = async (path) => (await fetch(new URL(path, import.meta.url))).text();

/** Runs everything on a flavour: how many checks passed, and which did not. */
globalThis.run = async (flavour) => {
  if (!secant.supportedFlavours().includes(flavour)) {
    return { missing: true };
  }
  const library = await secant.load({ flavour });
  const failures = [];
  let passed = 0;
  const check = (name, condition) => {
    if (condition === true) {
      passed += 1;
    } else {
      failures.push(name);
    }
  };
  const throws = (name, Class, call) => {
    try {
      call();
      failures.push(name);
    } catch (error) {
      check(`${name}: ${error}`, error instanceof Class);
    }
  };

  await proofs(library, check, throws);
  await hashes(library, check);
  await signatures(library, check);
  await contracts(library, check);
  errors(library, throws);
  return { flavour: library.flavour, passed, failures };
};

async function proofs({ groth16 }, check, throws) {
  for (const curve of ["bn128", "bls12381"]) {
    const read = (name) => text(`../../../../crates/secant-verify/fixtures/snarkjs/${curve}/merkle/${name}.json`);
    const [key, signals, proof] = await Promise.all(["verification_key", "public", "proof"].map(read));
    check(`${curve}: proof`, groth16.verify(key, signals, proof));
    const wrong = JSON.parse(signals).map((x) => BigInt(x) + 1n);
    check(`${curve}: wrong signals`, !groth16.verify(key, wrong, proof));
    const prepared = groth16.prepare(key);
    check(`${curve}: prepared key`, prepared.verify(signals, proof));
    prepared.free();
    throws(`${curve}: malformed`, secant.FileError, () => groth16.verify(key, signals, "{"));
  }
}

async function hashes({ bls12_381 }, check) {
  for (const group of ["G1", "G2"]) {
    const { dst, vectors } = await json(`../../../../crates/secant-curve/tests/vectors/BLS12381${group}_XMD_SHA-256_SSWU_RO_.json`);
    for (const { P, msg } of vectors) {
      const expected = [P.x, P.y].map((c) => c.split(",").reverse().map((x) => x.slice(2)).join("")).join("");
      const point = bls12_381[group].hash(new TextEncoder().encode(msg), dst);
      check(`${group}: hash of ${msg}`, hex(point.toBytes("uncompressed")) === expected);
    }
  }
}

async function signatures(library, check) {
  for (const [file, name] of [["ecdsa_secp256k1_sha256_p1363", "secp256k1"], ["ecdsa_secp256r1_sha256_p1363", "p256"]]) {
    const { groups } = await json(`../vectors/wycheproof/${file}.json`);
    const wrong = groups.flatMap(({ key, tests }) =>
      tests.filter(([, , message, signature, verdict]) => {
        try {
          return library[name].verify(unhex(signature), unhex(message), unhex(key), { lowS: false }) !== (verdict === "valid");
        } catch (error) {
          return !(error instanceof secant.LengthError) || verdict === "valid";
        }
      }),
    );
    check(`${name}: Wycheproof, ${wrong.map(([number]) => number)}`, wrong.length === 0);
  }
  const { minPk } = library.bls12_381;
  const message = Uint8Array.of(1, 2, 3);
  const signature = library.bls12_381.G2.hash(message, minPk.dst.possession).multiply(5n);
  const key = minPk.keys.generator.multiply(5n);
  check("BLS signature", minPk.verify(key.toBytes(), message, signature.toBytes()));
  check("BLS signature of another", !minPk.verify(key.negate().toBytes(), message, signature.toBytes()));
}

async function contracts({ bn254: { G1, G2, pairingCheck } }, check) {
  const { add, mul, pair } = await json("../vectors/precompiles/bn254.json");
  const [sum, multiple, product] = [add, mul, pair].map((vectors) => ({ ...vectors[0], bytes: unhex(vectors[0].input) }));
  const point = (bytes, from) => G1.fromBytes(bytes.slice(from, from + 64));
  check("EIP-196: sum", hex(point(sum.bytes, 0).add(point(sum.bytes, 64)).toBytes()) === sum.expected);
  check("EIP-196: multiple", hex(point(multiple.bytes, 0).multiply(multiple.bytes.slice(64)).toBytes()) === multiple.expected);
  const pairs = [0, 192].map((at) => [point(product.bytes, at), G2.fromBytes(product.bytes.slice(at + 64, at + 192))]);
  check("EIP-197", pairingCheck(pairs) === (BigInt(`0x${product.expected}`) === 1n));
  const points = Array.from({ length: 100 }, (_, i) => G1.generator.multiply(BigInt(i)));
  const msm = G1.msm(points, points.map((_, i) => BigInt(i)));
  check("MSM", msm.equals(G1.generator.multiply(328350n)));
}

function errors({ bls12_381, bn254, p256 }, throws) {
  const { G1 } = bls12_381;
  throws("length", secant.LengthError, () => G1.fromBytes(new Uint8Array(47)));
  throws("flags", secant.EncodingError, () => G1.fromBytes(new Uint8Array(48)));
  throws("off the curve", secant.NotOnCurveError, () => bn254.G1.fromBytes(new Uint8Array(64).fill(1)));
  throws("outside the subgroup", secant.NotInSubgroupError, () => G1.fromBytes(Uint8Array.of(0x80, ...new Uint8Array(47))));
  throws("argument", secant.ArgumentError, () => G1.sum([bn254.G1.generator]));
  throws("key", secant.EncodingError, () => p256.verify(new Uint8Array(64), new Uint8Array(), new Uint8Array(65)));
}
