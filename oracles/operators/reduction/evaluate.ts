import { formatOf } from '../../numerics/dtype.ts';
import { flagOf } from '../../spec/attributes.ts';
import { type Evaluate, type Node, values } from '../../spec/node.ts';
import { reducedDimensions } from './axes.ts';
import type { ReductionKernel } from './kernel.ts';
import { type Slices, slicesOf } from './slices.ts';

/** Returns a kernel over slices, by default those of the node. The result of integers is truncated if it may not be an integer. */
export const overSlices =
  (kernel: ReductionKernel, chosen?: Slices): Evaluate =>
  (a, node) => {
    const data = node.input(0);
    const { dtype } = data;
    const { dims, starts, offsets } =
      chosen ?? slicesOf(data.dims, reducedOf(node), flagOf(node.version, node, 'keepdims'));
    const own = a.in(dtype);
    return [
      values(dtype, dims, (index) => {
        const result = kernel(own, termsAt(starts[index]!, offsets, data.at), dtype);
        return formatOf(dtype).kind === 'float' ? result : own.integral(result, 'truncate');
      }),
    ];
  };

/** Returns the elements of a slice. */
export function termsAt<S>(start: number, offsets: Int32Array, at: (index: number) => S): readonly S[] {
  const terms: S[] = [];
  // rows are long: no iterator
  for (let k = 0; k < offsets.length; k++) terms.push(at(start + offsets[k]!));
  return terms;
}

function reducedOf<S>(node: Node<S>): readonly boolean[] {
  const axes = node.inputs[1] ? node.integers(1) : node.numbers('axes');
  return reducedDimensions(node.version, node, axes, node.input(0).dims.length);
}
