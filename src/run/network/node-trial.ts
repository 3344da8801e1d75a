import type { ClassRecord } from '../../../generators/classes/classes.ts';
import { valueIfJudged } from '../../../generators/fuzz/validate.ts';
import { expectNodeAmong, expectNodeUnrounded, withWatch } from '../../../oracles/graph/expect.ts';
import type { GraphNode } from '../../../oracles/graph/graph.ts';
import { inputNamesOf, outputNamesOf } from '../../../oracles/graph/resolve.ts';
import { compare, type Sampler } from '../../../oracles/judge/comparator.ts';
import { nearTensor } from '../../../oracles/judge/reference-tensor.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { elementCount, type Tensor } from '../../../oracles/numerics/tensor.ts';
import {
  areTensors,
  formatForm,
  isTensor,
  mapTensors,
  tensorsIn,
  type Value,
} from '../../../oracles/numerics/value.ts';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import { once } from '../../../oracles/spec/node.ts';
import type { Clause, ExpectedValue } from '../../../oracles/spec/operator.ts';
import { isBroken } from '../../../reports/schema/counts.ts';
import { nodeClauseId } from '../../../reports/schema/predicates.ts';
import type { ValidResult } from '../../../reports/schema.ts';
import { type ShownRun, shownRun } from '../../../reports/scripts/shown.ts';
import { amongNeighbours } from '../../../reports/view/node-folder.ts';
import { encodeRun } from '../../../vectors/onnx/encode.ts';
import { maxMessageBytes } from '../../../vectors/onnx/external-data.ts';
import type { Answer, RunRequest } from '../../backends/backend.ts';
import { type CaseDescription, formatInputs, sizeOf } from '../trial/description.ts';
import { Effort, type EffortSettings } from '../trial/effort.ts';
import { judge, type Requirements, resultOf } from '../trial/judge.ts';
import type { Prepared, PreparedRun } from '../trial/prepared.ts';
import { type Ask, type Trial, UnjudgedTrial } from '../trial/trial.ts';
import { AnnouncedWaits } from './announced-waits.ts';
import { constantsOf, type Network } from './network.ts';
import { sampleOf } from './sample.ts';
import { namesWithin } from './sound-graph.ts';
import { BackendValues, type NetworkValues, type ValuesAround } from './values.ts';

/** The clause that the nodes of a network exercise, whatever their operator. */
export const nodeClause: Clause = {
  id: nodeClauseId,
  text: 'A node gives what its operator gives for the inputs that the node had.',
  source: { document: 'docs/IR.md', place: 'Nodes: a node computes its outputs from its inputs by its operator' },
  level: 'specified',
};

/** How the nodes of a network are judged. */
export interface NodeSettings extends EffortSettings {
  /** the greatest number of elements of each output to judge */
  readonly elements: number;
  /** the approximate number of bytes of values between nodes to hold at a time */
  readonly memory: number;
  readonly seed: number;
  readonly requirements: Requirements;
  /** called with the error that keeps a node from being judged: `NotJudged`, or another one if the node is invalid for its inputs */
  readonly giveUp: (about: Pick<CaseDescription, 'id' | 'operator'>, error: BadInput) => void;
  /** returns the values of the network; by default they come from the backend */
  readonly values?: (network: Network) => NetworkValues;
}

/** A node with its inputs, ready to be judged. */
interface PreparedNode extends Prepared<RunRequest> {
  /** the node as a separate model */
  readonly request: RunRequest;
  /** its inputs, and its outputs if asked for, for a script; `undefined` if some are not tensors, or the outputs take too long */
  readonly shown: (hasOutputs: boolean) => ShownRun | undefined;
  /** judges its outputs under the assumption that its inputs may not have been rounded */
  readonly judgeUnrounded: PreparedRun['judge'];
}

/** A node with its inputs and the accepted values of its outputs. */
interface ExpectedNode {
  readonly node: GraphNode;
  readonly inputs: ReadonlyMap<string, Value>;
  readonly expected: readonly ExpectedValue[];
  readonly effort: Effort;
}

/** A wrong node, to be written as a model of its own. */
interface KeptNode extends Pick<PreparedNode, 'request' | 'shown'> {
  readonly size: number;
  readonly operator: string;
}

