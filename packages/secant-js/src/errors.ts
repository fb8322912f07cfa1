/** Characters of a message: what it quotes may come from anybody. */
const LONGEST = 300;

/** A message that is one line and not long. */
function line(message: string): string {
  const start = message.length > LONGEST ? `${message.slice(0, LONGEST - 1)}…` : message;
  return start.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
}

/**
 * What another error says, whatever was thrown.
 * @internal
 */
export function reason(error: unknown): string {
  try {
    return String(error);
  } catch {
    return "an error that cannot be written";
  }
}

/** Why a call gave no result. Every error that this package throws is one of the classes below. */
export class SecantError extends Error {
  /** What kind of error it is: stays the same between versions. */
  readonly code: ErrorCode;
  /** Which of the elements of a list it was, counted from zero. */
  readonly index: number | undefined;

  /** @internal */
  constructor(code: ErrorCode, message: string, index?: number) {
    super(line(index === undefined ? message : `element ${index}: ${message}`));
    this.name = new.target.name;
    this.code = code;
    this.index = index;
  }
}

export type ErrorCode =
  | "argument"
  | "length"
  | "encoding"
  | "not-on-curve"
  | "not-in-subgroup"
  | "infinity"
  | "file"
  | "unsupported"
  | "memory"
  | "internal";

/** An argument of another type than the function's, or an option that is not known. */
export class ArgumentError extends SecantError {
  /** @internal */
  constructor(message: string, index?: number) {
    super("argument", message, index);
  }
}

/** Bytes, or a list, of another length than the function takes. */
export class LengthError extends SecantError {
  /** @internal */
  constructor(message: string, index?: number) {
    super("length", message, index);
  }
}

/** Bytes that encode nothing: wrong flags, a coordinate that is not below the modulus, a signature that is not DER. */
export class EncodingError extends SecantError {
  /** @internal */
  constructor(message: string, index?: number) {
    super("encoding", message, index);
  }
}

/** A point that is not on its curve. */
export class NotOnCurveError extends SecantError {
  /** @internal */
  constructor(message: string, index?: number) {
    super("not-on-curve", message, index);
  }
}

/** A point of the curve outside the subgroup of prime order. */
export class NotInSubgroupError extends SecantError {
  /** @internal */
  constructor(message: string, index?: number) {
    super("not-in-subgroup", message, index);
  }
}

/** The point at infinity where there must be another one, such as a public key. */
export class InfinityError extends SecantError {
  /** @internal */
  constructor(message: string, index?: number) {
    super("infinity", message, index);
  }
}

/** A verification key, a proof or public signals that are malformed, or do not fit each other. */
export class FileError extends SecantError {
  /** @internal */
  constructor(message: string) {
    super("file", message);
  }
}

/** The JavaScript engine cannot run what was asked for. */
export class UnsupportedError extends SecantError {
  /** @internal */
  constructor(message: string) {
    super("unsupported", message);
  }
}

/** There is not enough memory for the arguments. */
export class MemoryError extends SecantError {
  /** @internal */
  constructor(message: string) {
    super("memory", message);
  }
}

/** The computation broke off: for want of memory or stack, or by a fault of this package. Later calls work. */
export class InternalError extends SecantError {
  /** @internal */
  constructor(message: string) {
    super("internal", message);
  }
}

/**
 * The error of a number that the module returned; see `guests/js/README.md`.
 * @internal
 */
export function errorOf(number: number, sentence: string, index?: number): SecantError {
  const say = (otherwise: string) => sentence || otherwise;
  switch (number) {
    case -2:
      return new ArgumentError(say("there is no such operation"), index);
    case -3:
      return new LengthError(say("the bytes have another length than what they encode"), index);
    case -4:
      return new EncodingError(say("the bytes encode no point"), index);
    case -5:
      return new NotOnCurveError(say("the point is not on the curve"), index);
    case -6:
      return new NotInSubgroupError(say("the point is outside the subgroup of prime order"), index);
    case -7:
      return new InfinityError(say("the point is the one at infinity"), index);
    case -8:
      return new LengthError(say("the domain separation tag is empty"), index);
    case -9:
      return new FileError(say("the files are malformed"));
    case -12:
      return new EncodingError(say("the bytes are no signature"), index);
    default:
      return new InternalError(say(`the module refused the call (${number})`));
  }
}
