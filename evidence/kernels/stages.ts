import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../oracles/numerics/rounding.ts';
import { elementCount, numbersOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import type { NumericScalar } from '../../oracles/numerics/trait.ts';
import { operators } from '../../oracles/operators.ts';
import type { Example, Implementation } from './implementation.ts';
import { givesIndices } from './indices.ts';
import { fitting } from './machine.ts';

/** A node as an implementation reads it. */
export interface Request {
  readonly operator: string;
  /** the opset that the model imports */
  readonly opset: number;
  readonly dtype: DType;
  readonly dims: readonly number[];
  readonly data: Tensor;
  /** as the model gives them; `undefined` where it gives none */
  readonly axes: readonly number[] | undefined;
  readonly axesFrom: 'attribute' | 'initializer' | 'input' | 'nowhere';
  readonly keepdims: boolean;
  readonly noop: boolean;
  /** select_last_index; `undefined` where the version does not have it */
  readonly selectLast: boolean | undefined;
  /** the dtype of the output */
  readonly output: DType;
}

/** The positions in the input of the terms of one output element, in row-major order. */
export type Positions = readonly number[];

/**
 * An implementation of the reductions, cut where bugs live; a faulty one replaces a stage. Written apart from the oracle
 * (it scatters the input where the oracle gathers slices), so that a mistake in either shows.
 */
export interface Stages {
  read(example: Example): Request;
  /** for each dimension: is it reduced? */
  reduced(request: Request): readonly boolean[];
  shape(request: Request, reduced: readonly boolean[]): readonly number[];
  positions(request: Request, reduced: readonly boolean[]): readonly Positions[];
  load(request: Request): readonly NumericScalar[];
  /** the value of one slice; `extents` are the sizes of its dimensions */
  fold(terms: readonly NumericScalar[], extents: readonly number[], request: Request): NumericScalar;
  /** last hand on all results of a run */
  finish(results: readonly NumericScalar[], request: Request): readonly NumericScalar[];
  store(results: readonly NumericScalar[], shape: readonly number[], request: Request): Tensor;
}

/** The operators that are implemented in stages. */
export const stagedOperators: readonly string[] = operators
  .filter(({ family }) => family === 'reduction' || family === 'arg-reduction')
  .map(({ name }) => name);

/** The implementation that runs the stages in turn. */
export function implementationOf(stages: Stages): Implementation {
  return (example) => {
    const request = stages.read(example);
    const reduced = stages.reduced(request);
    const shape = stages.shape(request, reduced);
    const extents = request.dims.filter((_, axis) => reduced[axis]);
    const slices = termsOf(stages.load(request), stages.positions(request, reduced));
    const results = slices.map((terms) => stages.fold(terms, extents, request));
    return [stages.store(stages.finish(results, request), shape, request)];
  };
}

/** The terms of each slice: the same arrays for all implementations that load and place alike, so that folds can remember. */
function termsOf(values: readonly NumericScalar[], lists: readonly Positions[]): readonly (readonly NumericScalar[])[] {
  if (gathered.values !== values) gathered = { values, slices: new Map() };
  let slices = gathered.slices.get(lists);
  if (!slices) {
    slices = lists.map((positions) => positions.map((at) => values[at]!));
    gathered.slices.set(lists, slices);
  }
  return slices;
}

/** Of the case at hand only: weak maps of so many small arrays cost more than they save. */
let gathered: {
  readonly values: readonly NumericScalar[];
  readonly slices: Map<readonly Positions[], readonly (readonly NumericScalar[])[]>;
} = { values: [], slices: new Map() };

/** What a fold may read besides the terms. */
const asks = ['operator', 'dtype', 'selectLast'] as const;

/** A fold that computes the terms of a slice once for each operator, whoever asks. It must not look at the extents. */
export function remembering(fold: Stages['fold']): Stages['fold'] {
  let data: Tensor | undefined;
  let known = new Map<readonly NumericScalar[], { readonly request: Request; readonly value: NumericScalar }>();
  return (terms, extents, request) => {
    if (data !== request.data) {
      data = request.data;
      known = new Map();
    }
    const last = known.get(terms);
    if (last && asks.every((key) => last.request[key] === request[key])) return last.value;
    const value = fold(terms, extents, request);
    known.set(terms, { request, value });
    return value;
  };
}

/** Every stage but the arithmetic. */
export const shared: Omit<Stages, 'fold'> = {
  read,
  reduced,
  shape,
  positions,
  load,
  finish: (results) => results,
  store,
};

function read({ cell, opset, proposal }: Example): Request {
  const operator = cell.operator.name;
  const { attributes, inputs } = proposal;
  const [data, axes] = inputs;
  const { dtype, dims } = data!.value!;
  const fromInput = axes?.value ? Array.from(axes.value.data, Number) : undefined;
  const fromAttribute = (attributes.axes?.value ?? attributes.axis?.value) as readonly number[] | number | undefined;
  // a single axis is that of the first dimension unless it is given; rank 0 has none
  const byDefault = givesIndices(operator) && dims.length > 0 ? [0] : undefined;
  return {
    operator,
    opset,
    dtype,
    dims,
    data: data!.value!,
    axes: fromInput ?? (fromAttribute === undefined ? byDefault : [fromAttribute].flat()),
    axesFrom: fromAttribute !== undefined ? 'attribute' : axes && axes.form !== 'omitted' ? axes.form : 'nowhere',
    keepdims: attributes.keepdims?.value !== 0,
    noop: attributes.noop_with_empty_axes?.value === 1,
    selectLast: givesIndices(operator) && opset >= 12 ? attributes.select_last_index?.value === 1 : undefined,
    output: givesIndices(operator) ? 'int64' : dtype,
  };
}

function reduced({ axes, dims, noop }: Request): readonly boolean[] {
  if (axes === undefined || axes.length === 0) return dims.map(() => !noop);
  const marks = dims.map(() => false);
  for (const axis of axes) marks[(axis + dims.length) % dims.length] = true;
  return marks;
}

function shape({ dims, keepdims }: Request, marks: readonly boolean[]): readonly number[] {
  return keepdims ? dims.map((dim, axis) => (marks[axis] ? 1 : dim)) : dims.filter((_, axis) => !marks[axis]);
}

function positions({ data }: Request, marks: readonly boolean[]): readonly Positions[] {
  return once(data, `${marks}`, () => scattered(data.dims, marks));
}

function scattered(dims: readonly number[], marks: readonly boolean[]): Positions[] {
  const lists = Array.from({ length: elementCount(dims.filter((_, axis) => !marks[axis])) }, (): number[] => []);
  const visit = (axis: number, at: number, target: number): void => {
    if (axis === dims.length) {
      lists[target]!.push(at);
      return;
    }
    const dim = dims[axis]!;
    for (let i = 0; i < dim; i++) visit(axis + 1, at * dim + i, marks[axis] ? target : target * dim + i);
  };
  visit(0, 0, 0);
  return lists;
}

function load({ data }: Request): readonly NumericScalar[] {
  return once(data, 'values', () => {
    const value = numbersOf(data);
    const values: NumericScalar[] = [];
    for (let i = 0; i < data.data.length; i++) values.push(value(i));
    return values;
  });
}

const computed = new WeakMap<Tensor, Map<string, unknown>>();

/** Something that follows from a tensor alone, shared by all implementations that read it. */
function once<T>(data: Tensor, key: string, compute: () => T): T {
  const known = computed.get(data) ?? new Map<string, unknown>();
  computed.set(data, known);
  if (!known.has(key)) known.set(key, compute());
  return known.get(key) as T;
}

function store(results: readonly NumericScalar[], dims: readonly number[], { output }: Request): Tensor {
  return tensorOf(results, dims, output);
}

/** Results as a tensor: floats rounded to the type, integers wrapped into it, numbers among integers truncated (0 if not finite). */
export function tensorOf(results: readonly NumericScalar[], dims: readonly number[], dtype: DType): Tensor {
  const format = formatOf(dtype);
  return tensorOfScalars(dtype, dims, (i) => {
    const x = results[i]!;
    if (format.kind === 'float') return roundDouble(Number(x), format);
    if (format.kind !== 'integer') return Number(x) === 0 ? 0n : 1n;
    const wrapped = fitting(format, 'wrap');
    return wrapped(typeof x === 'bigint' ? x : Number.isFinite(x) ? BigInt(Math.trunc(x)) : 0n);
  });
}
