import type { ClassRecord } from '../../../generators/classes/classes.ts';
import { expectNodeAmong, expectNodeUnrounded, watched } from '../../../oracles/graph/expect.ts';
import type { GraphNode } from '../../../oracles/graph/graph.ts';
import { givenBy, readBy } from '../../../oracles/graph/resolve.ts';
import { compare, type Sampler } from '../../../oracles/judge/comparator.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { elementCount, type Tensor } from '../../../oracles/numerics/tensor.ts';
import { areTensors, formatForm, mapTensors, tensorsIn, type Value } from '../../../oracles/numerics/value.ts';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import { once } from '../../../oracles/spec/node.ts';
import type { Clause, ExpectedValue } from '../../../oracles/spec/operator.ts';
import { isBroken } from '../../../reports/schema/counts.ts';
import type { ValidResult } from '../../../reports/schema.ts';
import { encodeRun } from '../../../vectors/onnx/encode.ts';
import { mostMessageBytes } from '../../../vectors/onnx/external-data.ts';
import type { Answer, RunRequest } from '../../backends/backend.ts';
import { caseResult, judge, type Requirements } from '../trial/case-result.ts';
import { type CaseDescription, formatInputs, sizeOf } from '../trial/description.ts';
import { Effort, type EffortSettings } from '../trial/effort.ts';
import type { Prepared, PreparedRun } from '../trial/prepared.ts';
import { type Ask, LeftOut, type Trial } from '../trial/trial.ts';
import { AnnouncedWaits } from './announced-waits.ts';
import type { Network } from './network.ts';
import { sampleOf } from './sample.ts';
import { namesWithin } from './sound-graph.ts';
import { BackendValues, type NetworkValues } from './values.ts';

/** The clause that the nodes of a network exercise, whatever their operator. */
export const nodeClause: Clause = {
  id: 'node',
  text: 'A node gives what its operator gives for the inputs that the node had.',
  source: { document: 'docs/IR.md', place: 'Nodes: a node computes its outputs from its inputs by its operator' },
  level: 'specified',
};

/** How the nodes of a network are judged. */
export interface NodeSettings extends EffortSettings {
  /** elements of each output that are looked at, at most */
  readonly elements: number;
  /** bytes of values between nodes that are held at the same time, about */
  readonly memory: number;
  readonly seed: number;
  readonly requirements: Requirements;
  /** takes why a node is not judged */
  readonly giveUp: (why: string) => void;
  /** values that somebody has; those of a backend if absent */
  readonly values?: (network: Network) => NetworkValues;
}

/** A node with its inputs, ready to be judged. */
interface PreparedNode extends Prepared<RunRequest> {
  /** the node as a model of its own */
  readonly request: RunRequest;
  /** judges its outputs where its inputs may not have been rounded */
  readonly judgeUnrounded: PreparedRun['judge'];
}

const amongNeighbours = {
  id: 'neighbours',
  text: 'wrong only among its neighbours: as a model of its own, the node is right',
};

/** Their inputs are kept in memory. */
const mostKept = 50;

/** Judges the nodes of a network, each by the inputs that it had. */
export class NodeJudge {
  readonly #network: Network;
  readonly #values: NetworkValues;
  readonly #settings: NodeSettings;

  readonly #waits: AnnouncedWaits;
  #again: NetworkValues | undefined;
  /** by their ids the first nodes that are wrong, each as a model of its own, with its inputs */
  readonly broken = new Map<string, RunRequest>();
  /** the ids of nodes that are right for inputs that were not rounded, and for those alone */
  readonly unrounded: string[] = [];

  constructor(network: Network, settings: NodeSettings) {
    this.#network = network;
    this.#settings = settings;
    this.#waits = new AnnouncedWaits(settings.onProgress ?? (() => {}));
    this.#values = settings.values?.(network) ?? this.#ofBackend();
  }

  #ofBackend(): NetworkValues {
    const { memory } = this.#settings;
    const alone = (place: number, ask: Ask) => this.#alone(place, values, ask);
    const values: NetworkValues = new BackendValues(this.#network, memory, alone);
    return values;
  }

