import { createHash } from 'node:crypto';
import { classesOf } from '../../generators/fuzz/classes.ts';
import type { Program } from '../../generators/fuzz/program.ts';
import type { GraphNode } from '../../oracles/graph/graph.ts';
import { nodesWithin } from '../../oracles/graph/resolve.ts';
import { formatOf } from '../../oracles/numerics/dtype.ts';
import { outputName } from '../../oracles/spec/declaration.ts';
import { patternKey } from '../../reports/aggregate/failure-group.ts';
import { withoutOperator } from '../../reports/aggregate/reason.ts';
import { isBroken } from '../../reports/schema/counts.ts';
import { problemOf } from '../../reports/schema/predicates.ts';
import type { CaseResult, Explanation } from '../../reports/schema.ts';

/** The properties that distinguish causes of failures, as far as one program and its result show them. */
export interface Cause {
  /** the operators of the nodes, in their order; if there are several, none is known to be wrong alone */
  readonly operators: readonly string[];
  /** the operators including those of graphs within nodes */
  readonly within: readonly string[];
  /** how it fails; the explanation if there is one */
  readonly what: string;
  /** how it fails, regardless of explanations */
  readonly fault: string;
  /** the explanations, the more specific first; several may match by chance */
  readonly explanations: readonly Explanation[];
  /** whether the same program gives other wrong values when run again */
  readonly varies?: true;
}

/** Returns the cause of a failure; `undefined` if the result is not a failure. */
export function causeOf({ graph }: Pick<Program, 'graph'>, result: CaseResult): Cause | undefined {
  if (!isBroken(result.outcome)) return undefined;
  const { explanations = [] } = result;
  const fault = whatOf(graph, result);
  return {
    operators: graph.nodes.map(({ operator }) => operator.name),
    within: nodesWithin(graph).map(({ operator }) => operator.name),
    what: explanations.length > 0 ? problemOf(result)! : fault,
    fault,
    explanations,
  };
}

function whatOf({ nodes, outputs }: Program['graph'], result: CaseResult): string {
  const { outcome, failure, dtype } = result;
  const problem = problemOf(result);
  if (problem === 'value') {
    // operators that only move elements do not depend on the kind of dtype
    const moves = nodesWithin({ nodes }).every(({ operator }) => operator.copiesElements === true || operator.unfold);
    const [node, ...others] = nodes as [GraphNode, ...GraphNode[]];
    const place = node.outputs.indexOf(outputs[failure?.output ?? 0]!);
    const output = others.length === 0 && place > 0 ? ` ${outputName(node.version, place)}` : '';
    return `${failure ? wrongness(failure) : problem}${moves ? '' : ` ${formatOf(dtype).kind}`}${output}`;
  }
  const name = problem ?? outcome;
  // a node alone and a graph with only this node have the same cause
  const words = nodesWithin({ nodes }).reduce(
    (said, { operator }) => withoutOperator(said, operator.name),
    withoutNumberedNames(patternKey(result), nodes),
  );
  return words === name ? name : `${name} ${createHash('sha256').update(words).digest('hex').slice(0, 8)}`;
}

/** Returns a message without the generated names of a program, which differ between programs. */
function withoutNumberedNames(message: string, nodes: readonly GraphNode[]): string {
  const names = nodesWithin({ nodes }).flatMap(({ outputs, bodies = {} }) => [
    ...outputs,
    ...Object.values(bodies).flatMap(({ inputs }) => inputs),
  ]);
  const numbered = new Set(names.filter((name) => /\d$/.test(name)));
  return message.replaceAll(/\w+/g, (word) => (numbered.has(word) ? '…' : word));
}

/** Describes a wrong element: the kind of fault, and the values if one of them is NaN or infinite. */
function wrongness({ got, exact, fault = 'value' }: NonNullable<CaseResult['failure']>): string {
  const [came, right] = [sortOf(got), sortOf(exact)];
  if (came !== right) return `${came} for ${right}`;
  // one rounding is wrong where a result is exact, and elsewhere too far off
  return fault === 'accuracy' ? 'value' : fault;
}

const sortOf = (number: string): string =>
  number === 'NaN' || number === 'Infinity' || number === '-Infinity' ? number : 'number';

/** Words for the classes of programs that shrinking tries to remove. */
const forms: Readonly<Record<string, string>> = {
  NaN: 'nan',
  'an infinity': 'infinity',
  'size 0': 'empty',
  'a constant input': 'constant',
  'several runs': 'runs',
};

/**
 * Returns the optional features of a program: optional attributes and inputs, constants, several runs, special values,
 * empty tensors. A shrunk program needs all of its features.
 */
export function formsOf(program: Program): readonly string[] {
  const { nodes } = program.graph;
  const optional = nodes.flatMap(({ version, attributes, inputs }) => [
    ...version.attributes.filter(({ name, required }) => attributes[name] && !required).map(({ name }) => name),
    ...version.inputs.filter((input, i) => input.optional && !!inputs[i]).map(({ name }) => name),
  ]);
  const classes = classesOf(program).flatMap((name) => forms[name] ?? []);
  return [...new Set([...optional, ...classes])].sort();
}

/**
 * Returns the id of a finding: `softmax-through-float64`, `reducesum-value-integer`, `conv-nan-for-number-float-with-pads`,
 * `pad-crash-30efc7c5`, `add-varies`.
 * @param needed {@link formsOf} the program, if it is shrunk
 */
export function findingId(
  { operators, what, varies, explanations: [first] }: Cause,
  needed: readonly string[],
): string {
  // a message or an explanation identifies the cause better than features of the program, as in a run
  const needsMore = !first && !/^(?:error|crash|timeout)\b/.test(what);
  const how = varies ? 'varies' : (first?.id ?? what);
  const words = [...operators, how, ...(needsMore && needed.length > 0 ? ['with', ...needed] : [])];
  return words
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-');
}

/** Whether a seen failure has a cause, in the same nodes or some of them. It may have an explanation only in fewer nodes. */
export function hasCause(seen: Cause | undefined, cause: Cause): boolean {
  if (!seen || !isPart(seen.within, cause.within)) return false;
  if (cause.explanations.length === 0) return seen.fault === cause.fault;
  const [first] = seen.explanations;
  return seen.what === cause.what && cause.explanations.some(({ id }) => id === first?.id);
}

/** Returns the cause of a shrunk program without explanations that the same nodes did not have before: they match by chance. */
export function withoutChance(cause: Cause, before: Cause): Cause {
  if (cause.within.length < before.within.length) return cause;
  const explanations = cause.explanations.filter(({ id }) => before.explanations.some((own) => own.id === id));
  return { ...cause, explanations, what: explanations.length > 0 ? cause.what : cause.fault };
}

/** Whether a list contains all items of another, each at least as often. */
export function isPart(some: readonly string[], all: readonly string[]): boolean {
  const left = [...all];
  return some.every((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
