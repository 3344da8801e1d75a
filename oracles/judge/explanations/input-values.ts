import { formatOf } from '../../numerics/dtype.ts';
import { scalarsOf, type Tensor } from '../../numerics/tensor.ts';
import { inputName } from '../../spec/declaration.ts';
import type { OperatorVersion } from '../../spec/operator.ts';
import type { JudgedElement, JudgedElements } from './signs.ts';

/** The values of an input at the places of wrong and of right elements of an answer. */
export interface ValuesOfInput {
  readonly input: string;
  /** the ends of their range, and of the range of their magnitudes, in rising order */
  readonly wrong: readonly number[];
  /** some of those next to these ranges, and within them, in rising order */
  readonly right: readonly number[];
}

/**
 * Returns the values of the inputs of an answer's shape. An input is left out if the value at a wrong element is not finite.
 * @param inputs those of the call, by their places
 */
export const inputValuesOf = (
  elements: JudgedElements,
  version: OperatorVersion,
  inputs: readonly (Tensor | undefined)[],
): readonly ValuesOfInput[] =>
  // an answer may be wrong although each of its elements is right
  elements.wrong.length === 0
    ? []
    : inputs.flatMap((input, i) => (input ? ofInput(inputName(version, i), input, elements) : []));

function ofInput(name: string, input: Tensor, { wrong, right }: JudgedElements): readonly ValuesOfInput[] {
  const { kind } = formatOf(input.dtype);
  const isOfShape = ({ output: { dims } }: JudgedElement) => String(dims) === String(input.dims);
  if ((kind !== 'float' && kind !== 'integer') || !wrong.every(isOfShape)) return [];
  const element = scalarsOf(input);
  const at = ({ i }: JudgedElement) => Number(element(i));
  const [ofWrong, ofRight] = [wrong.map(at), right.filter(isOfShape).map(at).filter(Number.isFinite)];
  if (!ofWrong.every(Number.isFinite)) return [];
  const ranges = [identity, Math.abs].map((of) => ({ of, ends: endsOf(ofWrong, of) }));
  return [
    {
      input: name,
      wrong: inOrder(ranges.flatMap(({ ends }) => ends)),
      right: inOrder(ranges.flatMap(({ of, ends }) => nearest(ofRight, ends, of))),
    },
  ];
}

const identity = (x: number): number => x;

/** The numbers with the least and the greatest of their images. */
function endsOf(all: readonly number[], of: (x: number) => number): readonly [number, number] {
  const sorted = all.toSorted((a, b) => of(a) - of(b));
  return [sorted[0]!, sorted.at(-1)!];
}

/** The most values to keep that are outside of a range, and within it. */
const mostKept = 8;

/** The numbers whose images are nearest to those between two ends, and some with images between them. */
function nearest(
  all: readonly number[],
  [least, most]: readonly [number, number],
  of: (x: number) => number,
): readonly number[] {
  const distance = (x: number) => Math.max(of(least) - of(x), of(x) - of(most));
  const sorted = [...new Set(all)].toSorted((a, b) => distance(a) - distance(b));
  const within = sorted.filter((x) => distance(x) <= 0);
  return [within.slice(0, mostKept), sorted.slice(within.length, within.length + mostKept)].flat();
}

const inOrder = (all: readonly number[]): readonly number[] => [...new Set(all)].toSorted((a, b) => a - b);
