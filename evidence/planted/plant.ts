import type { NodeRun } from '../../generators/classes/class.ts';
import { valueIfJudged } from '../../generators/fuzz/validate.ts';
import { callOf } from '../../generators/suite/cases.ts';
import { callOfNode } from '../../oracles/graph/expect.ts';
import type { GraphNode } from '../../oracles/graph/graph.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { copyOf, elementCount, type Tensor } from '../../oracles/numerics/tensor.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { oracleAnswer, type SessionAdapter, Unsupported } from '../../src/backends/adapter.ts';
import { readGraph } from '../../vectors/onnx/graph.ts';
import { decodeModel } from '../../vectors/onnx/model.ts';
import type { Asked } from '../drawn/asked.ts';
import { describeFault, type Fault, isShownBy, triggers } from '../drawn/fault.ts';
import type { Candidate } from '../kernels/implementation.ts';

/** A fault in one operator of an otherwise correct runtime. */
export interface Planted {
  /** the condition and the effect, in one line */
  readonly text: string;
  readonly operator: string;
  /** the drawn fault, if it is not modelled on a bug */
  readonly fault?: Fault;
  /** returns the kernel of a newly started process */
  start(): Kernel;
}

/**
 * Computes the faulty outputs of a node; `undefined` if they are as in a correct kernel. @param session the same for all runs of a loaded
 * model
 */
type Kernel = (asked: Asked, session: string, opset: number) => readonly Tensor[] | undefined;

/** Plants a drawn fault. */
export const ofDrawn = (fault: Fault): Planted => ({
  text: describeFault(fault),
  operator: fault.operator,
  fault,
  start: () => (asked) =>
    triggers(fault, asked) && isShownBy(fault, asked)
      ? (valueIfJudged(() => fault.effect.apply(asked, (run) => rightOf(asked, run))) as readonly Tensor[] | undefined)
      : undefined,
});

/** Plants a fault that is modelled on a published bug. */
export const ofModelled = ({ name, start }: Candidate, operator: string): Planted => ({
  text: `${operator}: ${name}`,
  operator,
  start: () => {
    const kernel = start();
    return ({ run }, id, opset) =>
      kernel({
        id,
        cell: { operator: { name: operator } },
        opset,
        proposal: { ...run, inputs: run.inputs.map(copied) },
      });
  },
});

/** A copy of an input: kernels cache results by tensor. */
const copied = ({ value, ...input }: NodeRun['inputs'][number]) => ({
  ...input,
  value: value && copyOf(value),
});

/** A runtime with some faults, which runs a model node by node. */
export function faultyRuntime(faults: readonly Planted[]): SessionAdapter {
  const kernels = faults.map((fault) => ({ ...fault, kernel: fault.start() }));
  let sessions = 0;
  return {
    name: 'planted',
    version: '1',
    prepare(bytes) {
      const model = decodeModel(bytes, 'the model');
      const graph = readGraph(model);
      if ('unknown' in graph) throw new Unsupported(graph.unknown);
      const session = `${sessions++}`;
      const earlier = graph.nodes.map((): NodeRun[] => []);
      return {
        run(inputs, outputs) {
          // later runs have other values in the same memory
          const own = [...inputs].map(([name, value]) => [name, copyOf(value)] as const);
          const known = new Map<string, Tensor>([...graph.initializers, ...own]);
          for (const [i, node] of graph.nodes.entries()) {
            const run = runOf(node, known, graph.initializers);
            const asked = { operator: node.operator, version: node.version, run, earlier: [...earlier[i]!] };
            const faulty = kernels.filter(({ operator }) => operator === node.operator.name);
            const results = oracleAnswer(() => {
              for (const { kernel } of faulty) {
                const wrong = kernel(asked, session, model.opsets[''] ?? 1);
                if (wrong) return wrong;
              }
              return rightOf(asked, run, node, known);
            });
            earlier[i]!.push(run);
            for (const [k, name] of node.outputs.entries()) if (name !== '') known.set(name, results[k]!);
          }
          return outputs.map((name) => known.get(name)!);
        },
      };
    },
  };
}

/** The attributes, inputs and number of outputs of a node in a run. */
function runOf(
  node: GraphNode,
  known: ReadonlyMap<string, Tensor>,
  constants: ReadonlyMap<string, Tensor>,
): NodeRun & { readonly outputs: number } {
  const inputs = node.inputs.map((name, i) => {
    const first = node.inputs.indexOf(name);
    const form =
      name === '' ? ('omitted' as const) : constants.has(name) ? ('initializer' as const) : ('input' as const);
    return { form, value: known.get(name), ...(name !== '' && first < i && { sameAs: first }) };
  });
  return { attributes: node.attributes, inputs, outputs: node.outputs.length };
}

/** The greatest number of elements of an output: a changed size or count may require billions. */
const mostElements = 2 ** 18;

function rightOf(
  { operator, version }: Asked,
  run: NodeRun,
  node?: GraphNode,
  known?: ReadonlyMap<string, Tensor>,
): readonly Tensor[] {
  const expected = operator.expect(version, node && known ? callOfNode(node, known) : callOf(run));
  const large = expected.find(({ dims }) => elementCount(dims) > mostElements);
  if (large) throw new BadInput(`an output of [${large.dims}]`);
  return expected.map(referenceTensor);
}
