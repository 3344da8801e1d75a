import { BadInput } from '../../oracles/spec/bad-input.ts';

/** A shape as messages print it; long ones are cut, because a corrupt file can claim any rank. */
export function shapeText(dims: readonly (number | bigint)[]): string {
  return `[${dims.slice(0, 8).join(',')}${dims.length > 8 ? ',…' : ''}]`;
}

/**
 * The dims that a file claims, as numbers, with the number of elements that they stand for. Nothing is allocated here:
 * the caller compares the count with what the file really holds first.
 * @throws BadInput for a negative dim, and where the dims other than 0 multiply to more than a JavaScript number can
 * count (a zero does not excuse the others: sizes of slices are computed without it)
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
 * @throws BadInput if one of them is neither 0 nor 1: two readers would disagree on what it means
 */
export function checkBools(bytes: Uint8Array, origin: string): void {
  const index = bytes.findIndex((byte) => byte > 1);
  if (index >= 0) throw new BadInput(`${origin}: bool element ${index} is ${bytes[index]}, neither 0 nor 1`);
}
