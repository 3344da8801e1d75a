import { floatDTypes } from '../../numerics/dtype.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import type { Node } from '../../spec/node.ts';
import type { Clause } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';

/** What the attribute that names the type of stage one must not be. */
export const stashRule = (schema: Schema): Clause =>
  rule('invalid-stash-type', 'stash_type is a type of floats.', 'attribute stash_type', schema);

/** What inputs that have a number for each channel, or group, must not be. */
export const parameterRule = (schema: Schema): Clause =>
  rule('invalid-parameter-shape', 'Scales and shifts have the size that the text gives.', 'inputs', schema);

/** @throws BadInput if an input, by its number, has another shape */
export function demandShape<S>(node: Node<S>, index: number, dims: readonly number[]): void {
  const given = node.input(index).dims;
  if (given.length === dims.length && given.every((size, i) => size === dims[i])) return;
  throw new BadInput(`the input ${node.version.inputs[index]!.name} is [${given}] where [${dims}] is meant`);
}

/** @throws NotJudged at version 1 for data that are not N×C×H×W: its text has no others */
export function demandImages<S>(node: Node<S>): void {
  const { dims } = node.input(0);
  if (node.version.since === 1 && dims.length !== 4) throw new NotJudged('data […] that are not N×C×H×W', dims);
}

/** A clause of all operators whose rows have a variance. */
export const farRows =
  'A row is normalized by one variance, also where its squares lose all digits of it, or leave the range.';

/** What holds of all operators that bring rows of their input to mean 0 and variance 1. */
export function rowClauses(schema: Schema): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  return [
    says('epsilon', 'epsilon is added to the variance.', 'attribute epsilon'),
    implies('constant-rows', 'Equal elements have variance 0: what comes out is the shift.', ieee754('5.1')),
    implies('offset-rows', 'Elements far from 0 are normalized as well as their digits allow.', ieee754('4.3')),
    implies('far-rows', farRows, ieee754('4.3'), floatDTypes),
    implies('any-length', 'Every element counts, however many there are.', ieee754('4.3')),
    implies('special-values', 'NaN and infinities make of their row NaN.', ieee754('6.1, 6.2')),
  ];
}
