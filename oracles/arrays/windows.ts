import { elementCount } from '../numerics/tensor.ts';
import { BadInput, NotJudged } from '../spec/bad-input.ts';
import { stridesOf } from './broadcast.ts';
import { range } from './lines.ts';

/** How windows lie on one dimension. */
export interface Sliding {
  /** elements of the window */
  readonly size: number;
  readonly stride: number;
  /** how far apart neighbours in the window are */
  readonly dilation: number;
  /** elements that are thought before the first, and after the last */
  readonly begin: number;
  readonly end: number;
  /** a last window that is not filled counts */
  readonly ceil: boolean;
}

/** The extent of a window, gaps included. */
export const extent = ({ size, dilation }: Pick<Sliding, 'size' | 'dilation'>): number => (size - 1) * dilation + 1;

/** How many windows the formula has on a dimension. */
const windowsByFormula = (length: number, sliding: Sliding): number => {
  const steps = (length + sliding.begin + sliding.end - extent(sliding)) / sliding.stride;
  return (sliding.ceil ? Math.ceil(steps) : Math.floor(steps)) + 1;
};

/** True if the last window of the formula has no element of the dimension before its end. */
export const dropsWindow = (length: number, sliding: Sliding): boolean =>
  windowsOn(length, sliding) < windowsByFormula(length, sliding);

/**
 * How many windows there are on a dimension: none where the formula has 0.
 * @throws BadInput for fewer
 * @throws NotJudged for more than 2^31
 */
export function windowsOn(length: number, sliding: Sliding): number {
  const { stride, begin, end, ceil } = sliding;
  const count = windowsByFormula(length, sliding);
  if (count < 0) throw new BadInput(`a window of ${extent(sliding)} does not fit into ${length}+${begin}+${end}`);
  if (Math.max(count, sliding.size) > 2 ** 31) throw new NotJudged('more than 2^31 windows, or elements in one');
  // one that begins beyond the last element is left out: its elements would all be padding
  return ceil && (count - 1) * stride >= length + begin ? count - 1 : count;
}

/** True if some window has no element of the dimension. */
export function hasEmptyWindow(length: number, sliding: Sliding): boolean {
  const { stride, begin } = sliding;
  return range(windowsOn(length, sliding)).some((window) => isEmpty(window * stride - begin, length, sliding));
}

/** True if no element of a window from `first` on lies on a dimension. */
function isEmpty(first: number, length: number, sliding: Sliding): boolean {
  const [from, to] = placesOn(first, length, sliding);
  return from >= to;
}

/** The places of a window from `first` on that lie on a dimension: from one to before another. */
const placesOn = (first: number, length: number, { size, dilation }: Sliding): readonly [from: number, to: number] => [
  Math.max(0, Math.ceil(-first / dilation)),
  Math.min(size, Math.ceil((length - first) / dilation)),
];

/**
 * Padding by which there are ⌈length/stride⌉ windows; an odd one of it goes to the end, or to the beginning. None where strides pass
 * over the end, where a formula would have a negative one.
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
 * For each window, in row-major order, what lies in it: the row-major indices into the dimensions that it slides on, and for
 * each the place in the window; what lies in the padding is left out. `padded` counts what lies in it with its padding: not
 * what lies beyond that, where a last window is not filled.
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
