import type { RejectablePolicy } from '../../oracles/acceptance/policy.ts';
import type { AttributeValue } from '../../oracles/declaration.ts';
import { formatOf } from '../../oracles/numerics/dtype.ts';
import { elementCount, tensor } from '../../oracles/numerics/tensor.ts';
import { attributesInWords, type Facts, factsOfRows, withWords } from '../facts.ts';
import type { PlanContext, Proposal, ProposedInput, Rejection, Suite } from '../proposal.ts';
import { type DataClass, dataTensor } from './data.ts';

/** A reduction to try, in the terms of its attributes; what is absent is left out of the model. */
export interface Shape {
  readonly dims: readonly number[];
  /** absent: no axes; a list may be empty, unsorted, negative or hold duplicates */
  readonly axes?: readonly number[];
  /** where axes is an input: a constant of the graph (default), a graph input, or (without axes) an empty name */
  readonly form?: 'initializer' | 'run-time' | 'omitted';
  readonly keepdims?: 0 | 1;
  readonly noop?: 0 | 1;
  readonly data?: DataClass;
  /** the number of the first row, from which the places of what is special in it follow; 0 if absent */
  readonly firstRow?: number;
  /** `full`: only the full suite has it */
  readonly suite?: Suite;
  /** the policy under which it may be rejected; the control has non-negative, distinct axes and no dimension of size 0 */
  readonly rejectable?: RejectablePolicy;
}

/** The largest number of elements of one case of the standard suite: twice 2^16 and some more. */
const mostElements = 135_000;

/** Turns a shape into the node of the context's version: axes as attribute or input, data by class. */
export function propose(context: PlanContext, shape: Shape): Proposal {
  const { dims, axes, keepdims, noop } = shape;
  const data = shape.data ?? 'grid';
  if (!shape.suite && elementCount(dims) > mostElements) throw new Error(`[${dims}] is too large for one case`);
  const fromInput = hasAxesInput(context);
  const attributes: Record<string, AttributeValue> = {};
  if (axes && !fromInput) attributes.axes = { type: 'INTS', value: axes };
  if (keepdims !== undefined) attributes.keepdims = { type: 'INT', value: keepdims };
  if (noop !== undefined) attributes.noop_with_empty_axes = { type: 'INT', value: noop };
  const inputs: ProposedInput[] = [
    { form: 'input', value: dataTensor(context, dims, reducedBy(dims.length, axes, noop), data, shape.firstRow) },
  ];
  if (fromInput && axes) {
    const value = tensor('int64', [axes.length], BigInt64Array.from(axes, BigInt));
    inputs.push({ form: shape.form === 'run-time' ? 'input' : 'initializer', value });
  } else if (fromInput && shape.form === 'omitted') {
    inputs.push({ form: 'omitted', value: undefined });
  }
  const rejection = rejectionOf(context, shape);
  return { attributes, inputs, dataClass: data, ...(rejection && { rejection }) };
}

/** The policy under which the model may be refused, and the model that may not. */
function rejectionOf(context: PlanContext, { rejectable: policy, ...shape }: Shape): Rejection | undefined {
  const { contested } = context.version;
  if (contested?.dtypes.includes(context.dtype)) {
    // rows of integers have no meaning for the other dtype
    const control = () => propose({ ...context, dtype: contested.uncontested }, { ...shape, data: 'grid' });
    return { policy: contested.policy, control };
  }
  if (!policy) return undefined;
  const { axes } = shape;
  const dims = shape.dims.map((dim) => dim || 2);
  const valid = { ...shape, dims, ...(axes && { axes: legalAxes(axes, dims.length) }) };
  return { policy, control: () => propose(context, valid) };
}

/** A shape in one line. */
export function describe(context: PlanContext, shape: Shape): string {
  const { dims, axes, form, keepdims, noop, data = 'grid', firstRow } = shape;
  const fromInput = hasAxesInput(context);
  const words = [
    `data ${context.dtype}[${dims}]`,
    axes ? `axes=[${axes}]${fromInput ? (form === 'run-time' ? ' at run time' : ' constant') : ''}` : 'no axes',
    ...attributesInWords({ keepdims, noop_with_empty_axes: noop }),
  ];
  return `${words.join(' ')}, ${data}${firstRow === undefined ? '' : ` from row ${firstRow}`}`;
}

/** What findings compare of a shape: its attributes, where its axes come from, and its rows. */
export function factsOf(context: PlanContext, { dims, axes, form, keepdims, noop }: Shape): Facts {
  const source = form === 'run-time' ? 'axes at run time' : 'axes constant';
  return withWords(factsOfRows(dims, reducedBy(dims.length, axes, noop), axes ?? []), [
    ...attributesInWords({ keepdims, noop_with_empty_axes: noop }),
    ...(axes ? (hasAxesInput(context) ? [source] : []) : ['no axes']),
    ...(axes?.length === 0 ? ['axes=[]'] : []),
  ]);
}

function legalAxes(axes: readonly number[], rank: number): number[] {
  return [...new Set(axes.map((axis) => (axis < 0 ? axis + rank : axis)))];
}

function reducedBy(rank: number, axes: readonly number[] | undefined, noop: 0 | 1 | undefined): boolean[] {
  if (!axes?.length) return new Array<boolean>(rank).fill(noop !== 1);
  return Array.from({ length: rank }, (_, i) => axes.includes(i) || axes.includes(i - rank));
}

/** True for the float dtypes. */
export function isFloat({ dtype }: PlanContext): boolean {
  return formatOf(dtype).kind === 'float';
}

/** True if the version takes axes as an input. */
export function hasAxesInput({ version }: PlanContext): boolean {
  return version.inputs.length > 1;
}
