/**
 * Elements of less than a byte, as raw_data of TensorProto has them: one after the other from the lowest bit of the first
 * byte on, so that the first of two 4-bit elements is in the low half. Bits that are left over are 0.
 */
export function pack(elements: Uint8Array, bits: number): Uint8Array {
  const bytes = new Uint8Array(packedLength(elements.length, bits));
  const mask = 2 ** bits - 1;
  for (const [i, element] of elements.entries()) {
    const at = i * bits;
    const shifted = (element & mask) << (at % 8);
    bytes[at >>> 3]! |= shifted;
    // a 6-bit element may go on in the next byte
    if (shifted > 0xff) bytes[(at >>> 3) + 1]! |= shifted >>> 8;
  }
  return bytes;
}

/** The `count` elements in packed bytes, each in the low bits of a byte of its own, the rest of which is 0. */
export function unpack(bytes: Uint8Array, bits: number, count: number): Uint8Array {
  const mask = 2 ** bits - 1;
  return Uint8Array.from({ length: count }, (_, i) => {
    const at = i * bits;
    const pair = bytes[at >>> 3]! | ((bytes[(at >>> 3) + 1] ?? 0) << 8);
    return (pair >>> (at % 8)) & mask;
  });
}

/** Bytes that `count` elements of `bits` bits take. */
export function packedLength(count: number, bits: number): number {
  return Math.ceil((count * bits) / 8);
}
