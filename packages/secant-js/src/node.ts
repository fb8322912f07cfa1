/** The package in Node, which reads the modules from files. */
import { readFile } from "node:fs/promises";
import type { Flavour } from "./flavours.js";
import { type LoadOptions, type Secant, makeLoad } from "./library.js";

export * from "./exports.js";

const files: Record<Flavour, URL> = {
  mvp: new URL("./mvp.wasm", import.meta.url),
  wide: new URL("./wide.wasm", import.meta.url),
};

/** Loads the library; once for all calls with the same flavour. */
export const load: (options?: LoadOptions) => Promise<Secant> = makeLoad(async (flavour) =>
  WebAssembly.compile(await readFile(files[flavour])),
);
