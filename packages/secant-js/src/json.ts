import { bytesOrText, lengthOf } from "./bytes.js";
import { ArgumentError, FileError, SecantError, reason } from "./errors.js";

/** The contents of a file of snarkjs: its JSON, as text or bytes, or what `JSON.parse` makes of it. */
export type Json = string | Uint8Array | object;

/** A file: its name in messages, the fields that are read of an object, and how long its text may be. */
export interface FileKind {
  readonly what: string;
  readonly fields: readonly string[];
  readonly limit: number;
}

/** Lists in one another: more than any file has. */
const DEPTH = 8;
/** Bytes of a file for each value in it, on the average: what has less of them is none, and takes long to write. */
const BYTES = 32;
/** Integers that are longer are no element of a field, and take long to write. */
const BOUND = 1n << 1024n;

/**
 * The bytes of a file's JSON, in time and memory that its limit bounds: a longer text is refused before it is copied, and of
 * an object no more is looked at than the fields that are read, until the text would be too long.
 *
 * @throws {ArgumentError} {@link FileError}
 */
export function readJson(json: Json, file: FileKind): Uint8Array {
  const { what } = file;
  let given: string | Uint8Array;
  if (typeof json === "string") {
    given = json;
    // Before it is copied: of UTF-8 there are at least as many bytes.
    expectAtMost(json.length, file);
  } else if (ArrayBuffer.isView(json)) {
    given = json as Uint8Array;
  } else if (typeof json === "object" && json !== null) {
    given = write(json, file);
  } else {
    throw new ArgumentError(`${what} must be JSON, as text, bytes or an object`);
  }
  const bytes = bytesOrText(given, what);
  expectAtMost(lengthOf(bytes), file);
  return bytes;
}

function expectAtMost(length: number, { what, limit }: FileKind): void {
  if (length > limit) {
    throw new FileError(`${what}: ${length} bytes of JSON or more, where at most ${limit} are read`);
  }
}

/** The text of what `JSON.parse` made, or of what `toJSON` says it is. */
function write(json: object, file: FileKind): string {
  try {
    const { toJSON } = json as { toJSON?: unknown };
    const value: unknown = typeof toJSON === "function" ? Reflect.apply(toJSON, json, [""]) : json;
    return new Writer(file).file(value);
  } catch (error) {
    if (error instanceof SecantError) {
      throw error;
    }
    throw new FileError(`${file.what} cannot be written as JSON: ${reason(error)}`);
  }
}

/** Writes values as `JSON.stringify` does, and integers of type `bigint` as snarkjs does, as strings. */
class Writer {
  readonly #file: FileKind;
  readonly #pieces: string[] = [];
  #length = 0;
  #values = 0;
  /** The place of what is written: the name of a field or none, and indices in lists. */
  readonly #indices: number[] = [];
  #name = "";

  constructor(file: FileKind) {
    this.#file = file;
  }

  /** The text of a file. */
  file(value: unknown): string {
    if (typeof value !== "object" || value === null) {
      throw new FileError(`${this.#file.what} must be a list or an object`);
    }
    if (Array.isArray(value)) {
      this.#list(value);
    } else {
      this.#object(value);
    }
    return this.#pieces.join("");
  }

  /** The fields that are read of the file, if the object has them itself. */
  #object(object: object): void {
    this.#push("{");
    let separator = "";
    for (const name of this.#file.fields) {
      if (Object.prototype.propertyIsEnumerable.call(object, name)) {
        this.#name = name;
        this.#push(`${separator}"${name}":`);
        this.#value((object as Record<string, unknown>)[name]);
        separator = ",";
      }
    }
    this.#push("}");
  }

  #list(list: readonly unknown[]): void {
    const indices = this.#indices;
    if (indices.length === DEPTH) {
      throw this.#wrong("is in too many lists");
    }
    this.#push("[");
    const { length } = list;
    for (let i = 0; i < length; i++) {
      indices.push(i);
      if (i > 0) {
        this.#push(",");
      }
      this.#value(list[i]);
      indices.pop();
    }
    this.#push("]");
  }

  #value(value: unknown): void {
    this.#values += 1;
    if (this.#values * BYTES > this.#file.limit) {
      throw new FileError(`${this.#file.what}: more than ${this.#values - 1} values, the most that are read`);
    }
    if (typeof value === "string") {
      // Before it is quoted.
      this.#expectRoom(value.length);
      this.#push(JSON.stringify(value));
    } else if (typeof value === "bigint") {
      this.#push(`"${value > BOUND ? BOUND : value < -BOUND ? -BOUND : value}"`);
    } else if (typeof value === "number") {
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
        throw this.#wrong("is a number of more than 53 bits, which JavaScript rounds: use a bigint or a string");
      }
      this.#push(JSON.stringify(value));
    } else if (Array.isArray(value)) {
      this.#list(value);
    } else {
      throw this.#wrong(`is ${value === null ? "null" : `of type ${typeof value}`} where a string, an integer or a list was expected`);
    }
  }

  #wrong(sentence: string): FileError {
    const indices = this.#indices.map((index) => `[${index}]`).join("");
    return new FileError(`${this.#name}${indices} in ${this.#file.what} ${sentence}`);
  }

  #push(piece: string): void {
    this.#expectRoom(piece.length);
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  #expectRoom(length: number): void {
    if (this.#length + length > this.#file.limit) {
      throw new FileError(`${this.#file.what}: more than ${this.#file.limit} bytes of JSON, the most that are read`);
    }
  }
}
