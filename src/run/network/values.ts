import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { range } from '../../../oracles/arrays/lines.ts';
import { inputNamesOf, outputNamesOf } from '../../../oracles/graph/resolve.ts';
import { type DType, formatOf } from '../../../oracles/numerics/dtype.ts';
import { elementsOf } from '../../../oracles/numerics/tensor.ts';
import { isTensor, type Value } from '../../../oracles/numerics/value.ts';
import { once } from '../../../oracles/spec/node.ts';
import { plural } from '../../../reports/view/plural.ts';
import { moreOutputs, moreShapes } from '../../../vectors/onnx/instrument.ts';
import { decodeBytes, encodeValues, type NamedBytes } from '../../../vectors/onnx/value-proto.ts';
import type { Answer } from '../../backends/backend.ts';
import { defaultLimits } from '../../backends/protocol.ts';
import { decodeValues } from '../trial/decode-values.ts';
import type { Ask } from '../trial/trial.ts';
import { dtypesOf } from './dtypes.ts';
import { type Network, nonTensorValues, valuesOf } from './network.ts';
import { namesWithin } from './sound-graph.ts';

/** The values around a node, all of the same run of the backend. */
export interface ValuesAround {
  /** returns a value that the node reads; `undefined` if nothing computes it */
  readonly read: (name: string) => Promise<Value | undefined>;
  /** returns the backend's answer for the outputs of the node */
  readonly answer: () => Promise<Answer>;
}

/** The source of the values of a network. */
export interface NetworkValues {
  /** describes how the values are obtained; known after they were asked for */
  readonly how: () => string;
  /**
   * Passes the values around a node to work, and returns its result. The work of another node begins later if the values of
   * both would take more memory. Nodes are asked for in the order of the network.
   */
  readonly during: <T>(place: number, ask: Ask, work: (values: ValuesAround) => Promise<T>) => Promise<T>;
}

/** Returns a source of given values, such as those of a device. */
export function givenValues({ model, given }: Network, values: ReadonlyMap<string, Value>): NetworkValues {
  const answerOf = (named: readonly string[]): Answer => {
    const missing = named.find((name) => !values.has(name));
    if (missing !== undefined) return { kind: 'unsupported', message: `the value ${missing} is not given` };
    return { kind: 'outputs', outputs: encodeValues(new Map(named.map((name) => [name, values.get(name)!]))) };
  };
  return {
    how: () => 'as given',
    during: (place, _, work) =>
      work({
        read: async (name) => values.get(name) ?? given.get(name),
        answer: async () => answerOf(outputNamesOf(model.nodes[place]!)),
      }),
  };
}

/** The answers for single nodes. */
export interface SingleNodes {
  /** runs a node as a separate model */
  readonly ask: (place: number, values: ValuesAround, ask: Ask) => Promise<Answer>;
  /** returns the outputs that the oracle computes for a node, by name; none if it cannot */
  readonly compute: (place: number, values: ValuesAround) => Promise<ReadonlyMap<string, Value>>;
  /** returns whether outputs have the types and shapes that later nodes need */
  readonly fit: (place: number, values: ValuesAround, outputs: readonly Value[]) => Promise<boolean>;
}

/** A node that runs alone, with its outputs by name: those of the backend, or else of the oracle. */
interface SingleNode extends ValuesAround {
  readonly outputs: () => Promise<ReadonlyMap<string, Value>>;
}

/** The greatest size of the names and sizes of values in the header of one answer, in bytes; a part is for the rest of it. */
const maxListed = defaultLimits.header - 1024;

/** The greatest size of the values in one answer, in bytes; a part is for their types and shapes. */
const maxPayload = defaultLimits.payload - 2 ** 20;

/** The number of nodes before and after a window whose values are asked for as well: else a runtime fuses them with those within. */
const marginNodes = 8;

/** The greatest number of values in the first answer if their sizes are unknown. */
const firstNames = 8;

/** An answer that failed is tried again with this part of the values. */
const part = 1 / 4;

/** The greatest number of shapes in one answer, with short names in its header. */
const maxShapes = 2000;

/** The share of an answer for the nodes of a window; the rest is for those around it. */
const shareWithin = 3 / 4;

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
}

/**
 * The values of a backend, asked for as outputs of the whole model, for as many nodes at a time as an answer holds.
 * If the backend does not return them, it runs each node alone, with its own answers for the nodes before as inputs. Where it
 * has no answer, later nodes read what the oracle computes.
 * Nodes with sequences or optionals also run alone: many adapters carry none, and as outputs their types must be declared.
 */
