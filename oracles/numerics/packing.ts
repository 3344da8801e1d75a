/**
 * Elements smaller than a byte, as in raw_data of TensorProto: in sequence from the lowest bit of the first byte, so that the
 * first of two 4-bit elements is in the low half. Unused bits are 0.
 */
export function pack(elements: Uint8Array, bits: number): Uint8Array {
  const bytes = new Uint8Array(packedLength(elements.length, bits));
  const mask = 2 ** bits - 1;
  for (const [i, element] of elements.entries()) {
    const at = i * bits;
    const shifted = (element & mask) << (at % 8);
    bytes[at >>> 3]! |= shifted;
    // a 6-bit element may continue in the next byte
    if (shifted > 0xff) bytes[(at >>> 3) + 1]! |= shifted >>> 8;
  }
  return bytes;
}

/** Unpacks `count` elements, each into the low bits of its own byte; the other bits are 0. */
export function unpack(bytes: Uint8Array, bits: number, count: number): Uint8Array {
  const mask = 2 ** bits - 1;
  return Uint8Array.from({ length: count }, (_, i) => {
    const at = i * bits;
    const pair = bytes[at >>> 3]! | ((bytes[(at >>> 3) + 1] ?? 0) << 8);
    return (pair >>> (at % 8)) & mask;
  });
}

/** Returns the number of bytes for `count` elements of `bits` bits. */
export function packedLength(count: number, bits: number): number {
  return Math.ceil((count * bits) / 8);
}
