import { ArgumentError } from "./errors.js";

/**
 * The options of a call, as the only place where any are read: what the caller's object has itself, each read once. What it
 * inherits is no option, so that nobody changes a verdict by `Object.prototype`.
 *
 * @throws {ArgumentError} if they are no object, or one of them is not known.
 */
export function readOptions<O extends object>(options: O | undefined, known: readonly (keyof O & string)[]): Partial<O> {
  // Without a prototype, which could have properties that are missing here.
  const own = Object.create(null) as Partial<O>;
  if (options === undefined) {
    return own;
  }
  if (typeof options !== "object" || options === null) {
    throw new ArgumentError("options must be an object");
  }
  for (const name of Reflect.ownKeys(options)) {
    const option = known.find((option) => option === name);
    if (option === undefined) {
      throw new ArgumentError(`there is no option ${String(name)}, only ${known.join(", ")}`);
    }
    own[option] = options[option];
  }
  return own;
}