export class BackendValues implements NetworkValues {
  readonly #network: Network;
  /** the greatest size of an answer in bytes, unless the values of one node are more */
  readonly #maxBytes: number;
  /** the sizes of values in bytes, as far as they are known */
  readonly #sizes = new Map<string, number>();
  #areSizesAsked = false;
  /** the greatest number of values of unknown size to ask for: more after each answer */
  #maxUnknown = firstNames;
  /** the node that computes each value */
  readonly #producers: ReadonlyMap<string, number>;
  /** the last node that reads each value */
  readonly #lastReaders: ReadonlyMap<string, number>;
  /** the names of values that are not asked for as outputs of the whole model */
  readonly #others: ReadonlySet<string>;
  /** the dtypes of values as far as they are known: some runtimes need them */
  readonly #dtypes: ReadonlyMap<string, DType>;
  readonly #single: SingleNodes;
  /** the latest window */
  #latest: ValueWindow | undefined;
  /** the greatest size of the names to ask for: less once an answer failed */
  #maxListed = maxListed;
  /** the number of windows so far: each is a run of the whole model */
  #runs = 0;
  /** why nodes are asked one by one */
  #why: string | undefined;
  /** hashes of the model's own outputs when no other values are asked for, by name; the outputs themselves may be large */
  #plain: ReadonlyMap<string, string> | undefined;
  /** outputs whose bits change when values between nodes are asked for too */
  readonly #changed = new Set<string>();
  readonly #nodes = new Map<number, SingleNode>();
  /** the nodes whose values are the oracle's */
  readonly #ofOracle = new Set<number>();
  #turn: Promise<unknown> = Promise.resolve();
  /** ends when the next node may be asked for */
  #before: Promise<unknown> = Promise.resolve();

