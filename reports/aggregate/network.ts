import type { CaseResult, NetworkNode } from '../schema.ts';

/** A node of a network before it is judged. */
export type PlannedNode = Omit<NetworkNode, 'result'>;

/** Adds results to the nodes of a network. */
export class NetworkTally {
  readonly #nodes: readonly PlannedNode[];
  readonly #results = new Map<string, NonNullable<NetworkNode['result']>>();

  constructor(nodes: readonly PlannedNode[]) {
    this.#nodes = nodes;
  }

  add({ id, operator, version, dtype, outcome, problem, errorOverBound, ulps }: CaseResult): void {
    this.#results.set(id, {
      operator,
      version,
      dtype,
      outcome,
      ...(problem && { problem }),
      ...(errorOverBound !== undefined && { errorOverBound }),
      ...(ulps !== undefined && { ulps }),
    });
  }

  /** Returns the nodes with their results so far. */
  summary(): readonly NetworkNode[] {
    return this.#nodes.map((node) => {
      const result = this.#results.get(node.id);
      return result ? { ...node, result } : node;
    });
  }
}
