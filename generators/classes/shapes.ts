import { elementCount } from '../../oracles/numerics/tensor.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import type { ClassValue, NodeRun } from './class.ts';
import { describedTensor, namedInputs } from './inputs.ts';
import { divisibility, sizeClass } from './sizes.ts';

/** Places of dimensions that kernels treat apart: the last ones, the first one, and the channels of images. */
const places = [-1, -2, 0, 1] as const;

/** Ranks, sizes, equal sizes, and how the shapes of later inputs go along that of the first one. */
export function* shapeClasses(version: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  const leader = describedTensor(run.inputs[0])?.dims;
  for (const { name, index } of namedInputs(version, run)) {
    const dims = describedTensor(run.inputs[index])?.dims;
    if (!dims) continue;
    yield* ofShape(name, dims);
    if (index > 0 && leader) yield* alongside(name, dims, version.inputs[0]!.name, leader);
  }
}

function* ofShape(name: string, dims: readonly number[]): Iterable<ClassValue> {
  yield [{ kind: 'rank', of: name }, dims.length < 5 ? `${dims.length}` : '5 or more'];
  if (dims.length === 0) return;
  yield [{ kind: 'elements', of: name }, sizeClass(elementCount(dims))];
  for (const at of places) {
    // from the front only what is not described from the end
    const size = at < 0 || dims.length > at + 2 ? dims.at(at) : undefined;
    if (size === undefined) continue;
    yield [{ kind: 'size', of: name, at }, sizeClass(size)];
    if (at < 0 && size > 2) yield [{ kind: 'divisors', of: name, at }, divisibility(size)];
  }
  if (dims.length > 1) yield [{ kind: 'equalSizes', of: name }, equality(dims)];
}

/** Which sizes of a shape are equal; those of 1 count for nothing. */
function equality(dims: readonly number[]): string {
  const long = dims.filter((size) => size !== 1);
  const [last, next] = [dims.at(-1)!, dims.at(-2)!];
  if (new Set(long).size === long.length) return 'none';
  if (long.length === dims.length && new Set(dims).size === 1) return 'all';
  if (last !== 1 && last === next) return 'the last two';
  return last !== 1 && last === dims[0] ? 'first and last' : 'others';
}

function* alongside(
  name: string,
  dims: readonly number[],
  other: string,
  leader: readonly number[],
): Iterable<ClassValue> {
  const [a, b] = [padded(dims, leader.length), padded(leader, dims.length)];
  const along = alignment(dims, leader);
  yield [{ kind: 'along', of: name, to: other }, along];
  if (dims.length !== leader.length)
    yield [{ kind: 'relativeRank', of: name, to: other }, dims.length < leader.length ? 'lower' : 'higher'];
  const fitsElsewhere = a.some((size, i) => size > 1 && b.some((own, k) => k !== i && own === size));
  // one of them alone does not show along which dimension it goes
  if (fitsElsewhere) yield [{ kind: 'fitting', of: name }, `also those of another dimension of ${other}, ${along}`];
}

/** The alignment of shapes that cannot be broadcast. */
export const unlike = 'of another shape';

/** How a shape goes along another one, their last dimensions side by side. */
export function alignment(dims: readonly number[], leader: readonly number[]): string {
  const [a, b] = [padded(dims, leader.length), padded(leader, dims.length)];
  if (String(dims) === String(leader)) return 'of the same shape';
  if (elementCount(dims) === 1) return 'one element';
  if (a.some((size, i) => size !== b[i] && size !== 1 && b[i] !== 1)) return unlike;
  const [repeated, repeats] = [
    a.map((size, i) => size === 1 && b[i] !== 1),
    a.map((size, i) => size !== 1 && b[i] === 1),
  ];
  if (repeats.some(Boolean)) return repeated.some(Boolean) ? 'both are repeated' : 'the other is repeated';
  if (!repeated.some(Boolean)) return 'with leading ones';
  const from = a.findIndex((size) => size !== 1);
  const to = a.findLastIndex((size) => size !== 1);
  if (repeated.slice(from, to).some(Boolean)) return 'repeated in the middle';
  const [outer, inner] = [repeated.slice(0, from).some(Boolean), repeated.slice(to).some(Boolean)];
  return outer && inner ? 'repeated around it' : inner ? 'inner dimensions repeated' : 'outer dimensions repeated';
}

const padded = (dims: readonly number[], rank: number): readonly number[] => [
  ...Array<number>(Math.max(0, rank - dims.length)).fill(1),
  ...dims,
];
