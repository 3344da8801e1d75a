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

/** What tells one cause of failures from others, as far as one program and its result say. */
export interface Cause {
  /** of the nodes, in their order; of a graph of several, none is known to be wrong by itself */
  readonly operators: readonly string[];
  /** the same with those of graphs in nodes */
  readonly within: readonly string[];
  /** how it fails, in short where something explains it */
  readonly what: string;
  /** how it fails, whatever explains it */
  readonly fault: string;
  /** what explains it, the more specific first; several may by chance */
  readonly explanations: readonly Explanation[];
  /** asked again, the same program gives other wrong values */
  readonly varies?: true;
}

/** The cause of a failure; `undefined` for what is no failure. */
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
    // an operator that only moves elements does so whatever they are
    const moves = nodesWithin({ nodes }).every(({ operator }) => operator.copiesElements === true || operator.unfold);
    const [node, ...others] = nodes as [GraphNode, ...GraphNode[]];
    const place = node.outputs.indexOf(outputs[failure?.output ?? 0]!);
    const output = others.length === 0 && place > 0 ? ` ${outputName(node.version, place)}` : '';
    return `${failure ? wrongness(failure) : problem}${moves ? '' : ` ${formatOf(dtype).kind}`}${output}`;
  }
  const name = problem ?? outcome;
  // a node by itself and a graph of it say the same
  const words = nodesWithin({ nodes }).reduce(
    (said, { operator }) => withoutOperator(said, operator.name),
    withoutNumberedNames(patternKey(result), nodes),
  );
  return words === name ? name : `${name} ${createHash('sha256').update(words).digest('hex').slice(0, 8)}`;
}

/** A message without the names that programs have for want of others: they differ from one to the next. */
function withoutNumberedNames(message: string, nodes: readonly GraphNode[]): string {
  const names = nodesWithin({ nodes }).flatMap(({ outputs, bodies = {} }) => [
    ...outputs,
    ...Object.values(bodies).flatMap(({ inputs }) => inputs),
  ]);
  const numbered = new Set(names.filter((name) => /\d$/.test(name)));
  return message.replaceAll(/\w+/g, (word) => (numbered.has(word) ? '…' : word));
}

/** What is wrong with an element: the kind of fault, and what came for what where one of them is no usual number. */
function wrongness({ got, exact, fault = 'value' }: NonNullable<CaseResult['failure']>): string {
  const [came, right] = [sortOf(got), sortOf(exact)];
  return came === right ? fault : `${came} for ${right}`;
}

const sortOf = (number: string): string =>
  number === 'NaN' || number === 'Infinity' || number === '-Infinity' ? number : 'number';

/** Words for classes of programs that shrinking tries to do without. */
const forms: Readonly<Record<string, string>> = {
  NaN: 'nan',
  'an infinity': 'infinity',
  'size 0': 'empty',
  'a constant input': 'constant',
  'several runs': 'runs',
};

/**
 * What a program has that most do without: attributes and inputs that may be left out, constants, several runs, special values,
 * tensors without elements. Of a shrunk one all of it is needed.
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
 * The id of a finding: `softmax-through-float64`, `reducesum-value-integer`, `conv-nan-for-number-float-with-pads`, `pad-crash-30efc7c5`,
 * `add-varies`.
 * @param needed {@link formsOf} the program, where it is shrunk
 */
export function findingId(
  { operators, what, varies, explanations: [first] }: Cause,
  needed: readonly string[],
): string {
  // a message says more than what a program needs for it
  const isAnswer = !/^(?:error|crash|timeout)\b/.test(what);
  const how = varies ? 'varies' : (first?.id ?? what);
  const words = [...operators, how, ...(isAnswer && needed.length > 0 ? ['with', ...needed] : [])];
  return words
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-');
}

/** Whether what is seen is what a cause shows, in the same nodes or in some of them: what nothing explains in these, something may in those. */
export function shows(seen: Cause | undefined, cause: Cause): boolean {
  if (!seen || !isPart(seen.within, cause.within)) return false;
  if (cause.explanations.length === 0) return seen.fault === cause.fault;
  const [first] = seen.explanations;
  return seen.what === cause.what && cause.explanations.some(({ id }) => id === first?.id);
}

/** Whether all of some things are among others, as often. */
export function isPart(some: readonly string[], all: readonly string[]): boolean {
  const left = [...all];
  return some.every((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
