import { floatDTypes } from '../../numerics/dtype.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import type { Node } from '../../spec/node.ts';
import type { Clause } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';

/** Returns the rule about the attribute stash_type, the type of the first stage. */
export const stashRule = (schema: Schema): Clause =>
  rule('invalid-stash-type', 'stash_type is a float type.', 'attribute stash_type', schema);

/** Returns the rule about the shapes of inputs that have a number for each channel or group. */
export const parameterRule = (schema: Schema): Clause =>
  rule('invalid-parameter-shape', 'Scales and shifts have the size that the text requires.', 'inputs', schema);

/** @throws BadInput if the input at an index has another shape */
export function checkInputShape<S>(node: Node<S>, index: number, dims: readonly number[]): void {
  const given = node.input(index).dims;
  if (given.length === dims.length && given.every((size, i) => size === dims[i])) return;
  throw new BadInput(`the shape of the input ${node.version.inputs[index]!.name} is [${given}]; it must be [${dims}]`);
}

/** @throws NotJudged at version 1 for data that are not N×C×H×W: its text describes only these */
export function checkImages<S>(node: Node<S>): void {
  const { dims } = node.input(0);
  if (node.version.since === 1 && dims.length !== 4) throw new NotJudged('data […] that are not N×C×H×W', dims);
}

/** The text of a clause of all operators that compute the variance of rows. */
export const farRows =
  'All elements of a row are normalized by the same variance, even if a sum of squares overflows or loses all its digits.';

/** Returns the clauses of all operators that normalize rows of their input to mean 0 and variance 1. */
export function rowClauses(schema: Schema): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  return [
    says('epsilon', 'epsilon is added to the variance.', 'attribute epsilon'),
    implies('constant-rows', 'The variance of equal elements is 0: the output equals the shift.', ieee754('5.1')),
    implies('offset-rows', 'Data with a large mean are normalized as precisely as their digits allow.', ieee754('4.3')),
    implies('far-rows', farRows, ieee754('4.3'), floatDTypes),
    implies('any-length', 'Every element contributes, for any number of elements.', ieee754('4.3')),
    implies('special-values', 'A row that contains NaN or an infinity becomes NaN.', ieee754('6.1, 6.2')),
  ];
}
