import { isSameTensor } from '../../oracles/numerics/tensor.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import type { ClassValue, NodeRun } from './class.ts';
import { describedTensor, namedInputs } from './inputs.ts';

/** Which run of a loaded model it is, and which inputs are not those of the runs before. */
export function* sessionClasses(
  version: OperatorVersion,
  run: NodeRun,
  earlier: readonly NodeRun[],
): Iterable<ClassValue> {
  if (earlier.length === 0) return;
  yield [{ kind: 'run' }, earlier.length === 1 ? 'the second' : earlier.length === 2 ? 'the third' : 'a later one'];
  for (const { name, index } of namedInputs(version, run)) {
    const value = describedTensor(run.inputs[index]);
    const [first, last] = [earlier[0], earlier.at(-1)].map((other) => describedTensor(other!.inputs[index]));
    if (!value || !first || !last || run.inputs[index]!.form !== 'input') continue;
    if (String(value.dims) !== String(last.dims)) yield [{ kind: 'changed', of: name }, 'of another shape'];
    else if (!isSameTensor(value, last)) yield [{ kind: 'changed', of: name }, 'other values'];
    if (earlier.length > 1 && isSameTensor(value, first)) yield [{ kind: 'repeated', of: name }, 'the same again'];
  }
}