  /** @param memory the approximate number of bytes of values to hold at a time */
  constructor(network: Network, memory: number, single: SingleNodes) {
    this.#network = network;
    // as much again is for the pieces in which it arrives, or for decoded values
    this.#maxBytes = Math.min(memory / 2, maxPayload);
    this.#single = single;
    this.#dtypes = dtypesOf(network);
    this.#others = nonTensorValues(network);
    this.#producers = new Map(
      network.model.nodes.flatMap((node, place) => outputNamesOf(node).map((name) => [name, place] as const)),
    );
    this.#lastReaders = new Map(
      network.model.nodes.flatMap((node, place) => inputNamesOf(node).map((name) => [name, place] as const)),
    );
  }

  readonly how = (): string => {
    const names = [...this.#changed].join(', ');
    const asked =
      this.#why === undefined
        ? [
            `between nodes are outputs of ${this.#runs > 1 ? `${this.#runs} runs of ` : ''}the whole model`,
            this.#others.size > 0 && 'sequences and optionals come from nodes that run one by one',
          ]
        : [`come from nodes that run one by one, since ${this.#why}`];
    return [
      ...asked,
      this.#ofOracle.size > 0 &&
        `${plural(this.#ofOracle.size, 'node')} gave no usable answer, so the oracle computed their values`,
      this.#why === undefined &&
        names !== '' &&
        `${names} ${this.#changed.size === 1 ? 'has' : 'have'} other bits if only the outputs are requested`,
    ]
      .filter((part) => part !== false)
      .join('; ');
  };

  readonly during = async <T>(place: number, ask: Ask, work: (values: ValuesAround) => Promise<T>): Promise<T> => {
    const begun = this.#before.then(async () => {
      this.#forgetBefore(place - nodesAhead);
      const window = await this.#window(place, ask);
      return { window, result: work(this.#around(place, window, ask)) };
    });
    // a node that runs alone waits for the backend, so that others may begin
    this.#before = begun.then(({ window, result }) => window && result).catch(() => {});
    return (await begun).result;
  };

  #around(place: number, window: ValueWindow | undefined, ask: Ask): ValuesAround {
    const node = this.#network.model.nodes[place]!;
    if (!window || valuesOf(node).some((name) => this.#others.has(name))) return this.#alone(place, window, ask);
    return {
      read: async (name) => this.#network.given.get(name) ?? valueIn(window, name),
      answer: async () => ({ kind: 'outputs', outputs: outputNamesOf(node).map((name) => window.sent.get(name)!) }),
    };
  }

  /** Returns a node that runs alone. What the window has is read from there, else it is the output of other such nodes. */
  #alone(place: number, window: ValueWindow | undefined, ask: Ask): SingleNode {
    const known = this.#nodes.get(place);
    if (known) return known;
    const reads = new Map<string, Promise<Value | undefined>>();
    const node: SingleNode = {
      read: (name) => {
        const value = reads.get(name) ?? this.#readAlone(name, window, ask);
        reads.set(name, value);
        return value;
      },
      answer: once(() => this.#single.ask(place, node, ask)),
      outputs: once(() => this.#outputsOf(place, node)),
    };
    this.#nodes.set(place, node);
    return node;
  }

  async #readAlone(name: string, window: ValueWindow | undefined, ask: Ask): Promise<Value | undefined> {
    await null; // a chain of nodes may be longer than the stack
    const known = this.#network.given.get(name) ?? (window && valueIn(window, name));
    const producer = this.#producers.get(name);
    if (known || producer === undefined) return known;
    const node = this.#nodes.get(producer) ?? this.#alone(producer, await this.#window(producer, ask), ask);
    return (await node.outputs()).get(name);
  }

  async #outputsOf(place: number, values: ValuesAround): Promise<ReadonlyMap<string, Value>> {
    const answer = await values.answer();
    const names = outputNamesOf(this.#network.model.nodes[place]!);
    const read = answer.kind === 'outputs' ? decodeValues(names, answer.outputs) : undefined;
    if (read?.ok && (await this.#single.fit(place, values, read.value)))
      return new Map(names.map((name, i) => [name, read.value[i]!]));
    const computed = await this.#single.compute(place, values);
    if (computed.size > 0) this.#ofOracle.add(place);
    return computed;
  }

  /** Forgets the nodes whose outputs no node from a place on reads; they would run again. */
  #forgetBefore(place: number): void {
    for (const producer of this.#nodes.keys()) {
      const names = outputNamesOf(this.#network.model.nodes[producer]!);
      if (producer >= place || names.some((name) => (this.#lastReaders.get(name) ?? 0) >= place)) continue;
      this.#nodes.delete(producer);
    }
  }

  /** Returns the window with a node; `undefined` if the backend does not return its values. Windows are asked for one at a time. */
  #window(place: number, ask: Ask): Promise<ValueWindow | undefined> {
    const next = this.#turn.then(async () => {
      if (this.#why !== undefined) return undefined;
      if (this.#latest && this.#latest.first <= place && place < this.#latest.end) return this.#latest;
      this.#latest = undefined; // before the next one takes memory
      this.#latest = await this.#askWindow(place, ask);
      return this.#latest;
    });
    this.#turn = next.catch(() => {});
    return next;
  }

  /** Returns the model's own outputs when no other values are asked for; none if the run fails. */
  async #askPlain(ask: Ask): Promise<readonly NamedBytes[]> {
    const { written, model, inputs } = this.#network;
    const outputs = model.outputs.map(({ name }) => name).filter((name) => !this.#others.has(name));
    const answer = await ask({ model: written, inputs: encodeValues(inputs), outputs });
    return answer.kind === 'outputs' ? answer.outputs : [];
  }

  async #askWindow(first: number, ask: Ask): Promise<ValueWindow | undefined> {
    const { bytes, model, inputs } = this.#network;
    const own = new Set(model.outputs.map(({ name }) => name));
    await this.#askSizes(ask);
    const { end, within, names, listed } = this.#choose(first);
    if (within === 0) return { first, end, sent: new Map() };
    const wanted = [...names];
    const more = wanted.filter((name) => !own.has(name));
    const answer = await ask({
      model: bytes,
      appended: moreOutputs(more.map((name) => ({ name, dtype: this.#dtypes.get(name), dims: undefined }))),
      inputs: encodeValues(inputs),
      outputs: wanted,
    });
    if (answer.kind !== 'outputs') {
      // all of them may be more than it holds or sends
      if (answer.kind !== 'unsupported' && end > first + 1) {
        this.#maxListed = part * listed;
        return this.#askWindow(first, ask);
      }
      const said = 'message' in answer ? answer.message : answer.kind;
      this.#why = `the backend does not return values between nodes: ${said}`;
      return undefined;
    }
    const sent = new Map(answer.outputs.map((one) => [one.name, one]));
    if (wanted.some((name) => !sent.has(name))) this.#why = 'the backend leaves out values between nodes';
    if (this.#why === undefined && this.#plain === undefined) {
      const outputs = await this.#askPlain(ask);
      if (areAllOutputs(sent, own, outputs))
        this.#why = 'all values between nodes that the backend returns equal an output';
      this.#plain = new Map(outputs.map((one) => [one.name, hashOf(one)]));
    }
    if (this.#why !== undefined) return undefined;
    for (const [name, hash] of this.#plain ?? []) {
      const seen = sent.get(name);
      if (seen && hashOf(seen) !== hash) this.#changed.add(name);
    }
    for (const { name, bytes: value } of answer.outputs) this.#sizes.set(name, value.length);
    this.#maxUnknown *= 2;
    this.#runs++;
    return { first, end, sent };
  }

  /** Chooses the nodes of a window from a place on, and the names of values: those of its nodes, and of some around it. */
  #choose(first: number) {
    const { nodes } = this.#network.model;
    // an unknown size may be as large as any other, or larger than all before
    const unknown = Math.max(this.#maxBytes / this.#maxUnknown, ...this.#sizes.values());
    const names = new Set<string>();
    let bytes = 0;
    let listed = 0;
    /** adds the values of a node if they fit into a share of an answer */
    const add = (place: number, share: number): boolean => {
      const more = valuesOf(nodes[place]!).filter(
        (name) => this.#producers.has(name) && !this.#others.has(name) && !names.has(name),
      );
      const all = more.reduce((sum, name) => sum + (this.#sizes.get(name) ?? unknown), bytes);
      const entries = more.reduce((sum, name) => sum + entrySizeOf(name), listed);
      const fits = entries <= share * this.#maxListed && all <= share * this.#maxBytes;
      if (!fits && place !== first) return false;
      for (const name of more) names.add(name);
      bytes = all;
      listed = entries;
      return true;
    };
    let end = first;
    while (end < nodes.length && add(end, shareWithin)) end++;
    const within = names.size;
    for (const i of range(marginNodes)) {
      if (first - 1 - i >= 0) add(first - 1 - i, 1);
      if (end + i < nodes.length) add(end + i, 1);
    }
    return { end, within, names, listed };
  }

  /** Asks for the shapes of all values once, so that answers are not too large. A backend may not be able to return them. */
  async #askSizes(ask: Ask): Promise<void> {
    if (this.#areSizesAsked) return;
    this.#areSizesAsked = true;
    const { bytes, inputs, given, model } = this.#network;
    const used = [...given.keys(), ...this.#producers.keys(), ...model.nodes.flatMap(namesWithin)];
    let prefix = 'shape';
    while (used.some((name) => name.startsWith(prefix))) prefix += '_';
    const names = [...this.#producers.keys()].filter((name) => !this.#others.has(name));
    if (names.length <= firstNames) return;
    for (let from = 0; from < names.length; from += maxShapes) {
      const shapes = new Map(names.slice(from, from + maxShapes).map((name, i) => [`${prefix} ${i}`, name]));
      const outputs = [...shapes.keys()];
      const answer = await ask({ model: bytes, appended: moreShapes(shapes), inputs: encodeValues(inputs), outputs });
      if (answer.kind !== 'outputs') return;
      for (const sent of answer.outputs) {
        const read = decodeValues([sent.name], [sent]);
        const dims = read.ok ? read.value[0] : undefined;
        const name = shapes.get(sent.name);
        if (name === undefined || !dims || !isTensor(dims) || dims.dtype !== 'int64') continue;
        const count = elementsOf(dims).reduce<number>((product, dim) => product * Number(dim), 1);
        this.#sizes.set(name, (count * formatOf(this.#dtypes.get(name) ?? 'float32').bits) / 8);
      }
    }
  }
}

const hashOf = ({ bytes }: NamedBytes): string => createHash('sha256').update(bytes).digest('base64');

/** Returns the size of a value's entry in the header of an answer, in bytes. */
const entrySizeOf = (name: string): number =>
  Buffer.byteLength(`{"name":${JSON.stringify(name)},"size":${maxPayload}},`);

/** Returns a value of a window; `undefined` if it does not have it. It is not kept: as sent it takes less memory. */
function valueIn({ sent }: ValueWindow, name: string): Value | undefined {
  const own = sent.get(name);
  const read = own && decodeValues([name], [own]);
  return read?.ok ? read.value[0] : undefined;
}

/** The number of values to compare with the model's outputs. */
const compared = 20;

/** Whether all values between nodes equal an output of the model: such a backend returns its outputs under any name. */
function areAllOutputs(
  values: ReadonlyMap<string, NamedBytes>,
  own: ReadonlySet<string>,
  outputs: readonly NamedBytes[],
): boolean {
  const results = outputs.map(decoded);
  const others = [...values.values()].filter(({ name }) => !own.has(name)).slice(0, compared);
  return (
    others.length > 1 && others.map(decoded).every((one) => results.some((result) => isDeepStrictEqual(result, one)))
  );
}

const decoded = (sent: NamedBytes): Value => decodeBytes(sent, `output ${sent.name}`);
