import { dtypes as allDTypes, type DType, formatOf } from '../../../oracles/numerics/dtype.ts';
import { inputAt, outputAt } from '../../../oracles/spec/declaration.ts';
import type { Network } from './network.ts';

/** Returns the dtypes of values as far as they follow from earlier ones, by type variables and attributes of nodes. */
export function dtypesOf({ model, nodes, given }: Network): ReadonlyMap<string, DType> {
  const known = new Map<string, DType>([...given].map(([name, { dtype }]) => [name, dtype]));
  for (const { name, dtype } of [...model.inputs, ...model.outputs]) if (dtype) known.set(name, dtype);
  for (const node of nodes) {
    if ('unknown' in node) continue;
    const { version, attributes, inputs, outputs } = node;
    const bound = new Map<string, DType>();
    for (const [i, name] of inputs.entries()) {
      const { variable, variadic } = inputAt(version, i) ?? {};
      const dtype = known.get(name);
      if (variable !== undefined && variadic !== 'heterogeneous' && dtype) bound.set(variable, dtype);
    }
    const { to, dtype, value } = attributes;
    const named = [to, dtype].flatMap((one) =>
      one?.type === 'INT' ? [allDTypes.find((own) => formatOf(own).code === one.value)] : [],
    )[0];
    const held = value?.type === 'TENSOR' ? value.value.dtype : undefined;
    for (const [i, name] of outputs.entries()) {
      const declared = outputAt(version, i);
      const own = declared?.dtype ?? (declared?.variable !== undefined ? bound.get(declared.variable) : undefined);
      const type = own ?? named ?? held;
      if (name !== '' && type && !known.has(name)) known.set(name, type);
    }
  }
  return known;
}
