/**
 * A point of EIP-2537, coordinates of 64 bytes, the real part first, as Zcash writes it; and what follows it.
 *
 * @param degree That of the coordinates' field: 1 in G1, 2 in G2.
 */
export function fromEip2537(bytes, degree) {
  const coefficient = (i) => bytes.slice(64 * i + 16, 64 * i + 64);
  const order = degree === 1 ? [0, 1] : [1, 0, 3, 2];
  const out = Uint8Array.from(order.flatMap((i) => [...coefficient(i)]));
  if (out.length > 0 && out.every((byte) => byte === 0)) {
    out[0] = 0x40;
  }
  return [out, bytes.slice(128 * degree)];
}
