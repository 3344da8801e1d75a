import { cachedReference, callOfNode, storeExpectation } from '../../oracles/graph/expect.ts';
import type { GraphNode } from '../../oracles/graph/graph.ts';
import { inputNamesOf, renameValues, resolveNode } from '../../oracles/graph/resolve.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { mapTensors, tensorsIn, type Value } from '../../oracles/numerics/value.ts';
import { findOperator } from '../../oracles/operators.ts';
import { inputName, outputName, type WrittenGraph } from '../../oracles/spec/declaration.ts';
import type { ExpectedOutput, ExpectedValue } from '../../oracles/spec/operator.ts';
import type { ProposedInput } from '../cases/proposal.ts';
import { type DrawnNode, outputsOfNode, valueIn } from './drawn-node.ts';
import type { Program } from './program.ts';
import { isOpen, isReadable } from './validate.ts';

/** A program of one run under construction. */
export class ProgramBuilder {
  readonly opset: number;
  readonly nodes: GraphNode[] = [];
  readonly initializers = new Map<string, Tensor>();
  readonly inputs = new Map<string, Value>();
  /** every value that nodes can read; an output of a node is its best value, present once it is computed */
  readonly values = new Map<string, Value>();
  /** the drawn nodes added, with the names of their inputs */
  readonly added: { readonly drawnNode: DrawnNode; readonly names: readonly string[] }[] = [];

  constructor(opset: number) {
    this.opset = opset;
  }

  /**
   * Adds a node, or the nodes of a graph.
   * @param reads names of existing values by input index; the other inputs get new values
   * @throws BadInput unless the drawn node is a legal call that must run
   */
  add(drawnNode: DrawnNode, reads: ReadonlyMap<number, string> = new Map()): void {
    const { cell, inputs, graph } = drawnNode;
    const expected = outputsOfNode(drawnNode);
    const names = inputs.map(
      (input, i) => reads.get(i) ?? this.#given(input, graph?.inputs[i] ?? inputName(cell.version, i)),
    );
    const outputs = graph ? this.#addGraph(graph, names) : this.#addNode(drawnNode, names, expected);
    this.added.push({ drawnNode, names });
    if (!isReadable(expected)) return;
    this.#pending.push(() => {
      for (const [i, name] of outputs.entries()) {
        const value = expected[i]!;
        if (tensorsIn<ExpectedOutput>(value).some(isOpen)) continue;
        this.values.set(name, mapTensors(value, cachedReference));
      }
    });
  }

  /** Computes the values of all nodes. */
  compute(): void {
    for (const compute of this.#pending.splice(0)) compute();
  }

  /** The values that no node reads. */
  get unread(): readonly string[] {
    const read = new Set(this.nodes.flatMap(inputNamesOf));
    return this.nodes.flatMap(({ outputs }) => outputs).filter((name) => name !== '' && !read.has(name));
  }

  /** The program so far, with some of its values as outputs. */
  program(outputs: readonly string[]): Program {
    return {
      opset: this.opset,
      graph: { nodes: [...this.nodes], initializers: new Map(this.initializers), outputs },
      runs: [new Map(this.inputs)],
      from: this.added.map(({ drawnNode }) => drawnNode.cell.name),
    };
  }

  readonly #pending: (() => void)[] = [];
  readonly #names = new Set<string>();

  /** Adds the value of an input and returns its new name; '' for an input that is left out. */
  #given(input: ProposedInput, as: string): string {
    const value = valueIn(input);
    if (!value) return '';
    const name = this.#fresh(as);
    if (input.form === 'initializer' && input.value) this.initializers.set(name, input.value);
    else this.inputs.set(name, value);
    this.values.set(name, value);
    return name;
  }

  #addNode({ cell, attributes }: DrawnNode, inputs: readonly string[], expected: readonly ExpectedValue[]): string[] {
    const { operator, version } = cell;
    const outputs = expected.map((_, i) => this.#fresh(outputName(version, i)));
    const node = { operator, version, attributes, inputs, outputs };
    this.nodes.push(node);
    storeExpectation(node, callOfNode(node, this.values), expected);
    return outputs;
  }

  /** Adds the nodes of a graph. Names within bodies are new as well: a body must not reuse a name of a surrounding graph. */
  #addGraph({ nodes, inputs, outputs }: WrittenGraph, given: readonly string[]): string[] {
    const names = new Map(inputs.map((name, i) => [name, given[i]!]));
    const nameOf = (name: string): string => {
      const known = names.get(name) ?? this.#fresh(name);
      names.set(name, known);
      return known;
    };
    for (const node of nodes) this.nodes.push(resolveNode(renameValues(node, nameOf), this.opset, findOperator));
    return outputs.map(nameOf);
  }

  #fresh(name: string): string {
    for (let i = 0; ; i++) {
      // a number after an underscore would be a tensor of a sequence: see passageInto
      const one = i === 0 ? name : `${name}${i + 1}`;
      if (!this.#names.has(one) && !this.values.has(one)) {
        this.#names.add(one);
        return one;
      }
    }
  }
}
