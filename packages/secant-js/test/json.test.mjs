// Files that are given as objects are read as their JSON text is.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { readJson } from "../dist/json.js";
import { describeFlavours, generator, secant } from "./common.mjs";

const { ArgumentError, FileError, SecantError } = secant;
const text = (bytes) => new TextDecoder().decode(bytes);

/** Strings with everything that has to be quoted, and what is no character. */
const strings = ["", "0", "1", "12345", "\"", "\\", "\n\u0000\u001f\u007f", "\u2028", "\u00e9\u20ac", "\ud83d\ude00", "\ud800", "__proto__", "x".repeat(300)];

function randomValue(random, depth) {
  switch (random.below(depth > 4 ? 4 : 6)) {
    case 0:
      return random.below(2 ** 31) * random.below(2 ** 21);
    case 1:
      return [0, -0, -1, 0.5, 1e-7, Number.MAX_SAFE_INTEGER][random.below(6)];
    case 2:
    case 3:
      return strings[random.below(strings.length)];
    default:
      return Array.from({ length: random.below(5) }, () => randomValue(random, depth + 1));
  }
}

it("the text of lists and objects is that of JSON.stringify", () => {
  const random = generator(7);
  const kind = { what: "the file", fields: ["a", "b", "toString", "length"], limit: 1 << 20 };
  for (let i = 0; i < 2000; i++) {
    const list = Array.from({ length: random.below(6) }, () => randomValue(random, 1));
    assert.equal(text(readJson(list, kind)), JSON.stringify(list));
    const object = {};
    for (const name of kind.fields) {
      if (random.below(2) === 0) {
        object[name] = randomValue(random, 0);
      }
    }
    const expected = JSON.stringify(object);
    // In the order of the fields, and nothing else.
    const more = { z: { y: 1 }, ...object, x: null };
    assert.equal(text(readJson(more, kind)), expected);
    assert.equal(text(readJson(Object.assign(Object.create({ a: 1, b: 2 }), object), kind)), expected);
    assert.equal(text(readJson(expected, kind)), expected);
    assert.equal(text(readJson(new TextEncoder().encode(expected), kind)), expected);
  }
});

it("no byte more than the limit, and no more values than a file of that length has", () => {
  const kind = { what: "the file", fields: ["a"], limit: 0 };
  for (const value of [["x".repeat(90), 5n, ["y".repeat(60)]], { a: "\u0000".repeat(30) }, { a: ["\"\\", "z".repeat(100)] }]) {
    const { length } = text(readJson(value, { ...kind, limit: 1000 }));
    assert.equal(text(readJson(value, { ...kind, limit: length })).length, length);
    assert.throws(() => readJson(value, { ...kind, limit: length - 1 }), FileError);
    // By bytes, where characters have more of them.
    assert.throws(() => readJson(["\u20ac".repeat(300)], { ...kind, limit: 900 }), FileError);
    assert.equal(readJson(["\u20ac".repeat(300)], { ...kind, limit: 904 }).length, 904);
  }
  assert.equal(readJson(Array.from({ length: 64 }, () => "0"), { ...kind, limit: 2048 }).length, 64 * 4 + 1);
  assert.throws(() => readJson(Array.from({ length: 65 }, () => "0"), { ...kind, limit: 2048 }), FileError);
});

it("integers of type bigint are strings, and what the files have nowhere is refused by its place", () => {
  const kind = { what: "the file", fields: ["IC"], limit: 1 << 16 };
  assert.equal(text(readJson([5n, -5n, 2n ** 80n], kind)), `["5","-5","${2n ** 80n}"]`);
  for (const no of [null, undefined, true, {}, new Date(0), new Map(), () => 1, Symbol("x"), new String("5"), new Number(5), new Uint8Array(3)]) {
    assert.throws(() => readJson({ IC: ["1", [no]] }, kind), (error) => error instanceof FileError && error.message.startsWith("IC[1][0] in the file is "));
    assert.throws(() => readJson([no], kind), (error) => error instanceof FileError && error.message.startsWith("[0] in the file is "));
  }
  // What was rounded when it was read would be another statement.
  for (const rounded of [2 ** 53, 1e21, -(2 ** 60)]) {
    assert.throws(() => readJson([rounded], kind), (error) => error instanceof FileError && /53 bits/.test(error.message));
  }
  for (const no of [undefined, null, 5, true, Symbol("x"), () => 1, new Uint16Array(2), new DataView(new ArrayBuffer(2))]) {
    assert.throws(() => readJson(no, kind), ArgumentError);
  }
  for (const no of [{ toJSON: () => "text" }, { toJSON: () => undefined }, { toJSON: () => 5 }, Object.assign([], { toJSON: () => null })]) {
    assert.throws(() => readJson(no, kind), FileError);
  }
  assert.equal(text(readJson({ toJSON: () => ["7"] }, kind)), '["7"]');
});

