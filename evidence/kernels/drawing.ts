import { elementsOf } from '../../oracles/numerics/tensor.ts';
import { drawsOfNode } from '../../oracles/operators/random/drawing.ts';
import type { NumberSource } from '../../oracles/operators/random/draws.ts';
import type { Node } from '../../oracles/spec/node.ts';
import { eachOf, onOutputs } from './alter.ts';

/** What the places of a tensor are filled from. */
interface Drawn {
  readonly node: Node<unknown>;
  readonly draws: NumberSource;
  readonly dims: readonly number[];
  /** the numbers in the input */
  readonly input: readonly number[];
}

/** Other numbers in the places of those that are drawn. */
export const drawing = (change: (x: number, index: number, from: Drawn) => number) =>
  onOutputs((output, a, node) => {
    const { tensor } = node.inputs[0] ?? {};
    const input = tensor ? elementsOf(tensor).map(Number) : [];
    const from = { node: node as Node<unknown>, draws: drawsOfNode(node), dims: output.dims, input };
    return eachOf(output, (x, index) => a.in(output.dtype).of(change(Number(x), index, from)));
  });

/** Places in rows, each by a draw and by the numbers of its row. */
export const place = (choose: (row: readonly number[], u: number, index: number, draws: NumberSource) => number) =>
  drawing((_x, index, { node, draws, dims, input }) => {
    const classes = node.input(0).dims[1]!;
    const row = Math.floor(index / dims[1]!);
    return choose(input.slice(row * classes, (row + 1) * classes), draws(index), index, draws);
  });

/** The first place up to which weights come to more than a share of all. */
export function fallsAt(weights: readonly number[], u: number, round = (x: number) => x): number {
  let sum = 0;
  const sums = weights.map((weight) => {
    sum = round(sum + weight);
    return sum;
  });
  const found = sums.findIndex((each) => each > u * sum);
  return found >= 0 ? found : weights.findLastIndex((weight) => weight > 0);
}
