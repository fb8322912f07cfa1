import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { p256 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { assertThrows, describeFlavours, generator, secant, unhex } from "./common.mjs";

const { ArgumentError, EncodingError, LengthError, NotOnCurveError, SecantError } = secant;
const oracles = { secp256k1, p256 };

describeFlavours("ECDSA", (library) => {
  for (const [file, name, options] of [
    ["ecdsa_secp256k1_sha256", "secp256k1", { format: "der", lowS: false }],
    ["ecdsa_secp256k1_sha256_bitcoin", "secp256k1", { format: "der" }],
    ["ecdsa_secp256k1_sha256_p1363", "secp256k1", { lowS: false }],
    ["ecdsa_secp256r1_sha256", "p256", { format: "der" }],
    ["ecdsa_secp256r1_sha256_p1363", "p256", {}],
  ]) {
    it(`Wycheproof: ${file}`, () => {
      const { groups } = JSON.parse(readFileSync(new URL(`vectors/wycheproof/${file}.json`, import.meta.url)));
      const verdicts = { valid: 0, invalid: 0 };
      for (const { key, tests } of groups) {
        const uncompressed = unhex(key);
        const compressed = oracles[name].Point.fromBytes(uncompressed).toBytes(true);
        for (const [number, comment, message, signature, verdict] of tests) {
          for (const publicKey of [uncompressed, compressed]) {
            const verify = () => library[name].verify(unhex(signature), unhex(message), publicKey, options);
            assert.equal(verdictOf(verify), verdict === "valid", `${number}: ${comment}`);
          }
          verdicts[verdict] += 1;
        }
      }
      assert.ok(verdicts.valid > 50 && verdicts.invalid > 50);
    });
  }

  for (const [name, curve] of [["secp256k1", "secp256k1"], ["p256", "prime256v1"]]) {
    const { verify } = library[name];
    const random = generator(name.length);

    it(`${name}: noble's signatures`, () => {
      for (let i = 0; i < 10; i++) {
        const { secretKey, publicKey } = oracles[name].keygen(random.bytes(oracles[name].lengths.seed));
        const message = random.bytes(i * 13);
        const signature = oracles[name].sign(message, secretKey);
        assert.equal(verify(signature, message, publicKey), true);
        assert.equal(verify(signature, random.bytes(20), publicKey), false);
        const digest = createHash("sha256").update(message).digest();
        assert.equal(verify(signature, digest, publicKey, { prehash: false }), true);
        assert.equal(verify(signature, digest, publicKey), false);
        const other = oracles[name].keygen(random.bytes(oracles[name].lengths.seed)).publicKey;
        assert.equal(verify(signature, message, other), false);
      }
    });

    it(`${name}: OpenSSL's signatures, and the higher s`, () => {
      const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: curve });
      const { x, y } = publicKey.export({ format: "jwk" });
      const point = Uint8Array.of(4, ...Buffer.from(x, "base64url"), ...Buffer.from(y, "base64url"));
      const order = oracles[name].Point.Fn.ORDER;
      for (let i = 0; i < 6; i++) {
        const message = random.bytes(40);
        const der = Uint8Array.from(sign("sha256", message, privateKey));
        assert.equal(verify(der, message, point, { format: "der", lowS: false }), true);
        const compact = Uint8Array.from(sign("sha256", message, { key: privateKey, dsaEncoding: "ieee-p1363" }));
        const s = BigInt(`0x${Buffer.from(compact.slice(32)).toString("hex")}`);
        const isLow = s <= order / 2n;
        const opposite = Uint8Array.of(...compact.slice(0, 32), ...unhex((order - s).toString(16).padStart(64, "0")));
        for (const [signature, low] of [[compact, isLow], [opposite, !isLow]]) {
          assert.equal(verify(signature, message, point, { lowS: false }), true);
          assert.equal(verify(signature, message, point, { lowS: true }), low);
          assert.equal(verify(signature, message, point), name === "p256" || low);
        }
      }
      const message = random.bytes(5);
      const digest = createHash("sha512").update(message).digest();
      const signature = Uint8Array.from(sign("sha512", message, { key: privateKey, dsaEncoding: "ieee-p1363" }));
      assert.equal(verify(signature, digest, point, { prehash: false, lowS: false }), true);
    });

    it(`${name}: numbers that no signature has`, () => {
      const { secretKey, publicKey } = oracles[name].keygen(random.bytes(oracles[name].lengths.seed));
      const message = random.bytes(9);
      const signature = oracles[name].sign(message, secretKey);
      const order = unhex(oracles[name].Point.Fn.ORDER.toString(16));
      const part = (i, bytes) => Uint8Array.from(signature, (byte, j) => (j >> 5 === i ? bytes[j & 31] : byte));
      for (const i of [0, 1]) {
        for (const bytes of [new Uint8Array(32), order, new Uint8Array(32).fill(255)]) {
          assert.equal(verify(part(i, bytes), message, publicKey), false);
        }
      }
    });

    it(`${name}: what is no key, no digest and no signature`, () => {
      const { secretKey, publicKey } = oracles[name].keygen(random.bytes(oracles[name].lengths.seed));
      const message = random.bytes(9);
      const signature = oracles[name].sign(message, secretKey);
      const long = oracles[name].Point.fromBytes(publicKey).toBytes(false);
      const withByte = (bytes, at, byte) => Uint8Array.from(bytes, (old, i) => (i === at ? byte : old));
      const keyError = (key, Class) => assertThrows(() => verify(signature, message, key), Class);
      for (const length of [0, 1, 32, 34, 64, 66]) {
        keyError(new Uint8Array(length), LengthError);
      }
      keyError(withByte(long, 64, long[64] ^ 1), NotOnCurveError);
      keyError(withByte(long, 0, 6 | (long[64] & 1)), EncodingError);
      keyError(withByte(long, 0, 2), EncodingError);
      keyError(withByte(publicKey, 0, 0), EncodingError);
      keyError(Uint8Array.of(2, ...new Uint8Array(32).fill(255)), EncodingError);
      keyError(Uint8Array.of(2, ...new Uint8Array(31), name === "p256" ? 1 : 5), NotOnCurveError);
      for (const length of [0, 63, 65, 72]) {
        assertThrows(() => verify(new Uint8Array(length), message, publicKey), LengthError);
      }
      for (const length of [0, 1, 31, 33, 63, 65]) {
        assertThrows(() => verify(signature, new Uint8Array(length), publicKey, { prehash: false }), LengthError);
      }
      assertThrows(() => verify(new Uint8Array(73), message, publicKey, { format: "der" }), LengthError);
      assertThrows(() => verify(new Uint8Array(), message, publicKey, { format: "der" }), EncodingError);
      assertThrows(() => verify(signature, message, publicKey, { format: "der" }), EncodingError);
      assertThrows(() => verify(signature, message, publicKey, { format: "recovered" }), ArgumentError);
      assertThrows(() => verify(signature, message, publicKey, { lowS: "no" }), ArgumentError);
      assertThrows(() => verify(signature, message, publicKey, { prehash: 0 }), ArgumentError);
      assertThrows(() => verify(signature, message, publicKey, { format: null }), ArgumentError);
      for (const no of [{ lows: true }, { preHash: false }, { lowS: true, [Symbol("lowS")]: true }, "der", "", ["der"], null, true, 0]) {
        assertThrows(() => verify(signature, message, publicKey, no), ArgumentError);
      }
      for (const options of [undefined, {}, { lowS: undefined }, Object.create(null)]) {
        assert.equal(verify(signature, message, publicKey, options), true);
      }
      assertThrows(() => verify(signature, "message", publicKey), ArgumentError);
      assertThrows(() => verify(signature, message, undefined), ArgumentError);
      assertThrows(() => verify([...signature], message, publicKey), ArgumentError);
    });
  }
});

/** What a verification says: that bytes are no signature, by an error of the package, is a no. */
function verdictOf(verify) {
  try {
    return verify();
  } catch (error) {
    assert.ok(error instanceof SecantError && ["encoding", "length"].includes(error.code), `${error.stack}`);
    return false;
  }
}
