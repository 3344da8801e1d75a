import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { type DType, formatOf } from '../../numerics/dtype.ts';
import { numbersOf } from '../../numerics/tensor.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import type { Node } from '../../spec/node.ts';
import type { Clause, Source } from '../../spec/operator.ts';
import { type Release, releaseOf } from '../../spec/releases.ts';
import { rule } from '../../spec/rules.ts';
import { changelog, sentence } from '../../spec/source.ts';
import { knownTensor } from '../movement/movement.ts';

/** The number of an input that is a scalar. @throws NotJudged for a list of one: the text says scalar */
export function numberOf<S>(node: Node<S>, index: number): number {
  const { dims } = node.input(index);
  if (dims.length > 0) throw new NotJudged('a … of shape […]', node.version.inputs[index]!.name, dims);
  return Number(numbersOf(knownTensor(node.input(index)))(0));
}

/** A number that was computed in a float type, in the type of an output: of integers what stands before the point. */
export function inType<S>(a: Arithmetic<S>, x: S, from: DType, to: DType): S {
  const own = a.in(to);
  return formatOf(to).kind === 'float' ? own.from(x, from) : own.integral(x, 'truncate');
}

/** That an output is of no type that the version does not list. */
export const outputTypeRule = (name: string, since: number): Clause =>
  rule(
    'invalid-output-datatype',
    'output_datatype is one of the types of the output.',
    `${name}-${since}, attribute output_datatype`,
    since,
  );

/** A sentence of a version that came with a later release. */
export const sourceSince = (release: Release, name: string, since: number, place: string): Source =>
  sentence(changelog, `${name}-${since}, ${place}`, releaseOf(since), release);

export const saysSince = (
  release: Release,
  name: string,
  since: number,
  id: string,
  text: string,
  place: string,
): Clause => ({ id, text, source: sourceSince(release, name, since, place), level: 'specified' });
