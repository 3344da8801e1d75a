import type { Program } from '../../generators/fuzz/program.ts';
import { valueIfJudged } from '../../generators/fuzz/validate.ts';
import { callOfNode, expectGraph } from '../../oracles/graph/expect.ts';
import type { GraphNode } from '../../oracles/graph/graph.ts';
import { compare } from '../../oracles/judge/comparator.ts';
import { contradictionAmong, type PlacedObservation } from '../../oracles/judge/contradictions.ts';
import { mustBeConsistent, type Observation } from '../../oracles/judge/policy.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { copyOf } from '../../oracles/numerics/tensor.ts';
import type { ExpectedOutput } from '../../oracles/spec/operator.ts';
import type { Implementation } from '../kernels/implementation.ts';

/** A runtime in which some operators have the kernel under test; all others are correct. */
export class Runtime {
  readonly #implementation: Implementation;
  readonly #operators: ReadonlySet<string>;
  readonly #choices = new Map<string, PlacedObservation[]>();

  constructor(implementation: Implementation, operators: readonly string[]) {
    this.#implementation = implementation;
    this.#operators = new Set(operators);
  }

  /**
   * Runs a program. Returns true if a result is wrong, or contradicts an earlier choice. For some elements the oracle detects only during
   * the comparison that it has no answer; then the run counts as correct.
   * @param expected the expected outputs of each run
   */
  isWrong(program: Program, expected: readonly (readonly ExpectedOutput[])[]): boolean {
    return program.runs.some((run, i) => {
      const got = this.#run(program, run as ReadonlyMap<string, Tensor>);
      if (!got) return true;
      const comparison = valueIfJudged(() => compare(expected[i]!, got));
      return comparison && (!comparison.accepted || this.#contradicts(program, comparison.observations));
    });
  }

  /** The outputs of a run; `undefined` if it ends in an error. */
  #run({ graph, opset }: Program, run: ReadonlyMap<string, Tensor>): readonly Tensor[] | undefined {
    // a kernel may write into its inputs
    const given = [...graph.initializers, ...run].map(([name, tensor]) => [name, copyOf(tensor)] as const);
    const values = new Map<string, Tensor>(given);
    try {
      for (const node of graph.nodes) {
        const outputs = this.#outputsOf(node, opset, values, graph.initializers);
        for (const [i, name] of node.outputs.entries()) if (outputs[i]) values.set(name, outputs[i]);
      }
    } catch {
      // a kernel may fail, and after a wrong value the call of a correct node may be illegal
      return undefined;
    }
    return graph.outputs.flatMap((name) => values.get(name) ?? []);
  }

  #outputsOf(
    node: GraphNode,
    opset: number,
    values: ReadonlyMap<string, Tensor>,
    constants: ReadonlyMap<string, Tensor>,
  ): readonly Tensor[] {
    const { operator, version, attributes, inputs, outputs } = node;
    if (!this.#operators.has(operator.name))
      return operator.expect(version, callOfNode(node, values)).map(referenceTensor);
    return this.#implementation({
      cell: { operator },
      opset,
      proposal: {
        attributes,
        inputs: inputs.map((name) => {
          if (name === '') return { form: 'omitted', value: undefined };
          return { form: constants.has(name) ? 'initializer' : 'input', value: values.get(name) };
        }),
        outputs: outputs.length,
      },
    });
  }

  /** True if a program of one node contradicts an earlier choice. Some choices must be consistent within a version and dtype. */
  #contradicts({ graph, runs }: Program, observations: readonly Observation[]): boolean {
    const [node, ...others] = graph.nodes as [GraphNode, ...GraphNode[]];
    if (others.length > 0) return false;
    const dtype = new Map([...graph.initializers, ...runs[0]!]).get(node.inputs[0] ?? '')?.dtype;
    return observations.some((observation) => {
      if (!mustBeConsistent(observation.policy)) return false;
      const key = `${observation.policy} ${node.operator.name} ${node.version.since} ${dtype}`;
      const seen = [...(this.#choices.get(key) ?? []), { ...observation, place: '' }];
      if (contradictionAmong(seen)) return true;
      this.#choices.set(key, seen);
      return false;
    });
  }
}

/** The expected outputs of each run; `undefined` if the oracle has no answer. */
export const expectedOf = ({ graph, runs }: Program): readonly (readonly ExpectedOutput[])[] | undefined =>
  valueIfJudged(() => runs.map((run) => expectGraph(graph, run)));
