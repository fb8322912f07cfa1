import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { bls12_381 as noble } from "@noble/curves/bls12-381.js";
import { assertThrows, describeFlavours, generator, hex, secant, unhex } from "./common.mjs";

const { ArgumentError, EncodingError, InfinityError, LengthError, NotInSubgroupError, NotOnCurveError } = secant;
const utf8 = (text) => new TextEncoder().encode(text);

describeFlavours("BLS signatures", ({ bls12_381, bn254 }) => {
  it("RFC 9380: the vectors of its suites", () => {
    for (const [group, name] of [[bls12_381.G1, "G1"], [bls12_381.G2, "G2"]]) {
      for (const [kind, method] of [["RO", "hash"], ["NU", "encode"]]) {
        const file = `../../../crates/secant-curve/tests/vectors/BLS12381${name}_XMD_SHA-256_SSWU_${kind}_.json`;
        const { dst, vectors } = JSON.parse(readFileSync(new URL(file, import.meta.url)));
        assert.equal(vectors.length, 5);
        for (const { P, msg } of vectors) {
          // Of coordinates over the quadratic field "real,imaginary".
          const coordinates = [P.x, P.y].map((c) => c.split(",").reverse().map((x) => x.slice(2)).join(""));
          const point = group[method](utf8(msg), dst);
          assert.equal(hex(point.toBytes("uncompressed")), coordinates.join(""));
          assert.ok(group[method](utf8(msg), utf8(dst)).equals(point));
        }
      }
    }
  });

  it("hashes are noble's, with tags of any length", () => {
    const random = generator(5);
    for (const length of [0, 1, 31, 64, 1000]) {
      const [message, dst] = [random.bytes(length), random.bytes(1 + length)];
      for (const group of ["G1", "G2"]) {
        const expected = noble[group].hashToCurve(message, { DST: dst }).toBytes(true);
        assert.equal(hex(bls12_381[group].hash(message, dst).toBytes()), hex(expected));
      }
    }
    assertThrows(() => bls12_381.G1.hash(utf8("a"), ""), LengthError);
    assertThrows(() => bls12_381.G2.encode(utf8("a"), new Uint8Array()), LengthError);
    assertThrows(() => bn254.G1.hash?.(utf8("a"), "tag"), ArgumentError);
    assertThrows(() => bls12_381.G1.hash("text", "tag"), ArgumentError);
    assertThrows(() => bls12_381.G1.hash(utf8("text")), ArgumentError);
  });

  for (const [name, theirs] of [["minPk", noble.longSignatures], ["minSig", noble.shortSignatures]]) {
    const scheme = bls12_381[name];
    const random = generator(name.length);
    const secrets = Array.from({ length: 4 }, () => unhex(random.scalar(noble.fields.Fr.ORDER).toString(16).padStart(64, "0")));
    const keys = secrets.map((secret) => theirs.getPublicKey(secret).toBytes(true));
    const messages = secrets.map((_, i) => random.bytes(10 * i));
    const sign = (message, secret, dst = scheme.dst.possession) => theirs.sign(theirs.hash(message, dst), secret).toBytes(true);
    const signatures = messages.map((message, i) => sign(message, secrets[i]));
    const bytes = (point) => point.toBytes(true);

    it(`${name}: noble's signatures`, () => {
      keys.forEach((key, i) => {
        assert.equal(scheme.verify(key, messages[i], signatures[i]), true);
        const points = [scheme.keys.fromBytes(key), scheme.signatures.fromBytes(signatures[i])];
        assert.equal(scheme.verify(points[0], messages[i], points[1]), true);
        assert.equal(scheme.verify(keys[(i + 1) % 4], messages[i], signatures[i]), false);
        assert.equal(scheme.verify(key, messages[(i + 1) % 4], signatures[i]), false);
        assert.equal(scheme.verify(key, messages[i], signatures[(i + 1) % 4]), false);
        assert.equal(scheme.verify(key, messages[i], points[1].negate()), false);
        assert.equal(scheme.verify(key, messages[i], scheme.signatures.identity), false);
        assert.equal(scheme.verify(key, messages[i], signatures[i], { dst: scheme.dst.basic }), false);
      });
    });

    it(`${name}: tags`, () => {
      const [key, message] = [keys[0], messages[2]];
      for (const dst of [scheme.dst.basic, scheme.dst.augmentation, "another"]) {
        const signature = sign(message, secrets[0], dst);
        assert.equal(scheme.verify(key, message, signature, { dst }), true);
        assert.equal(scheme.verify(key, message, signature, { dst: utf8(dst) }), true);
        assert.equal(scheme.verify(key, message, signature), false);
      }
      assertThrows(() => scheme.verify(key, message, signatures[0], { dst: "" }), LengthError);
      assertThrows(() => scheme.verify(key, message, signatures[0], { dst: 5 }), ArgumentError);
      const point = scheme.keys.fromBytes(key);
      for (const no of [{ DST: scheme.dst.basic }, { dst: null }, scheme.dst.basic, utf8("tag"), null]) {
        assertThrows(() => scheme.verify(key, message, signatures[0], no), ArgumentError);
        assertThrows(() => scheme.verifyAggregate([key], [message], signatures[0], no), ArgumentError);
        assertThrows(() => scheme.verifyAggregateOfOne([key], message, signatures[0], no), ArgumentError);
        // Whatever the keys: their sum is infinity.
        assertThrows(() => scheme.verifyAggregateOfOne([point, point.negate()], message, signatures[0], no), ArgumentError);
      }
      assert.match(scheme.dst.basic, /^BLS_SIG_BLS12381G[12]_XMD:SHA-256_SSWU_RO_NUL_$/);
    });

    it(`${name}: aggregates`, () => {
      const aggregate = scheme.aggregateSignatures(signatures);
      assert.equal(hex(aggregate.toBytes()), hex(bytes(theirs.aggregateSignatures(signatures))));
      assert.equal(scheme.verifyAggregate(keys, messages, aggregate), true);
      assert.equal(scheme.verifyAggregate(keys, messages, aggregate.toBytes()), true);
      assert.equal(scheme.verifyAggregate(keys, [...messages.slice(1), messages[0]], aggregate), false);
      assert.equal(scheme.verifyAggregate(keys.slice(1), messages.slice(1), aggregate), false);
      const one = scheme.aggregateSignatures(secrets.map((secret) => sign(messages[3], secret)));
      assert.equal(scheme.verifyAggregateOfOne(keys, messages[3], one), true);
      assert.equal(scheme.verifyAggregateOfOne(keys, messages[2], one), false);
      assert.equal(scheme.verifyAggregateOfOne(keys.slice(1), messages[3], one), false);
      assert.equal(hex(scheme.aggregateKeys(keys).toBytes()), hex(bytes(theirs.aggregatePublicKeys(keys))));
      // Keys whose sum is infinity verify nothing, not even the signature at infinity.
      const key = scheme.keys.fromBytes(keys[0]);
      assert.equal(scheme.verifyAggregateOfOne([key, key.negate()], messages[0], scheme.signatures.identity), false);
      for (const call of [
        () => scheme.verifyAggregate([], [], aggregate),
        () => scheme.verifyAggregate(keys, messages.slice(1), aggregate),
        () => scheme.verifyAggregateOfOne([], messages[0], aggregate),
        () => scheme.aggregateKeys([]),
        () => scheme.aggregateSignatures([]),
      ]) {
        assertThrows(call, LengthError);
      }
    });

    it(`${name}: an aggregate under a basic scheme's tag has distinct messages`, () => {
      const message = messages[3];
      const again = message.slice();
      const { basic, augmentation, possession } = scheme.dst;
      const aggregate = (list, dst) => scheme.aggregateSignatures(list.map((m, i) => sign(m, secrets[i], dst)));
      const verify = (list, dst) => scheme.verifyAggregate(keys.slice(0, list.length), list, aggregate(list, dst), { dst });
      for (const dst of [basic, utf8(basic), "BLS_SIG_OF_AN_APPLICATION_NUL_", "_NUL_"]) {
        assert.equal(verify(messages, dst), true);
        assert.equal(verify([message], dst), true);
        for (const equal of [[message, message], [message, again], [messages[0], messages[1], message, again], [new Uint8Array(), new Uint8Array()]]) {
          assert.equal(verify(equal, dst), false);
        }
        // One message is what the other function is for, with the proofs of possession that it asks for.
        assert.equal(scheme.verifyAggregateOfOne(keys.slice(0, 2), message, aggregate([message, again], dst), { dst }), true);
      }
      for (const dst of [possession, utf8(possession), augmentation, "NUL_", "_NUL_ and more", "_nul_"]) {
        assert.equal(verify([message, again], dst), true);
      }
      assert.equal(scheme.verifyAggregate(keys.slice(0, 2), [message, again], aggregate([message, again], possession)), true);
    });

    it(`${name}: a key that cancels another's`, () => {
      const { basic } = scheme.dst;
      const message = messages[2];
      // Nobody signed with the first key: the second was made for the sum to be one whose secret is known.
      const victim = scheme.keys.fromBytes(keys[0]);
      const rogue = scheme.keys.fromBytes(keys[1]).subtract(victim);
      const forged = sign(message, secrets[1], basic);
      assert.ok(scheme.aggregateKeys([victim, rogue]).equals(scheme.keys.fromBytes(keys[1])));
      assert.equal(scheme.verifyAggregate([victim, rogue], [message, message], forged, { dst: basic }), false);
      assert.equal(scheme.verifyAggregate([victim, rogue], [message, message.slice()], forged, { dst: utf8(basic) }), false);
    });

    it(`${name}: equal messages do not hide what is wrong with the arguments`, () => {
      const options = { dst: scheme.dst.basic };
      const equal = [messages[1], messages[1]];
      const two = keys.slice(0, 2);
      assertThrows(() => scheme.verifyAggregate([keys[0], scheme.keys.identity], equal, signatures[0], options), InfinityError, 1);
      assertThrows(() => scheme.verifyAggregate(two, equal, signatures[0].slice(1), options), LengthError);
      assertThrows(() => scheme.verifyAggregate(two, [messages[1], "text"], signatures[0], options), ArgumentError, 1);
    });

    it(`${name}: what is no key and no signature`, () => {
      const [key, message, signature] = [keys[0], messages[0], signatures[0]];
      const infinity = scheme.keys.identity.toBytes();
      assertThrows(() => scheme.verify(infinity, message, signature), InfinityError);
      assertThrows(() => scheme.verify(scheme.keys.identity, message, signature), InfinityError);
      assertThrows(() => scheme.verifyAggregateOfOne([key, infinity], message, signature), InfinityError, 1);
      assertThrows(() => scheme.verify(key.slice(1), message, signature), LengthError);
      assertThrows(() => scheme.verify(key, message, signature.slice(1)), LengthError);
      assertThrows(() => scheme.verify(key, message, key), name === "minPk" ? LengthError : EncodingError);
      assertThrows(() => scheme.verify(key.map((b) => b & 0x1f), message, signature), EncodingError);
      assertThrows(() => scheme.verify(key, hex(message), signature), ArgumentError);
      assertThrows(() => scheme.verify(scheme.signatures.generator, message, signature), ArgumentError);
      assertThrows(() => scheme.verify(key, message, scheme.keys.generator), ArgumentError);
      assertThrows(() => scheme.verify(undefined, message, signature), ArgumentError);
      const outside = pointRefused(scheme.signatures, signature.length, NotInSubgroupError);
      assertThrows(() => scheme.verify(key, message, outside), NotInSubgroupError);
      // Of a list, the error says which element it is.
      const off = pointRefused(scheme.keys, key.length, NotOnCurveError);
      for (const [bad, Class] of [[key.slice(1), LengthError], [off, NotOnCurveError], [key.map((b) => b & 0x1f), EncodingError]]) {
        assertThrows(() => scheme.verify(bad, message, signature), Class);
        assertThrows(() => scheme.aggregateKeys([key, bad]), Class, 1);
        assertThrows(() => scheme.verifyAggregate([key, bad], [message, message], signature), Class, 1);
        assertThrows(() => scheme.verifyAggregateOfOne([key, bad], message, signature), Class, 1);
      }
      assertThrows(() => scheme.aggregateSignatures([signature, signature, outside]), NotInSubgroupError, 2);
    });
  }
});

/**
 * An encoding with a small coordinate that is refused by an error of the class: half of them are not on the curve, and
 * nearly all others are outside the subgroup.
 */
function pointRefused(group, length, Class) {
  for (let x = 1; ; x++) {
    const bytes = new Uint8Array(length);
    [bytes[0], bytes[length - 1]] = [0x80, x];
    try {
      group.fromBytes(bytes);
    } catch (error) {
      if (error instanceof Class) {
        return bytes;
      }
    }
  }
}
