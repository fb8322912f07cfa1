import { ArgumentError } from "./errors.js";

/** Checks that options are an object, if there are any, and that it has none that is not known. */
export function expectOptions(options: unknown, known: readonly string[]): void {
  if (options === undefined) {
    return;
  }
  if (typeof options !== "object" || options === null) {
    throw new ArgumentError("options must be an object");
  }
  for (const name of Reflect.ownKeys(options)) {
    if (typeof name !== "string" || !known.includes(name)) {
      throw new ArgumentError(`there is no option ${String(name)}, only ${known.join(", ")}`);
    }
  }
}
