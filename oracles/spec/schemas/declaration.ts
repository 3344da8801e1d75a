import { type DType, dtypes, formatOf, isReal } from '../../numerics/dtype.ts';
import { formatType } from '../../numerics/value-type.ts';
import type { AttributeDeclaration, Binding } from '../declaration.ts';
import type { OperatorVersion } from '../operator.ts';
import { dtypesOf as dtypesIn, type Parameter, type Schema, typesOf } from './schemas.ts';

/** The dtypes that are tested by default: few texts define computations with strings and complex numbers. */
export const realDTypes: readonly DType[] = dtypes.filter(isReal);
/** All but complex numbers. */
export const realsAndStrings: readonly DType[] = dtypes.filter((dtype) => formatOf(dtype).kind !== 'complex');

/**
 * Returns the declarations in the schema of a version. Its main type variable is T, or else the first one, or without any the
 * type of the first input.
 * @param known the dtypes for which the operator is defined; real numbers and truth values if absent
 * @param values the values that the text names for string attributes, by attribute name
 */
export function declarationOf(
  schema: Schema,
  known: readonly DType[] = realDTypes,
  values: Readonly<Record<string, readonly string[]>> = {},
): Omit<OperatorVersion, 'clauses'> {
  const { since, opset, document, attributes, inputs, outputs, withdrawn, illTyped } = schema;
  const main = mainVariable(schema);
  /** in the order of the dtype table */
  const dtypesOf = (parameter: Pick<Parameter, 'type'>, among = known): DType[] => {
    const types = new Set(dtypesIn(schema, parameter));
    return among.filter((dtype) => types.has(dtype));
  };
  /** containers have tensors of the dtypes of the main variable */
  const isMain = (parameter: Parameter) =>
    parameter.type === main || typesOf(schema, parameter).some(({ within }) => within.length > 0);
  const variableOf = ({ type }: Parameter) => type in schema.types && { variable: type };
  return {
    since,
    ...(opset !== undefined && { opset }),
    ...(document !== undefined && { document }),
    attributes: (attributes as readonly AttributeDeclaration[]).map((attribute) => {
      const named = values[attribute.name];
      return named && (attribute.type === 'STRING' || attribute.type === 'STRINGS')
        ? { ...attribute, values: named }
        : attribute;
    }),
    inputs: inputs.map((input) => ({
      name: input.name,
      optional: input.optional === true,
      types: typesOf(schema, input),
      ...variableOf(input),
      ...(!isMain(input) && { dtypes: dtypesOf(input) }),
      ...(input.variadic && { variadic: input.variadic, ...(input.least !== undefined && { least: input.least }) }),
    })),
    outputs: outputs.map((output) => ({
      name: output.name,
      types: typesOf(schema, output),
      ...variableOf(output),
      ...(!isMain(output) && fixed(dtypesOf(output))),
      ...(!inputs.some(({ type }) => type === output.type) && { dtypes: dtypesOf(output, dtypes) }),
      ...(output.optional && { optional: true }),
      ...(output.variadic && { variadic: output.variadic }),
    })),
    dtypes: inputs.length > 0 || main !== undefined ? dtypesOf({ type: main ?? inputs[0]!.type }) : [],
    ...(withdrawn && { withdrawn }),
    ...(illTyped && { illTyped: illTyped as readonly Binding[] }),
  };
}

/**
 * Returns the input types that a version allows and the suite does not judge, as schemas write them.
 * @param hasValues whether the operator is also judged with values that are not tensors
 */
export function unjudgedTypes(
  { inputs, dtypes }: Pick<OperatorVersion, 'inputs' | 'dtypes'>,
  hasValues = false,
): readonly string[] {
  const unjudged = inputs.flatMap(({ types = [], dtypes: own = dtypes }) =>
    types.filter(({ dtype, within }) => (within.length > 0 && !hasValues) || !own.includes(dtype)),
  );
  return [...new Set(unjudged.map(formatType))];
}

/** Returns the type if there is only one. */
const fixed = ([dtype, ...others]: readonly DType[]) => dtype && others.length === 0 && { dtype };

/**
 * Returns the main type variable: T, or that of the first input, or the first one; those with several types are preferred.
 * Returns none if all types are fixed.
 */
function mainVariable({ types, inputs: [first] }: Schema): string | undefined {
  const names = Object.keys(types);
  const several = names.filter((name) => types[name]!.includes(' '));
  return 'T' in types ? 'T' : (several.find((name) => name === first?.type) ?? several[0] ?? names[0]);
}
