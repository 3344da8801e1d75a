import { isDeepStrictEqual } from 'node:util';
import { givenBy, readBy } from '../../../oracles/graph/resolve.ts';
import type { Value } from '../../../oracles/numerics/value.ts';
import { plural } from '../../../reports/view/plural.ts';
import { withOutputs } from '../../../vectors/onnx/instrument.ts';
import { decodeBytes, encodeValues, type NamedBytes } from '../../../vectors/onnx/value-proto.ts';
import type { Answer } from '../../backends/backend.ts';
import { decodeValues } from '../trial/decode-values.ts';
import type { Ask } from '../trial/trial.ts';
import { type Network, otherThanTensors, valuesOf } from './network.ts';

/** The source of the values of a network. */
export interface NetworkValues {
  /** describes how the values are obtained; known after they were asked for */
  readonly how: () => string;
  /** returns a value that a node reads; `undefined` if nothing computes it */
  readonly read: (place: number, name: string, ask: Ask) => Promise<Value | undefined>;
  /** returns the backend's answer for the outputs of a node */
  readonly answer: (place: number, ask: Ask) => Promise<Answer>;
}

/** Returns a source of given values, such as those of a device. */
export function givenValues({ model, given }: Network, values: ReadonlyMap<string, Value>): NetworkValues {
  return {
    how: () => 'as given',
    read: async (_, name) => values.get(name) ?? given.get(name),
    answer: async (place) => {
      const named = givenBy(model.nodes[place]!);
      const missing = named.find((name) => !values.has(name));
      if (missing !== undefined) return { kind: 'unsupported', message: `the value ${missing} is not given` };
      return { kind: 'outputs', outputs: encodeValues(new Map(named.map((name) => [name, values.get(name)!]))) };
    },
  };
}

/** The answers for single nodes. */
export interface SingleNodes {
  /** runs a node as a model of its own */
  readonly ask: (place: number, ask: Ask) => Promise<Answer>;
  /** returns the outputs that the oracle computes for a node, by name; none if it cannot */
  readonly compute: (place: number, ask: Ask) => Promise<ReadonlyMap<string, Value>>;
}

/** The greatest number of values in one answer: their names have to fit into its header. */
const maxNames = 300;

/** The number of values in the first answer: the sizes of values are known only from answers. */
const firstNames = 16;

/** The next answer has at most so many times the values of the one before, and one that failed is tried with this part of them. */
const growth = 4;

/** The number of answers held at a time. */
const maxWindows = 2;

/** The number of nodes that are judged at a time, for each process of the backend: the values of each stay in memory. */
export const nodesAhead = 4;

/**
 * Consecutive nodes with all values that they read and compute. The values are of one run: asking for other outputs may
 * change their bits.
 */
interface ValueWindow {
  readonly first: number;
  /** the place after the last node */
  readonly end: number;
  readonly sent: ReadonlyMap<string, NamedBytes>;
  readonly decoded: Map<string, Value | undefined>;
}

/**
 * The values of a backend, asked for as outputs of the whole model, for as many nodes at a time as an answer holds.
 * If the backend does not return them, it runs each node alone, with its own answers for the nodes before as inputs. Where it
 * has no answer, later nodes read what the oracle computes.
 * Nodes with sequences or optionals also run alone: many adapters carry none, and as outputs their types must be declared.
 */
export class BackendValues implements NetworkValues {
  readonly #network: Network;
  /** the wanted size of an answer in bytes: after a larger one, fewer values are asked for */
  readonly #maxBytes: number;
  /** the node that computes each value */
  readonly #producers: ReadonlyMap<string, number>;
  /** the last node that reads each value */
  readonly #lastReaders: ReadonlyMap<string, number>;
  /** the names of values that are not asked for as outputs of the whole model */
  readonly #others: ReadonlySet<string>;
  readonly #single: SingleNodes;
  /** the latest windows */
  #windows: Promise<ValueWindow>[] = [];
  #names = firstNames;
  /** why nodes are asked one by one */
  #why: string | undefined;
  /** the model's own outputs when no other values are asked for; `undefined` if the run failed */
  #plain: Promise<readonly NamedBytes[] | undefined> | undefined;
  /** outputs whose bits change when values between nodes are asked for too */
  readonly #changed = new Set<string>();
  readonly #answers = new Map<number, Promise<Answer>>();
  readonly #alone = new Map<string, Value | undefined>();
  /** the nodes whose values are the oracle's */
  readonly #ofOracle = new Set<number>();
  #turn: Promise<unknown> = Promise.resolve();

