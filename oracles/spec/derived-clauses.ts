import type { DType } from '../numerics/dtype.ts';
import type { Clause } from './operator.ts';
import type { Schema } from './schemas/schemas.ts';
import { sentenceOf } from './source.ts';

/** Prefixes of the ids of clauses about one attribute or one input. */
export const defaultOf = 'default-';
export const omittedPrefix = 'omitted-';
/** The id of the clause that values other than tensors may be inputs and outputs of a model. */
export const valuesAtGraphEnds = 'values-at-graph-ends';
/** The id of the clause that several inputs may be the same value. */
export const sameValue = 'inputs-same-value';

/** Returns the clauses that follow from the schema of a version, independent of its operator. */
export function derivedClauses(schema: Schema): readonly Clause[] {
  const { attributes, inputs, outputs } = schema;
  const clause = (id: string, text: string, place: string): Clause => ({
    id,
    text,
    source: sentenceOf(schema, place),
    level: 'specified',
  });
  const optional = inputs.filter((input) => input.optional);
  return [
    clause('output-type', 'Outputs have the types and shapes that the schema defines.', 'outputs'),
    ...attributes.flatMap((attribute) =>
      attribute.default === undefined
        ? []
        : [
            clause(
              `${defaultOf}${dashed(attribute.name)}`,
              `If ${attribute.name} is absent, its default ${show(attribute.default)} is used.`,
              `attribute ${attribute.name}`,
            ),
          ],
    ),
    ...optional.map((input) =>
      clause(
        `${omittedPrefix}${dashed(input.name)}`,
        `The input ${input.name} may be left out.`,
        `input ${input.name}`,
      ),
    ),
    ...(inputs.length > 0
      ? [clause('inputs-constant', 'Inputs may be constants of the graph, or given at run time.', 'inputs')]
      : []),
    ...(outputs.some((output) => output.optional)
      ? [clause('outputs-optional', 'Optional outputs may be requested or left out.', 'outputs')]
      : []),
    ...(inputs.at(-1)?.variadic
      ? [clause('any-count', 'There may be any number of inputs, from the minimum on.', 'inputs')]
      : []),
    ...(hasSameTypes(schema)
      ? [
          {
            id: sameValue,
            text: 'Several inputs may be the same value.',
            source: { document: 'what follows from IR.md', place: 'Nodes: inputs are references to values by name' },
            level: 'implied' as const,
            dtypes: dtypesForPassing,
          },
        ]
      : []),
  ];
}

/** Returns whether there are two required data inputs of the same type. */
function hasSameTypes({ inputs, outputs }: Schema): boolean {
  const data = inputs.filter(
    ({ optional, type }) => !optional && [inputs[0], outputs[0]].some((one) => one?.type === type),
  );
  return data.some(({ type, variadic }, i) => variadic || data.slice(0, i).some((other) => other.type === type));
}

/**
 * The dtypes that test the passing of values. It depends on the code around the kernels, so one float type and one integer type
 * suffice.
 */
export const dtypesForPassing: readonly DType[] = ['float32', 'int64'];

/** Converts a name to a part of an id. */
export const dashed = (name: string): string => name.toLowerCase().replaceAll('_', '-');

const show = (value: unknown): string => (Array.isArray(value) ? `[${value.join(', ')}]` : JSON.stringify(value));
