import { type DType, numericDTypes } from '../../numerics/dtype.ts';
import { clausesOf, ieee754, numpy } from '../../spec/clauses.ts';
import type { Clause, Operator } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import { type Schema, schemasInForce } from '../../spec/schemas/schemas.ts';

/**
 * By id of a clause what is said, and where in the text of the version; or what numpy does where the text says nothing. What
 * computes is tried with every type of numbers. By id of a
 * rule, `invalid-…`, what a model must not break.
 */
export type ClauseTexts = Readonly<
  Record<string, readonly [text: string, place: string, level?: 'implied' | 'of numbers']>
>;

/** One dtype of each width, packed ones too: where elements go does not depend on what they are. */
const widths: readonly DType[] = ['float32', 'int64', 'float16', 'uint8', 'int4'];

/** The clauses that all share who move elements, and those of an operator. */
export function movementClauses(
  { name, definition }: Pick<Operator, 'name' | 'definition'>,
  schema: Schema,
  said: ClauseTexts,
): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  return [
    says('definition', `The elements are those of the definition: ${definition}.`),
    ...(movesMain(schema) ? [implies('bits', bits, ieee754('5.5.1: copy'))] : []),
    says('any-shape', 'Tensors of any size and rank are taken.', 'inputs', widthsOf(name, schema)),
    ...statedClauses(name, schema, said),
  ];
}

const widthsOf = (name: string, schema: Schema): readonly DType[] =>
  schemasInForce(name).at(-1) === schema ? widths : widths.slice(0, 1);

/** The clauses among what is said. */
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

/** The rules among what is said. */
export const movementRules = (schema: Schema, said: ClauseTexts): readonly Clause[] =>
  Object.entries(said).flatMap(([id, [text, place]]) => (isRule(id) ? [rule(id, text, place, schema)] : []));

const isRule = (id: string): id is `invalid-${string}` => id.startsWith('invalid-');

export const bits =
  'Elements are what they were: signs of zeros, infinities, NaN, subnormal and extreme numbers, all digits of integers.';

/** Whether outputs are of the type that inputs are of, and not of another one. */
const movesMain = ({ inputs, outputs }: Schema): boolean => outputs.some(({ type }) => inputs[0]?.type === type);
