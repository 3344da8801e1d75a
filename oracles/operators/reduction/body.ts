import { formatOf } from '../../numerics/dtype.ts';
import type { AttributeValue } from '../../spec/declaration.ts';
import type { BodyNode, FunctionBody, OperatorVersion } from '../../spec/operator.ts';

/** Returns the reducing step of a body: a sum over the axes of the function, with its attributes. */
export function sumStep(input: string, output: string): BodyNode {
  return {
    opType: 'ReduceSum',
    inputs: [input, 'axes'],
    output,
    forwards: ['keepdims', 'noop_with_empty_axes'],
  };
}

/** The `to` attribute of a Cast. */
export function castTo(dtype: 'float32' | 'float64'): { readonly to: AttributeValue } {
  return { to: { type: 'INT', value: formatOf(dtype).code } };
}

/** Adds function bodies to the versions since 18, when reductions became functions, for the dtypes that the bodies accept. */
export function withBodySince18(body: FunctionBody, versions: readonly OperatorVersion[]): readonly OperatorVersion[] {
  return versions.map((version) => {
    if (version.since < 18) return version;
    const dtypes = body.dtypes?.filter((dtype) => version.dtypes.includes(dtype));
    return { ...version, body: { ...body, ...(dtypes && { dtypes }) } };
  });
}
