import { Undecided } from '../../oracles/arithmetic/exact.ts';
import { callOfNode } from '../../oracles/graph/expect.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { NotJudged } from '../../oracles/spec/bad-input.ts';
import { type SessionAdapter, Unsupported } from '../../src/backends/adapter.ts';
import { readGraph } from '../../vectors/onnx/graph.ts';
import { decodeModel } from '../../vectors/onnx/model.ts';
import { computed, type styles } from '../kernels/computed.ts';

/** A runtime with correct kernels. It runs a model node by node, and rounds each operation once to the type of the style. */
export const rightKernels = (name: string, style: (typeof styles)[keyof typeof styles]): SessionAdapter => ({
  name,
  version: '1',
  prepare(bytes) {
    const graph = readGraph(decodeModel(bytes, 'the model'));
    if ('unknown' in graph) throw new Unsupported(graph.unknown);
    return {
      run(inputs, outputs) {
        const known = new Map<string, Tensor>([...graph.initializers, ...inputs]);
        for (const node of graph.nodes) {
          const { operator, version } = node;
          if (!operator.evaluate) throw new Unsupported(operator.name);
          const call = { ...callOfNode(node, known), outputs: node.outputs.length };
          const results = separated((bits) => computed(operator.evaluate!, operator, version, call, style, bits));
          for (const [i, output] of node.outputs.entries()) if (output !== '') known.set(output, results[i]!);
        }
        return outputs.map((output) => known.get(output)!);
      },
    };
  },
});

/**
 * Computes with more bits until integers can be distinguished from their neighbours: powers of int64 have thousands of bits.
 * @throws Unsupported for values that the text does not define: an earlier rounding may have led to them
 */
function separated<T>(compute: (bits: number) => T, bits = 200): T {
  try {
    return compute(bits);
  } catch (error) {
    if (error instanceof NotJudged) throw new Unsupported(error.message);
    if (!(error instanceof Undecided) || bits > 2 ** 14) throw error;
    return separated(compute, 4 * bits);
  }
}
