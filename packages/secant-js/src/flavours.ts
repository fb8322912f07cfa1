/** Which instructions of WebAssembly the module uses. */
export type Flavour = "mvp" | "wide";

/**
 * One function with an instruction of the flavour, which an engine validates if it has it.
 *
 * `i64.mul_wide_u` is 0xfc 0x16, of the proposal "wide arithmetic"; `mvp` needs nothing to be asked for.
 */
const probes: Record<Flavour, readonly number[] | undefined> = {
  wide: [
    0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00,
    // (type (func (param i64 i64) (result i64 i64)))
    0x01, 0x08, 0x01, 0x60, 0x02, 0x7e, 0x7e, 0x02, 0x7e, 0x7e,
    0x03, 0x02, 0x01, 0x00,
    // local.get 0, local.get 1, i64.mul_wide_u, end
    0x0a, 0x0a, 0x01, 0x08, 0x00, 0x20, 0x00, 0x20, 0x01, 0xfc, 0x16, 0x0b,
  ],
  mvp: undefined,
};

/** All flavours that the package has, the fastest first. */
export const flavours = Object.keys(probes) as readonly Flavour[];

/** The flavours that this JavaScript engine runs, the fastest first. */
export function supportedFlavours(): Flavour[] {
  return flavours.filter((flavour) => {
    const probe = probes[flavour];
    return probe === undefined || WebAssembly.validate(new Uint8Array(probe));
  });
}