describeFlavours("files as text, bytes and objects", ({ groth16 }) => {
  /** What a call gives: a verdict, or the class of an error. */
  const outcome = (call) => {
    try {
      return call();
    } catch (error) {
      assert.ok(error instanceof SecantError, error.stack);
      return error.name;
    }
  };

  for (const curve of ["bn128", "bls12381"]) {
    const files = ["verification_key", "public", "proof"].map((name) =>
      JSON.parse(readFileSync(new URL(`../../../crates/secant-verify/fixtures/snarkjs/${curve}/multiplier/${name}.json`, import.meta.url))),
    );

    it(`${curve}: the same verdict or error for one change anywhere`, () => {
      const random = generator(curve.length);
      const seen = new Set();
      const pieces = [0, 1, -1, 1.5, "0", "1", "01", "", "x", "-1", "1e3", " 1", "9".repeat(90), [], ["0", "1", "0"], ["1", "2", "1"], [["0", "0"], ["1", "0"], ["0", "0"]]];
      for (let i = 0; i < 400; i++) {
        const changed = structuredClone(files);
        // Down to some place of a file.
        let [parent, key] = [changed, random.below(3)];
        for (let depth = 0; depth < random.below(5); depth++) {
          const next = parent[key];
          if (typeof next !== "object" || next === null || Object.keys(next).length === 0) {
            break;
          }
          const names = Object.keys(next).filter((name) => name !== "vk_alphabeta_12");
          [parent, key] = [next, names[random.below(names.length)]];
        }
        const piece = pieces[random.below(pieces.length)];
        const change = random.below(4);
        if (change === 0 && parent !== changed) {
          Array.isArray(parent) ? parent.splice(Number(key), 1) : delete parent[key];
        } else if (change === 1 && Array.isArray(parent) && parent !== changed) {
          parent.splice(Number(key), 0, structuredClone(piece));
        } else if (change === 2 && typeof parent[key] === "string" && /^\d+$/.test(parent[key])) {
          parent[key] = String(BigInt(parent[key]) + 1n);
        } else {
          parent[key] = structuredClone(piece);
        }
        const written = changed.map((file) => JSON.stringify(file));
        const expected = outcome(() => groth16.verify(...written));
        seen.add(String(expected));
        // What is a text or a number as a whole is one in text alone.
        if (changed.every((file) => typeof file === "object")) {
          assert.equal(outcome(() => groth16.verify(...changed)), expected, written.join("\n"));
          assert.equal(outcome(() => groth16.prepare(changed[0]).verify(changed[1], changed[2])), expected, written.join("\n"));
        }
        assert.equal(outcome(() => groth16.verify(...written.map((file) => new TextEncoder().encode(file)))), expected);
      }
      for (const kind of ["true", "false", "FileError", "NotOnCurveError"]) {
        assert.ok(seen.has(kind), `${kind} is not among ${[...seen].join(", ")}`);
      }
    });

    it(`${curve}: a byte order mark, as editors put it in front`, () => {
      const marked = files.map((file) => `\ufeff${JSON.stringify(file)}`);
      const bytes = marked.map((file) => new TextEncoder().encode(file));
      assert.deepEqual([...bytes[0].slice(0, 3)], [0xef, 0xbb, 0xbf]);
      for (const given of [marked, bytes]) {
        assert.equal(groth16.verify(...given), true);
        assert.equal(groth16.prepare(given[0]).verify(given[1], given[2]), true);
      }
      // In UTF-16 it says that there is text in another encoding.
      const wide = new Uint8Array(new Uint16Array([...marked[2]].map((c) => c.charCodeAt(0))).buffer);
      assert.throws(() => groth16.verify(files[0], files[1], wide), (error) => error instanceof FileError && /proof.*UTF-16/.test(error.message));
    });

    it(`${curve}: the message names the file at fault`, () => {
      const names = [/verification key/, /public/, /proof/];
      for (const fault of ["", "{", "null", "[1,", "\u0000", "text", '{"protocol":"plonk"}', "\ufeff", "{}", "[[]]", '["x"]']) {
        for (const at of [0, 1, 2]) {
          const given = files.map((file, i) => (i === at ? fault : JSON.stringify(file)));
          for (const form of [(file) => file, (file) => new TextEncoder().encode(file)]) {
            const call = () => groth16.verify(...given.map(form));
            assert.throws(call, (error) => {
              assert.ok(error instanceof FileError, error.stack);
              assert.match(error.message, names[at], fault);
              return true;
            });
          }
        }
      }
    });
  }
});
