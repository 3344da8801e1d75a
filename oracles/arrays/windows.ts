import { elementCount } from '../numerics/tensor.ts';
import { BadInput, NotJudged } from '../spec/bad-input.ts';
import { stridesOf } from './broadcast.ts';
import { range } from './lines.ts';

/** The arrangement of windows on one dimension. */
export interface Sliding {
  /** the number of elements in a window */
  readonly size: number;
  readonly stride: number;
  /** the distance between neighbours in a window */
  readonly dilation: number;
  /** the number of padding elements before the first element, and after the last */
  readonly begin: number;
  readonly end: number;
  /** whether a last window that is only partly filled counts */
  readonly ceil: boolean;
}

/** The extent of a window, gaps included. */
export const extent = ({ size, dilation }: Pick<Sliding, 'size' | 'dilation'>): number => (size - 1) * dilation + 1;

/** Returns the number of windows on a dimension by the formula. */
const windowsByFormula = (length: number, sliding: Sliding): number => {
  const steps = (length + sliding.begin + sliding.end - extent(sliding)) / sliding.stride;
  return (sliding.ceil ? Math.ceil(steps) : Math.floor(steps)) + 1;
};

/** Returns whether the last window of the formula is dropped, because it starts after the last element. */
export const dropsWindow = (length: number, sliding: Sliding): boolean =>
  windowsOn(length, sliding) < windowsByFormula(length, sliding);

/**
 * Returns the number of windows on a dimension, which may be 0.
 * @throws BadInput if the formula gives a negative number
 * @throws NotJudged for more than 2^31
 */
export function windowsOn(length: number, sliding: Sliding): number {
  const { stride, begin, end, ceil } = sliding;
  const count = windowsByFormula(length, sliding);
  if (count < 0) throw new BadInput(`a window of ${extent(sliding)} does not fit into ${length}+${begin}+${end}`);
  if (Math.max(count, sliding.size) > 2 ** 31) throw new NotJudged('more than 2^31 windows, or elements in one');
  // a window that starts after the last element is dropped: all its elements would be padding
  return ceil && (count - 1) * stride >= length + begin ? count - 1 : count;
}

/** Returns whether some window contains no element of the dimension. */
export function hasEmptyWindow(length: number, sliding: Sliding): boolean {
  const { stride, begin } = sliding;
  return range(windowsOn(length, sliding)).some((window) => isEmpty(window * stride - begin, length, sliding));
}

/** Returns whether a window that starts at `first` contains no element of the dimension. */
function isEmpty(first: number, length: number, sliding: Sliding): boolean {
  const [from, to] = placesOn(first, length, sliding);
  return from >= to;
}

/** Returns the range of positions in a window that starts at `first` which are inside the dimension; `to` is excluded. */
const placesOn = (first: number, length: number, { size, dilation }: Sliding): readonly [from: number, to: number] => [
  Math.max(0, Math.ceil(-first / dilation)),
  Math.min(size, Math.ceil((length - first) / dilation)),
];

/**
 * Returns the padding for which there are ⌈length/stride⌉ windows; if it is odd, the end, or the beginning, has one more. It is
 * 0 where strides exceed the window so that the formula would be negative.
 */
export function paddingToMatch(
  length: number,
  { stride, ...window }: Pick<Sliding, 'size' | 'stride' | 'dilation'>,
  odd: 'end' | 'begin',
): { readonly begin: number; readonly end: number } {
  const all = Math.max(0, (Math.ceil(length / stride) - 1) * stride + extent(window) - length);
  const [less, more] = [Math.floor(all / 2), Math.ceil(all / 2)];
  return odd === 'end' ? { begin: less, end: more } : { begin: more, end: less };
}

/**
 * Returns the elements of each window, in row-major order of the windows: their row-major indices in the dimensions, and their
 * positions in the window. Padding is left out. `padded` counts elements including padding, but not positions beyond it in a
 * last window that is only partly filled.
 */
export function elementsOfWindows(
  dims: readonly number[],
  sliding: readonly Sliding[],
): {
  readonly counts: readonly number[];
  of(window: number): readonly { readonly index: number; readonly place: number }[];
  padded(window: number): number;
} {
  const counts = dims.map((length, i) => windowsOn(length, sliding[i]!));
  const strides = stridesOf(dims);
  const [outer, sizes] = [stridesOf(counts), sliding.map(({ size }) => size)];
  const inner = stridesOf(sizes);
  const first = (window: number, i: number) =>
    (Math.floor(window / outer[i]!) % counts[i]!) * sliding[i]!.stride - sliding[i]!.begin;
  return {
    counts,
    of(window) {
      let found = [{ index: 0, place: 0 }];
      for (const [i, length] of dims.entries()) {
        const { dilation } = sliding[i]!;
        const start = first(window, i);
        const [from, to] = placesOn(start, length, sliding[i]!);
        const inside: typeof found = [];
        for (const { index, place } of found) {
          for (let k = from; k < to; k++) {
            inside.push({ index: index + (start + k * dilation) * strides[i]!, place: place + k * inner[i]! });
          }
        }
        found = inside;
      }
      return found;
    },
    padded: (window) =>
      elementCount(
        dims.map((length, i) => {
          const { size, dilation, end } = sliding[i]!;
          return Math.min(size, Math.ceil((length + end - first(window, i)) / dilation));
        }),
      ),
  };
}