  /** Those that are asked for a second time. */
  get #valuesAgain(): NetworkValues {
    this.#again ??= this.#ofBackend();
    return this.#again;
  }

  /** How the values of the network are come by, in words; known once a node was judged. */
  get how(): string {
    return this.#values.how();
  }

  /** A value that a node reads; `undefined` if nothing gives it. */
  read(place: number, name: string, ask: Ask): Promise<Value | undefined> {
    return this.#values.read(place, name, ask);
  }

  /** The trial of a node that the oracle knows. Who settles it a second time, in another process, has all values asked for anew. */
  trial(place: number, about: CaseDescription): Trial {
    let isSettled = false;
    const { requirements, giveUp } = this.#settings;
    return {
      id: about.id,
      models: () => [],
      settle: async (given) => {
        const ask: Ask = (request) => this.#waits.during(about.id, given(request));
        try {
          const values = isSettled ? this.#valuesAgain : this.#values;
          const prepared = await this.#prepare(place, about, values, ask);
          const answer = await values.answer(place, ask);
          const result = judge(prepared, answer, requirements);
          if (isBroken(result.outcome)) this.#keep(about.id, prepared);
          if (isSettled || result.problem !== 'value') return result;
          isSettled = true;
          return await this.#withNodeAlone(prepared, answer, result, ask);
        } catch (error) {
          if (!(error instanceof BadInput)) throw error;
          giveUp(`${about.operator}: ${error.message}`);
          throw new LeftOut();
        }
      },
      skipped: (message) => caseResult(about, { outcome: 'unsupported', message }),
    };
  }

  #keep(id: string, { request }: PreparedNode): void {
    if (this.broken.size < mostKept) this.broken.set(id, request);
  }

  /**
   * Says of a wrong value whether the node is right as a model of its own. Such a node is right in a network, too, where it is for inputs
   * that were not rounded: then the backend computes several nodes in one.
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

  async #alone(place: number, values: NetworkValues, ask: Ask): Promise<Answer> {
    const node = this.#network.nodes[place]!;
    if ('unknown' in node) return { kind: 'unsupported', message: `the oracle does not know ${node.unknown}` };
    try {
      const effort = this.#effortOn(node.operator.name);
      const { inputs, expected } = await this.#expect(node, place, effort, values, ask);
      checkSize(expected);
      return ask(this.#requestOf(node, inputs, expected));
    } catch (error) {
      if (error instanceof BadInput) return { kind: 'unsupported', message: error.message };
      throw error;
    }
  }

  /** @throws BadInput if a value that it reads is not there, or the operator does not take it; NotJudged, LimitReached */
  async #prepare(place: number, about: CaseDescription, values: NetworkValues, ask: Ask): Promise<PreparedNode> {
    const node = this.#network.nodes[place] as GraphNode;
    const { elements, seed } = this.#settings;
    const effort = this.#effortOn(about.id);
    const { inputs, expected: all } = await this.#expect(node, place, effort, values, ask);
    checkSize(all);
    const sample: Sampler = sampleOf(elements, seed);
    const namedOf = (values: readonly ExpectedValue[]) =>
      values
        .filter((_, i) => node.outputs[i] !== '')
        .map((value) => mapTensors(value, (one) => watched(one, () => effort.watch(place))));
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
      ...(isSample ? [`${sampled.elements} of ${sampled.of.toLocaleString('en')} elements looked at`] : []),
    ];
    return {
      about: { ...about, size, summary: words.join(', '), ...(isSample && { sampled }) },
      request: this.#requestOf(node, inputs, all),
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
          // what sets the nodes of one network apart says little of others
          classes: () => ({}) as ClassRecord,
          judge: judgeBy(() => all),
        },
      ],
    };
  }

  #effortOn(id: string): Effort {
    return new Effort(id, { nodes: this.#network.nodes as readonly GraphNode[] }, this.#settings);
  }

  /** What may stand in the outputs of a node, and the values that it reads. */
  async #expect(node: GraphNode, place: number, effort: Effort, values: NetworkValues, ask: Ask) {
    const inputs = new Map<string, Value>();
    const written = this.#network.model.nodes[place]!;
    const own = new Set(namesWithin(written));
    for (const name of readBy(written)) {
      if (name === '' || inputs.has(name)) continue;
      const value = await values.read(place, name, ask);
      if (value) inputs.set(name, value);
      else if (!own.has(name)) throw new BadInput(`nothing gives the value ${name}, which it reads`);
    }
    const watch = () => effort.watch(place);
    return { inputs, expected: effort.during(() => expectNodeAmong(node, inputs, watch)) };
  }

  /** The node as a model, which is encoded when it is asked for: its constants may be large. */
  #requestOf(node: GraphNode, inputs: ReadonlyMap<string, Value>, expected: readonly ExpectedValue[]): RunRequest {
    const { opset, initializers } = this.#network.model;
    const outputs = givenBy(node);
    const encoded = once(() => {
      const constants = new Map(
        initializers.flatMap(({ name, tensor }) => (inputs.get(name) === tensor ? [[name, tensor]] : [])),
      );
      return encodeRun({
        model: 0,
        name: node.operator.name,
        opset,
        graph: { nodes: [node], initializers: constants, outputs },
        values: new Map([...inputs].filter(([name]) => !constants.has(name))),
        outputs: expected.filter((_, i) => node.outputs[i] !== ''),
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

/** @throws NotJudged for outputs that no backend can hand out */
function checkSize(expected: readonly ExpectedValue[]): void {
  for (const { dtype, dims } of expected.flatMap((value) => tensorsIn<Pick<Tensor, 'dtype' | 'dims'>>(value))) {
    const bytes = (elementCount(dims) * formatOf(dtype).bits) / 8;
    if (bytes > mostMessageBytes) throw new NotJudged('an output […] of more bytes than a TensorProto can hold', dims);
  }
}
