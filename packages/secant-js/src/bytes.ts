import { ArgumentError, LengthError } from "./errors.js";

const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;
const getTag = Object.getOwnPropertyDescriptor(typedArray, Symbol.toStringTag)!.get!;
const getLength = Object.getOwnPropertyDescriptor(typedArray, "length")!.get!;

/** The number of bytes of what must be a `Uint8Array`, of this realm or another, whatever its class says of itself. */
export function byteLength(value: unknown, what: string, index?: number): number {
  if (getTag.call(value) !== "Uint8Array") {
    throw new ArgumentError(`${what} must be a Uint8Array`, index);
  }
  return lengthOf(value as Uint8Array);
}

/** The number of bytes of a `Uint8Array`, by which no code of a caller's runs. */
export function lengthOf(bytes: Uint8Array): number {
  return getLength.call(bytes) as number;
}

/** Checks that bytes have one of the lengths. */
export function expectLength(value: unknown, lengths: readonly number[], what: string, index?: number): number {
  const length = byteLength(value, what, index);
  if (!lengths.includes(length)) {
    throw new LengthError(`${what} must have ${lengths.join(" or ")} bytes, not ${length}`, index);
  }
  return length;
}

/** The elements of what must be an array, read once. */
export function elements<T>(value: readonly T[], what: string, index?: number): T[] {
  if (!Array.isArray(value)) {
    throw new ArgumentError(`${what} must be an array`, index);
  }
  return Array.from(value);
}

const utf8 = new TextEncoder();

/** Bytes, or the UTF-8 of a string. */
export function bytesOrText(value: string | Uint8Array, what: string): Uint8Array {
  if (typeof value === "string") {
    return utf8.encode(value);
  }
  if (getTag.call(value) !== "Uint8Array") {
    throw new ArgumentError(`${what} must be a string or a Uint8Array`);
  }
  return value;
}
