import fc from 'fast-check';
import { programs } from '../../generators/fuzz/arbitrary.ts';
import { NothingToDraw } from '../../generators/fuzz/pool.ts';
import type { Program } from '../../generators/fuzz/program.ts';
import { isTensor, type Value } from '../../oracles/numerics/value.ts';
import { findOperator } from '../../oracles/operators.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { inputName, outputName, outputsOf } from '../../oracles/spec/declaration.ts';
import type { OptionInput } from '../options/option.ts';
import { parseSelection } from '../options/selection.ts';
import { NodeCall, sourceOf } from './node-call.ts';
import { caseOptions, readCall } from './options.ts';
import { inspectSymbol } from './printing.ts';

const callOptions = { opset: caseOptions.opset, dtype: caseOptions.dtype };

/**
 * Returns an arbitrary of fast-check for valid calls of an operator: calls of the suite with changed shapes, attributes and
 * values, chosen near the boundaries between cases in kernels. They shrink to smaller shapes, fewer attributes and simpler
 * values, and stay valid.
 * @throws BadInput if the operator, opset or dtype does not exist, or no call is left
 */
export function arbitraryCall(operator: string, options: OptionInput<typeof callOptions> = {}): fc.Arbitrary<NodeCall> {
  return new ArbitraryCall(operator, options);
}

/** The greatest number of elements of all inputs together: more take long to shrink. */
const most = 600;

class ArbitraryCall extends fc.Arbitrary<NodeCall> {
  readonly #name: string;
  readonly #programs: fc.Arbitrary<Program>;

  constructor(operator: string, options: OptionInput<typeof callOptions>) {
    super();
    const { opset, dtype } = readCall(callOptions, options);
    if (findOperator(operator)?.unfold) throw new BadInput(`a call of ${operator} runs graphs, which are not drawn`);
    const selection = parseSelection({ ids: [operator], opset, dtype, seed: 1 });
    this.#name = operator;
    try {
      this.#programs = programs({ ...selection, nodes: 1, severalRuns: false, elements: most });
    } catch (error) {
      if (error instanceof NothingToDraw) throw new BadInput(`no legal call of ${operator} is left`);
      throw error;
    }
  }

  generate(random: fc.Random): fc.Value<NodeCall> {
    return new fc.Value(callOfProgram(this.#programs.generate(random, undefined).value), undefined);
  }

  [inspectSymbol](): string {
    return `legal calls of ${this.#name}`;
  }

  canShrinkWithoutContext(value: unknown): value is NodeCall {
    return value instanceof NodeCall;
  }

  shrink(value: NodeCall): fc.Stream<fc.Value<NodeCall>> {
    return this.#programs
      .shrink(programOf(value), undefined)
      .map((program) => new fc.Value(callOfProgram(program.value), undefined));
  }
}

/** Returns a program of one node and one run as a call. */
function callOfProgram({ opset, graph, runs }: Program): NodeCall {
  const [node] = graph.nodes as [Program['graph']['nodes'][number]];
  const { operator, version, attributes, inputs, outputs } = node;
  const values = new Map<string, Value>([...graph.initializers, ...runs[0]!]);
  return new NodeCall({
    cell: { operator, version },
    opset,
    proposal: {
      attributes,
      inputs: inputs.map((name) => {
        if (name === '') return { form: 'omitted', value: undefined };
        const value = values.get(name)!;
        if (!isTensor(value)) return { form: 'input', value: undefined, held: value };
        return { form: graph.initializers.has(name) ? 'initializer' : 'input', value };
      }),
      outputs: outputs.length,
      dataClass: 'given',
    },
  });
}

/** Returns a call as a program. */
function programOf(call: NodeCall): Program {
  const { cell, opset, proposal } = sourceOf(call);
  const { operator, version } = cell;
  const { inputs } = proposal;
  const names = inputs.map(({ value, held }, i) => (value || held ? inputName(version, i) : ''));
  const constants = inputs.flatMap(({ form, value }, i) =>
    value && form === 'initializer' ? [[names[i]!, value] as const] : [],
  );
  const given = inputs.flatMap(({ form, value, held = value }, i) =>
    held && form === 'input' ? [[names[i]!, held] as const] : [],
  );
  const outputs = Array.from({ length: outputsOf(version, proposal) }, (_, i) => outputName(version, i));
  const nodes = [{ operator, version, attributes: proposal.attributes, inputs: names, outputs }];
  return { opset, graph: { nodes, initializers: new Map(constants), outputs }, runs: [new Map<string, Value>(given)] };
}
