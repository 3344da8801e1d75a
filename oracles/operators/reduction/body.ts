import { formatOf } from '../../numerics/dtype.ts';
import type { AttributeValue } from '../../spec/declaration.ts';
import type { BodyNode, FunctionBody, OperatorVersion } from '../../spec/operator.ts';

/** The step of a body that reduces: a sum over the axes of the function, with its attributes. */
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

/** The versions since 18, when the reductions became functions, get a body, in those of its dtypes that they admit. */
export function withBodySince18(body: FunctionBody, versions: readonly OperatorVersion[]): readonly OperatorVersion[] {
  return versions.map((version) => {
    if (version.since < 18) return version;
    const dtypes = body.dtypes?.filter((dtype) => version.dtypes.includes(dtype));
    return { ...version, body: { ...body, ...(dtypes && { dtypes }) } };
  });
}
