/** The package in browsers, which fetch the modules. */
import type { Flavour } from "./flavours.js";
import { type LoadOptions, type Secant, makeLoad } from "./library.js";

export * from "./exports.js";

// Written out, for bundlers to find.
const files: Record<Flavour, URL> = {
  mvp: new URL("./mvp.wasm", import.meta.url),
  wide: new URL("./wide.wasm", import.meta.url),
};

/** Loads the library; once for all calls with the same flavour. */
export const load: (options?: LoadOptions) => Promise<Secant> = makeLoad(async (flavour) => {
  const response = await fetch(files[flavour]);
  if (!response.ok) {
    throw new Error(`${response.url} answered ${response.status}`);
  }
  // Not by streaming, for which servers would have to know the type of the file.
  return WebAssembly.compile(await response.arrayBuffer());
});
