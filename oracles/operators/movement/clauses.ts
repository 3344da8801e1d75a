import { type DType, numericDTypes } from '../../numerics/dtype.ts';
import { clausesOf, ieee754, numpy } from '../../spec/clauses.ts';
import type { Clause, Operator } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import { type Schema, schemasInForce } from '../../spec/schemas/schemas.ts';

/**
 * The sentences of an operator by clause id, with their places in the text, or numpy's behaviour where the text is silent.
 * Clauses about computation are tested with every type of numbers. Ids of rules for models start with `invalid-`.
 */
export type ClauseTexts = Readonly<
  Record<string, readonly [text: string, place: string, level?: 'implied' | 'of numbers']>
>;

/** One dtype of each width, including packed ones: the movement of elements does not depend on their values. */
const widths: readonly DType[] = ['float32', 'int64', 'float16', 'uint8', 'int4'];

/** Returns the clauses that all operators that move elements share, and those of one operator. */
export function movementClauses(
  { name, definition }: Pick<Operator, 'name' | 'definition'>,
  schema: Schema,
  said: ClauseTexts,
): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  return [
    says('definition', `Definition of the output: ${definition}.`),
    ...(movesMain(schema) ? [implies('bits', unchangedElements, ieee754('5.5.1: copy'))] : []),
    says('any-shape', 'Tensors of any size and rank are accepted.', 'inputs', widthsOf(name, schema)),
    ...statedClauses(name, schema, said),
  ];
}

const widthsOf = (name: string, schema: Schema): readonly DType[] =>
  schemasInForce(name).at(-1) === schema ? widths : widths.slice(0, 1);

/** Returns the clauses among the sentences. */
export function statedClauses(name: string, schema: Schema, said: ClauseTexts): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  const dtypes = widthsOf(name, schema);
  return Object.entries(said)
    .filter(([id]) => !isRule(id))
    .map(([id, [text, place, level]]) =>
      level === 'implied'
        ? implies(id, text, numpy(place), dtypes)
        : says(id, text, place, level ? numericDTypes : dtypes),
    );
}

/** Returns the rules among the sentences. */
export const movementRules = (schema: Schema, said: ClauseTexts): readonly Clause[] =>
  Object.entries(said).flatMap(([id, [text, place]]) => (isRule(id) ? [rule(id, text, place, schema)] : []));

const isRule = (id: string): id is `invalid-${string}` => id.startsWith('invalid-');

export const unchangedElements =
  'Elements are unchanged: signs of zeros, infinities, NaN, subnormal and extreme numbers, all digits of integers.';

/** Returns whether outputs have the type of the inputs. */
const movesMain = ({ inputs, outputs }: Schema): boolean => outputs.some(({ type }) => inputs[0]?.type === type);
