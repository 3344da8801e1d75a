import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { type DType, formatOf } from '../../numerics/dtype.ts';
import { numbersOf } from '../../numerics/tensor.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import type { Node } from '../../spec/node.ts';
import type { Clause } from '../../spec/operator.ts';
import type { Release } from '../../spec/releases.ts';
import { rule } from '../../spec/rules.ts';
import type { Schema } from '../../spec/schemas/schema.ts';
import { sentenceOf } from '../../spec/source.ts';
import { knownTensor } from '../movement/movement.ts';

/** Returns the number in an input that is a scalar. @throws NotJudged for any other shape: the text says scalar */
export function numberOf<S>(node: Node<S>, index: number): number {
  const { dims } = node.input(index);
  if (dims.length > 0) throw new NotJudged('a … of shape […]', node.version.inputs[index]!.name, dims);
  return Number(numbersOf(knownTensor(node.input(index)))(0));
}

/** Converts a number that was computed in a float type to the type of an output; for integers, it is truncated. */
export function inType<S>(a: Arithmetic<S>, x: S, from: DType, to: DType): S {
  const own = a.in(to);
  return formatOf(to).kind === 'float' ? own.from(x, from) : own.integral(x, 'truncate');
}

/** Returns the rule that output_datatype is a type of the output. */
export const outputTypeRule = (schema: Schema): Clause =>
  rule(
    'invalid-output-datatype',
    'output_datatype is one of the types of the output.',
    'attribute output_datatype',
    schema,
  );

/** Returns a clause from a sentence that came with a later release than the version. */
export const saysSince = (release: Release, schema: Schema, id: string, text: string, place: string): Clause => ({
  id,
  text,
  source: sentenceOf(schema, place, release),
  level: 'specified',
});
