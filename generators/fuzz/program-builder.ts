import { cachedReference, callOfNode, remember } from '../../oracles/graph/expect.ts';
import type { GraphNode } from '../../oracles/graph/graph.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { inputName, outputName } from '../../oracles/spec/declaration.ts';
import { answersOf, type Piece } from './drawn-node.ts';
import type { Program } from './program.ts';
import { isOpen, isReadable } from './validate.ts';

/** A program of one run that is being put together. */
export class Sketch {
  readonly opset: number;
  readonly nodes: GraphNode[] = [];
  readonly initializers = new Map<string, Tensor>();
  readonly inputs = new Map<string, Tensor>();
  /** every value that nodes can read; of those that nodes give the best one, once it is computed */
  readonly values = new Map<string, Tensor>();
  readonly pieces: Piece[] = [];

  constructor(opset: number) {
    this.opset = opset;
  }

  /**
   * Adds a node.
   * @param reads the names of values that inputs take, by their places; the others get values of their own
   * @throws BadInput unless the piece is a legal call that must run
   */
  add(piece: Piece, reads: ReadonlyMap<number, string> = new Map()): void {
    const { cell, attributes, inputs } = piece;
    const { operator, version } = cell;
    const expected = answersOf(piece);
    const names = inputs.map(({ form, value }, i) => {
      const read = reads.get(i);
      if (read !== undefined || !value) return read ?? '';
      const name = this.#fresh(inputName(version, i));
      (form === 'initializer' ? this.initializers : this.inputs).set(name, value);
      this.values.set(name, value);
      return name;
    });
    const outputs = expected.map((_, i) => {
      const name = this.#fresh(outputName(version, i));
      this.#names.add(name);
      return name;
    });
    const node = { operator, version, attributes, inputs: names, outputs };
    this.nodes.push(node);
    remember(node, callOfNode(node, this.values), expected);
    this.pieces.push(piece);
    if (!isReadable(expected)) return;
    this.#pending.push(() => {
      for (const [i, name] of outputs.entries()) {
        if (!isOpen(expected[i]!)) this.values.set(name, cachedReference(expected[i]!));
      }
    });
  }

  /** Computes the values of all nodes. */
  compute(): void {
    for (const compute of this.#pending.splice(0)) compute();
  }

  /** The values that no node reads. */
  get unread(): readonly string[] {
    const read = new Set(this.nodes.flatMap(({ inputs }) => inputs));
    return this.nodes.flatMap(({ outputs }) => outputs).filter((name) => !read.has(name));
  }

  /** What has been put together so far, with some of its values as outputs. */
  program(outputs: readonly string[]): Program {
    return {
      opset: this.opset,
      graph: { nodes: [...this.nodes], initializers: new Map(this.initializers), outputs },
      runs: [new Map(this.inputs)],
      from: this.pieces.map(({ cell }) => cell.name),
    };
  }

  readonly #pending: (() => void)[] = [];
  readonly #names = new Set<string>();

  #fresh(name: string): string {
    for (let i = 0; ; i++) {
      const one = i === 0 ? name : `${name}_${i + 1}`;
      if (!this.#names.has(one) && !this.values.has(one)) {
        this.#names.add(one);
        return one;
      }
    }
  }
}
