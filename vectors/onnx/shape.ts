import { BadInput } from '../../oracles/spec/bad-input.ts';

/** Formats a shape for messages; long ones are truncated, because a corrupt file can declare any rank. */
export function shapeText(dims: readonly (number | bigint)[]): string {
  return `[${dims.slice(0, 8).join(',')}${dims.length > 8 ? ',…' : ''}]`;
}

/**
 * Returns the dims of a file as numbers, with the number of elements. Nothing is allocated: the caller first compares this
 * number with that in the file.
 * @throws BadInput for a negative dim, and if the product of the nonzero dims exceeds a JavaScript number (sizes of slices are
 * computed without the zeros)
 */
export function checkedDims(
  claimed: readonly (number | bigint)[],
  origin: string,
): { readonly dims: number[]; readonly count: number } {
  const dims = claimed.map(Number);
  let size = 1;
  for (const dim of dims) {
    if (dim < 0) throw new BadInput(`${origin}: a negative dimension in shape ${shapeText(claimed)}`);
    if (dim > 0) size *= dim;
    if (!Number.isSafeInteger(size)) throw new BadInput(`${origin}: shape ${shapeText(claimed)} is too large`);
  }
  return { dims, count: dims.includes(0) ? 0 : size };
}

/**
 * Checks that bytes can be truth values.
 * @throws BadInput if one of them is neither 0 nor 1: readers would disagree on its meaning
 */
export function checkBools(bytes: Uint8Array, origin: string): void {
  const index = bytes.findIndex((byte) => byte > 1);
  if (index >= 0) throw new BadInput(`${origin}: bool element ${index} is ${bytes[index]}, neither 0 nor 1`);
}
