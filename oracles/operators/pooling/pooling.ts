import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, type Node, values } from '../../spec/node.ts';
import type { Operator } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { poolingClauses } from './clauses.ts';
import { paddings } from './sliding.ts';
import { type PoolWindows, windowOfChannel, windowsOf } from './windows.ts';

/** Computes a result from the elements of a window; `padded` is their number including padding. */
type PoolKernel = <S>(a: Arithmetic<S>, xs: readonly S[], node: Node<S>, padded: number) => S;

/** The declaration of an operator that pools windows, or whole channels. */
interface PoolDefinition {
  readonly definition: string;
  readonly kernel: PoolKernel;
  /** other algorithms for the same value */
  readonly algorithms?: readonly PoolKernel[];
  readonly padding: string;
}

const over =
  (windows: <S>(node: Node<S>) => PoolWindows) =>
  (kernel: PoolKernel): Evaluate =>
  (a, node) => {
    const x = node.input(0);
    const { dims, places, padded } = windows(node);
    return [
      values(x.dtype, dims, (index) =>
        kernel(
          a,
          places(index).map((place) => x.at(place)),
          node,
          padded(index),
        ),
      ),
    ];
  };

/** Creates an operator that returns one element for each window. */
export const windowPoolOperator = (
  name: string,
  { definition, kernel, algorithms = [], padding }: PoolDefinition,
): Operator =>
  define({
    name,
    family: 'pooling',
    definition: `y = ${definition} over a window`,
    attributeValues: () => ({ auto_pad: paddings }),
    evaluate: over(windowsOf)(kernel),
    algorithms: algorithms.map(over(windowsOf)),
    clauses: (schema) => poolingClauses(schema, padding),
    rules: poolingRules,
  });

/** Creates an operator that returns one element for each channel. */
export const globalPoolOperator = (
  name: string,
  { definition, kernel, algorithms = [], padding }: PoolDefinition,
): Operator =>
  define({
    name,
    family: 'pooling',
    definition: `y = ${definition} over a channel`,
    evaluate: over(windowOfChannel)(kernel),
    algorithms: algorithms.map(over(windowOfChannel)),
    clauses: (schema) => poolingClauses(schema, padding),
  });

/** Returns the rules of operators with windows. */
export const poolingRules = (schema: Schema) =>
  schema.attributes.some((attribute) => attribute.name === 'kernel_shape' && attribute.required)
    ? [
        rule(
          'invalid-window-rank',
          'A window has a size along each spatial dimension.',
          'attribute kernel_shape',
          schema,
        ),
      ]
    : [];