  /** @param memory the approximate number of bytes of values to hold at a time */
  constructor(network: Network, memory: number, single: SingleNodes) {
    this.#network = network;
    // each value is held as it was sent, and decoded
    this.#maxBytes = memory / maxWindows / 2;
    this.#single = single;
    this.#others = otherThanTensors(network);
    this.#producers = new Map(
      network.model.nodes.flatMap(({ outputs }, place) => outputs.map((name) => [name, place] as const)),
    );
    this.#lastReaders = new Map(
      network.model.nodes.flatMap((node, place) => readBy(node).map((name) => [name, place] as const)),
    );
  }

  readonly how = (): string => {
    const replaced =
      this.#ofOracle.size > 0
        ? [`the oracle's in place of those of ${plural(this.#ofOracle.size, 'node')} without an answer`]
        : [];
    if (this.#why !== undefined) return [`asked for one node at a time, since ${this.#why}`, ...replaced].join('; ');
    const names = [...this.#changed].join(', ');
    return [
      'asked for as outputs of the whole model',
      ...(this.#others.size > 0 ? ['sequences and optionals asked for one node at a time'] : []),
      ...replaced,
      ...(names === '' ? [] : [`without that, the bits of ${names} differ`]),
    ].join('; ');
  };

  readonly read = async (place: number, name: string, ask: Ask): Promise<Value | undefined> => {
    const { given } = this.#network;
    if (given.has(name)) return given.get(name);
    const producer = this.#producers.get(name);
    if (producer === undefined) return undefined;
    const window = this.#others.has(name) ? undefined : await this.#window(place, ask);
    const known = window?.decoded ?? this.#alone;
    if (known.has(name)) return known.get(name);
    const sent = window ? [window.sent.get(name)!] : outputsIn(await this.#answerAlone(producer, ask), name);
    const read = decodeValues([name], sent);
    const value = read.ok ? read.value[0] : (await this.#computed(producer, ask)).get(name);
    known.set(name, value);
    return value;
  };

  readonly answer = async (place: number, ask: Ask): Promise<Answer> => {
    const node = this.#network.model.nodes[place]!;
    const window = valuesOf(node).some((name) => this.#others.has(name)) ? undefined : await this.#window(place, ask);
    if (!window) {
      this.#forgetBefore(place - nodesAhead);
      return this.#answerAlone(place, ask);
    }
    const names = givenBy(node);
    return { kind: 'outputs', outputs: names.map((name) => window.sent.get(name)!) };
  };

  /** Returns the oracle's outputs of a node, for those that the backend does not have. */
  async #computed(place: number, ask: Ask): Promise<ReadonlyMap<string, Value>> {
    const values = await this.#single.compute(place, ask);
    if (values.size > 0) this.#ofOracle.add(place);
    return values;
  }

  #answerAlone(place: number, ask: Ask): Promise<Answer> {
    const known = this.#answers.get(place) ?? this.#single.ask(place, ask);
    this.#answers.set(place, known);
    return known;
  }

  /** Forgets the answers that no node from a place on reads; they would be asked for again. */
  #forgetBefore(place: number): void {
    for (const producer of this.#answers.keys()) {
      const names = givenBy(this.#network.model.nodes[producer]!);
      if (producer >= place || names.some((name) => (this.#lastReaders.get(name) ?? 0) >= place)) continue;
      this.#answers.delete(producer);
      for (const name of names) this.#alone.delete(name);
    }
  }

  /** Returns the window with a node; `undefined` if the backend does not return its values. Windows are asked for one at a time. */
  #window(place: number, ask: Ask): Promise<ValueWindow | undefined> {
    const next = this.#turn.then(async () => {
      if (this.#why !== undefined) return undefined;
      for (const known of this.#windows) {
        const one = await known;
        if (one.first <= place && place < one.end) return one;
      }
      const asked = await this.#askWindow(place, ask);
      // the window before may still be read
      if (asked) this.#windows = [Promise.resolve(asked), ...this.#windows].slice(0, maxWindows);
      return asked;
    });
    this.#turn = next.catch(() => {});
    return next;
  }

  #plainOutputs(ask: Ask): Promise<readonly NamedBytes[] | undefined> {
    const { written, model, inputs } = this.#network;
    const outputs = model.outputs.map(({ name }) => name).filter((name) => !this.#others.has(name));
    const asked = async () => {
      const answer = await ask({ model: written, inputs: encodeValues(inputs), outputs });
      return answer.kind === 'outputs' ? answer.outputs : undefined;
    };
    this.#plain ??= asked();
    return this.#plain;
  }

  async #askWindow(first: number, ask: Ask): Promise<ValueWindow | undefined> {
    const { bytes, model, inputs } = this.#network;
    const own = new Set(model.outputs.map(({ name }) => name));
    const names = new Set<string>();
    let end = first;
    for (; end < model.nodes.length; end++) {
      const around = valuesOf(model.nodes[end]!).filter((name) => this.#producers.has(name) && !this.#others.has(name));
      if (end > first && new Set([...names, ...around]).size > this.#names) break;
      for (const name of around) names.add(name);
    }
    const wanted = [...names];
    if (wanted.length === 0) return { first, end, sent: new Map(), decoded: new Map() };
    const answer = await ask({
      model: withOutputs(
        bytes,
        wanted.filter((name) => !own.has(name)),
      ),
      inputs: encodeValues(inputs),
      outputs: wanted,
    });
    if (answer.kind !== 'outputs') {
      // all of them may be more than it holds or sends
      if (answer.kind !== 'unsupported' && end > first + 1) {
        this.#names = Math.floor(wanted.length / growth);
        return this.#askWindow(first, ask);
      }
      const said = 'message' in answer ? answer.message : answer.kind;
      this.#why = `it does not give the values between nodes: ${said}`;
      return undefined;
    }
    const sent = new Map(answer.outputs.map((one) => [one.name, one]));
    if (wanted.some((name) => !sent.has(name))) this.#why = 'it leaves out values between nodes';
    else if (areAllOutputs(sent, own)) this.#why = 'it gives an output in place of the values between nodes';
    if (this.#why !== undefined) return undefined;
    for (const { name, bytes: plain } of (await this.#plainOutputs(ask)) ?? []) {
      const seen = sent.get(name);
      if (seen && Buffer.compare(plain, seen.bytes) !== 0) this.#changed.add(name);
    }
    const size = answer.outputs.reduce((sum, { bytes: { length } }) => sum + length, 0);
    const fitting = Math.floor((wanted.length * this.#maxBytes) / Math.max(size, 1));
    this.#names = Math.max(1, Math.min(fitting, growth * wanted.length, maxNames));
    return { first, end, sent, decoded: new Map() };
  }
}

const outputsIn = (answer: Answer, name: string): readonly NamedBytes[] =>
  answer.kind === 'outputs' ? answer.outputs.filter((one) => one.name === name) : [];

/** The number of values to compare with the model's outputs. */
const looked = 20;

/** Whether most values equal an output of the model: such a backend returns its outputs under any name. */
function areAllOutputs(values: ReadonlyMap<string, NamedBytes>, own: ReadonlySet<string>): boolean {
  const some = (wanted: (name: string) => boolean) =>
    [...values.values()].filter(({ name }) => wanted(name)).slice(0, looked);
  const results = some((name) => own.has(name)).map(decoded);
  const others = some((name) => !own.has(name)).map(decoded);
  const alike = others.filter((other) => results.some((result) => isDeepStrictEqual(result, other)));
  return others.length > 1 && alike.length > others.length / 2;
}

const decoded = (sent: NamedBytes): Value => decodeBytes(sent, `output ${sent.name}`);
