import { type DType, dtypes, isDType } from '../numerics/dtype.ts';
import type { AttributeDeclaration, OperatorVersion } from '../operator.ts';
import { type Parameter, type Schema, typesOf } from './schemas.ts';

/** What the schema of an operator with one type variable, T, says of a version. */
export function declarationOf(
  schema: Schema,
): Pick<OperatorVersion, 'since' | 'attributes' | 'inputs' | 'outputs' | 'dtypes'> {
  const { since, attributes, inputs, outputs } = schema;
  /** in the order of the dtype table */
  const dtypesOf = (parameter: Parameter): DType[] => {
    const types = new Set(typesOf(schema, parameter).filter(isDType));
    return dtypes.filter((dtype) => types.has(dtype));
  };
  return {
    since,
    attributes: attributes as readonly AttributeDeclaration[],
    inputs: inputs.map((input) => ({
      name: input.name,
      optional: input.optional === true,
      ...(input.type !== 'T' && { dtypes: dtypesOf(input) }),
    })),
    outputs: outputs.map((output) => ({
      name: output.name,
      ...(output.type !== 'T' && { dtype: dtypesOf(output)[0]! }),
    })),
    dtypes: dtypesOf({ name: '', type: 'T' }),
  };
}
