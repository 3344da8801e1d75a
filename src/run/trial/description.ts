import { secondModel } from '../../../generators/cases/facts.ts';
import type { Case } from '../../../generators/suite/cases.ts';
import { formatScalar } from '../../../oracles/judge/acceptance.ts';
import { elementCount, elementsOf } from '../../../oracles/numerics/tensor.ts';
import { formatForm, isTensor, tensorsIn, type Value } from '../../../oracles/numerics/value.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import type { Clause } from '../../../oracles/spec/operator.ts';
import type { CaseResult } from '../../../reports/schema.ts';

type Copied =
  | 'id'
  | 'operator'
  | 'version'
  | 'dtype'
  | 'opset'
  | 'dataClass'
  | 'summary'
  | 'hasSecondModel'
  | 'sampled'
  | 'size';

/** The fields of a result that describe the case and do not depend on the answer. */
export interface CaseDescription extends Pick<CaseResult, Copied> {
  readonly clause: Clause;
}

/** Describes a case by what is known before its data are drawn. */
export function describeCase({ id, cell, opset, summary, facts }: Case): Omit<CaseDescription, 'dataClass' | 'size'> {
  const { operator, version, dtype, clause } = cell;
  return {
    id,
    operator: operator.name,
    version: version.since,
    dtype,
    clause,
    opset,
    summary,
    ...(facts.words.includes(secondModel) && { hasSecondModel: true }),
  };
}

/** Formats attributes: "alpha=0.5", "pads=[1, 1]"; a tensor as its type and shape. Graphs and types are left out. */
export const formatAttributes = (attributes: Attributes): readonly string[] =>
  Object.entries(attributes).flatMap(([name, { type, value }]) => {
    if (type === 'GRAPH' || type === 'GRAPHS' || type === 'TYPE_PROTO') return [];
    if (type === 'TENSOR') return [`${name}=${formatForm(value)}`];
    return [`${name}=${formatSetting(value as Setting)}`];
  });

/** The value of an attribute that is not a tensor, type or graph. */
export type Setting = string | number | readonly (string | number)[];

/** Formats a setting: "0.5", "[1, 1]", "linear". */
export function formatSetting(value: Setting): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? formatScalar(value) : `[${value.map(formatScalar).join(', ')}]`;
}

/** Returns the number of elements of all inputs together; 0 if the first input is empty. */
export function sizeOf(inputs: readonly (Value | undefined)[]): number {
  const sizes = inputs.map((value) => value && countOf(value));
  return sizes[0] === 0 ? 0 : sizes.reduce<number>((sum, size = 0) => sum + size, 0);
}

/** Returns the number of elements of all tensors in a value. */
const countOf = (value: Value): number => tensorsIn(value).reduce((sum, { dims }) => sum + elementCount(dims), 0);

/** The greatest number of elements to print in a report. */
const maxElements = 16;

/**
 * Formats inputs: "data=[1, 2.5, -0] axes=[1]". Elements are in row-major order and can be parsed back exactly.
 * Returns `undefined` for more than 16 elements together.
 */
export function formatInputs(inputs: readonly { readonly name: string; readonly value: Value }[]): string | undefined {
  const count = inputs.reduce((sum, { value }) => sum + countOf(value), 0);
  if (count > maxElements) return undefined;
  return inputs
    .map(({ name, value }) => {
      const tensors = tensorsIn(value).map((tensor) => `[${elementsOf(tensor).map(formatScalar).join(', ')}]`);
      return `${name}=${isTensor(value) ? tensors[0] : `(${tensors.join(', ')})`}`;
    })
    .join(' ');
}