/** The greatest number of wrong nodes to keep: their inputs stay in memory. */
const maxKept = 50;

/** Judges the nodes of a network, each with the inputs that it had in the network. */
export class NodeJudge {
  readonly #network: Network;
  readonly #values: NetworkValues;
  readonly #constants: ReadonlySet<string>;
  readonly #settings: NodeSettings;

  readonly #waits: AnnouncedWaits;
  #again: NetworkValues | undefined;
  /** the nodes by the values around them: the request, the stand-in for an answer and the verdict need the same */
  readonly #expected = new WeakMap<ValuesAround, Promise<ExpectedNode>>();
  /** the smallest wrong nodes by id, each as a separate model with its inputs */
  readonly broken = new Map<string, KeptNode>();
  /** the ids of nodes that are right only if their inputs were not rounded */
  readonly unrounded: string[] = [];

  constructor(network: Network, settings: NodeSettings) {
    this.#network = network;
    this.#constants = constantsOf(network);
    this.#settings = settings;
    this.#waits = new AnnouncedWaits(settings.onProgress ?? (() => {}));
    this.#values = settings.values?.(network) ?? this.#ofBackend();
  }

  #ofBackend(): NetworkValues {
    const { memory } = this.#settings;
    return new BackendValues(this.#network, memory, {
      ask: (place, values, ask) => this.#alone(place, values, ask),
      compute: (place, values) => this.#computed(place, values),
      fit: (place, values, outputs) => this.#fit(place, values, outputs),
    });
  }

  /** The values for a second run, in another process. */
  get #valuesAgain(): NetworkValues {
    this.#again ??= this.#ofBackend();
    return this.#again;
  }

  /** Describes how the values of the network are obtained; known after a node was judged. */
  get how(): string {
    return this.#values.how();
  }

  /** Returns a value that a node reads; `undefined` if nothing computes it. */
  async read(place: number, name: string, ask: Ask): Promise<Value | undefined> {
    return this.#values.during(place, ask, (values) => values.read(name));
  }

  /** Returns the trial of a node that the oracle knows. Settling it a second time, in another process, asks for all values again. */
  trial(place: number, about: CaseDescription): Trial {
    let isSettled = false;
    const { requirements, giveUp } = this.#settings;
    return {
      id: about.id,
      models: () => [],
      settle: async (given) => {
        const ask: Ask = (request) => this.#waits.during(about.id, given(request));
        try {
          return await (isSettled ? this.#valuesAgain : this.#values).during(place, ask, async (values) => {
            const prepared = await this.#prepare(place, about, values);
            const answer = await values.answer();
            const result = judge(prepared, answer, requirements);
            if (isBroken(result.outcome)) this.#keep(prepared);
            if (isSettled || result.problem !== 'value') return result;
            isSettled = true;
            return this.#withNodeAlone(prepared, answer, result, ask);
          });
        } catch (error) {
          if (!(error instanceof BadInput)) throw error;
          giveUp(about, error);
          throw new UnjudgedTrial();
        }
      },
      skipped: (message) => resultOf(about, { outcome: 'unsupported', message }),
    };
  }

  #keep({ about: { id, size, operator }, request, shown }: PreparedNode): void {
    this.broken.set(id, { request, shown, size, operator });
    if (this.broken.size <= maxKept) return;
    const largestFirst = [...this.broken].sort(([, a], [, b]) => b.size - a.size);
    // the smallest node of an operator is the one that a finding shows
    const spare = largestFirst.find(([, one], i) =>
      largestFirst.slice(i + 1).some(([, { operator }]) => operator === one.operator),
    );
    this.broken.delete((spare ?? largestFirst[0]!)[0]);
  }

  /**
   * Adds to a wrong value whether the node is right as a separate model. If so, and it is right in the network for inputs
   * that were not rounded, it passes: the backend computes several nodes in one.
   */
  async #withNodeAlone(prepared: PreparedNode, answer: Answer, result: ValidResult, ask: Ask): Promise<ValidResult> {
    const { requirements } = this.#settings;
    if (judge(prepared, await ask(prepared.request), requirements).outcome !== 'pass') return result;
    const [run] = prepared.runs;
    const ofUnrounded = { ...prepared, runs: [{ ...run!, judge: prepared.judgeUnrounded }] };
    const unrounded = judge(ofUnrounded, answer, requirements);
    if (unrounded.outcome !== 'pass') return { ...result, explanations: [amongNeighbours] };
    this.unrounded.push(result.id);
    return unrounded;
  }

  #alone(place: number, values: ValuesAround, ask: Ask): Promise<Answer> {
    return this.#unlessUnjudged<Answer>(
      place,
      values,
      (node) => ask(this.#requestOf(node)),
      (message) => ({ kind: 'unsupported', message }),
    );
  }

  /**
   * Returns whether later nodes can read the outputs of a node: they have their types and shapes. Those of a node without
   * inputs are also right: they are data of the model, which the backend may only have returned wrongly.
   */
  #fit(place: number, values: ValuesAround, outputs: readonly Value[]): Promise<boolean> {
    return this.#unlessUnjudged(
      place,
      values,
      ({ node, inputs, expected, effort }) => {
        const named = withoutOmitted(node, expected);
        return (
          outputs.every((output, i) => formatForm(output) === formatForm(named[i]!)) &&
          (inputs.size > 0 || effort.during(() => compare(named, outputs).accepted))
        );
      },
      () => true,
    );
  }

  /** Returns the outputs that the oracle computes for a node; none if it does not judge it, or not within its limits. */
  #computed(place: number, values: ValuesAround): Promise<ReadonlyMap<string, Value>> {
    return this.#unlessUnjudged<ReadonlyMap<string, Value>>(
      place,
      values,
      (node) => nearOutputs(node, place),
      () => new Map(),
    );
  }

  /** Returns the result of work on the accepted values of a node; if the oracle does not judge the node, that of `otherwise`. */
  async #unlessUnjudged<T>(
    place: number,
    values: ValuesAround,
    work: (of: ExpectedNode) => T | Promise<T>,
    otherwise: (why: string) => T,
  ): Promise<T> {
    try {
      return await work(await this.#expect(place, values));
    } catch (error) {
      if (error instanceof BadInput) return otherwise(error.message);
      throw error;
    }
  }

  /** @throws BadInput as {@link #expect} */
  async #prepare(place: number, about: CaseDescription, values: ValuesAround): Promise<PreparedNode> {
    const { elements, seed } = this.#settings;
    const own = await this.#expect(place, values);
    const { node, inputs, expected: all, effort } = own;
    const sample: Sampler = sampleOf(elements, seed);
    const namedOf = (values: readonly ExpectedValue[]) =>
      withoutOmitted(node, values).map((value) =>
        mapTensors(value, (one) => withWatch(one, () => effort.watch(place))),
      );
    const judgeBy =
      (values: () => readonly ExpectedValue[]): PreparedRun['judge'] =>
      (outputs, loosest) =>
        effort.during(() => compare(namedOf(values()), outputs, loosest, sample));
    const expected = namedOf(all);
    const size = sizeOf([...inputs.values()]);
    const sizes = expected.flatMap((value) =>
      tensorsIn<Pick<Tensor, 'dtype' | 'dims'>>(value).map(({ dims }) => elementCount(dims)),
    );
    const sampled = {
      elements: sizes.reduce((sum, one) => sum + Math.min(one, elements), 0),
      of: sizes.reduce((sum, one) => sum + one, 0),
    };
    const isSample = sampled.elements < sampled.of;
    const [first] = inputs.values();
    const words = [
      about.summary,
      ...(first ? [`data ${formatForm(first)}`] : []),
      ...(isSample ? [`${sampled.elements} of ${sampled.of.toLocaleString('en')} elements judged`] : []),
    ];
    return {
      about: { ...about, size, summary: words.join(', '), ...(isSample && { sampled }) },
      request: this.#requestOf(own),
      shown: (hasOutputs) => {
        const given = new Map([...inputs].filter(([name]) => !this.#constants.has(name)));
        const outputs = hasOutputs ? valueIfJudged(() => nearOutputs(own, place)) : new Map();
        return outputs && shownRun({ inputs: given, outputs });
      },
      judgeUnrounded: judgeBy(() =>
        expectNodeUnrounded(
          node,
          inputs,
          (name) => this.#network.given.has(name),
          () => effort.watch(place),
        ),
      ),
      inputs: () => formatInputs([...inputs].map(([name, value]) => ({ name, value }))),
      runs: [
        {
          what: '',
          cell: { operator: about.operator, version: about.version, dtype: about.dtype },
          values: inputs,
          // differences between nodes of one network say little about other networks
          classes: () => ({}) as ClassRecord,
          judge: judgeBy(() => all),
        },
      ],
    };
  }

  /**
   * Returns a node with its inputs and the accepted values of its outputs. They are derived once.
   * @throws BadInput if the oracle does not know the node, an input is missing, or the operator does not accept it; NotJudged,
   * LimitReached
   */
  #expect(place: number, values: ValuesAround): Promise<ExpectedNode> {
    const known = this.#expected.get(values);
    if (known) return known;
    const derived = this.#derive(place, values);
    this.#expected.set(values, derived);
    return derived;
  }

  async #derive(place: number, values: ValuesAround): Promise<ExpectedNode> {
    const { nodes, origin } = this.#network;
    const node = nodes[place]!;
    if ('unknown' in node) throw new NotJudged('the oracle does not know …', node.unknown);
    const effort = new Effort(origin, { nodes: nodes as readonly GraphNode[] }, this.#settings);
    const inputs = new Map<string, Value>();
    const written = this.#network.model.nodes[place]!;
    const own = new Set(namesWithin(written));
    for (const name of inputNamesOf(written)) {
      if (name === '' || inputs.has(name)) continue;
      const value = await values.read(name);
      if (value) inputs.set(name, value);
      else if (!own.has(name)) throw new NotJudged('nothing gives the value …, which it reads', name);
    }
    const watch = () => effort.watch(place);
    const expected = effort.during(() => expectNodeAmong(node, inputs, watch));
    checkSize(expected);
    return { node, inputs, expected, effort };
  }

  /** Returns the request for the node as a model. It is encoded on first use, since its constants may be large. */
  #requestOf({ node, inputs, expected }: ExpectedNode): RunRequest {
    const { opset } = this.#network.model;
    const outputs = outputNamesOf(node);
    const encoded = once(() => {
      const constants = new Map(
        [...inputs].flatMap(([name, value]) => (this.#constants.has(name) && isTensor(value) ? [[name, value]] : [])),
      );
      return encodeRun({
        model: 0,
        name: node.operator.name,
        opset,
        graph: { nodes: [node], initializers: constants, outputs },
        values: new Map([...inputs].filter(([name]) => !constants.has(name))),
        outputs: withoutOmitted(node, expected),
      });
    });
    return {
      get model() {
        return encoded().model;
      },
      get inputs() {
        return encoded().inputs;
      },
      outputs,
      ...(!areTensors(expected) && { hasValues: true }),
    };
  }
}

/** Returns outputs near the right ones, by name. @throws LimitReached */
function nearOutputs({ node, expected, effort }: ExpectedNode, place: number): ReadonlyMap<string, Value> {
  const near = effort.during(() =>
    expected.map((value) => mapTensors(value, (one) => nearTensor(one, () => effort.watch(place)))),
  );
  return new Map(near.flatMap((value, i) => (node.outputs[i] ? [[node.outputs[i], value]] : [])));
}

/** Returns the values of the outputs of a node, without omitted ones. */
const withoutOmitted = <V>({ outputs }: Pick<GraphNode, 'outputs'>, values: readonly V[]): readonly V[] =>
  values.filter((_, i) => outputs[i] !== '');

/** @throws NotJudged for outputs that no backend can return */
function checkSize(expected: readonly ExpectedValue[]): void {
  for (const { dtype, dims } of expected.flatMap((value) => tensorsIn<Pick<Tensor, 'dtype' | 'dims'>>(value))) {
    const bytes = (elementCount(dims) * formatOf(dtype).bits) / 8;
    if (bytes > maxMessageBytes) throw new NotJudged('an output […] of more bytes than a TensorProto can hold', dims);
  }
}
