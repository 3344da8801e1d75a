import type { DType } from '../../oracles/numerics/dtype.ts';
import { newestOpset, opsetRange } from '../../oracles/operators.ts';
import { operatorOfGraphs } from '../../oracles/spec/graph-operator.ts';
import { once } from '../../oracles/spec/node.ts';
import type { Clause, Operator } from '../../oracles/spec/operator.ts';
import { releaseOf } from '../../oracles/spec/releases.ts';
import { sentence } from '../../oracles/spec/source.ts';
import type { Plan, SessionMaterial, SuiteName } from '../cases/proposal.ts';
import { arithmetic } from './graphs/arithmetic.ts';
import { draftOfGraph, type NamedGraph } from './graphs/draft.ts';
import type { GraphEntry } from './graphs/entry.ts';
import { forms } from './graphs/forms.ts';
import { joined } from './graphs/joined.ts';
import { recurrentLayers } from './graphs/layers.ts';
import { movements } from './graphs/movements.ts';
import { type GraphPlan, readGraph } from './graphs/notation.ts';
import { nodePairClauses, nodePairPlans } from './graphs/of-operators.ts';
import { reuse } from './graphs/reuse.ts';
import { sequences } from './graphs/sequences.ts';
import { signals } from './graphs/signals.ts';
import { hasTensorsAlone, mostForgotten, variants } from './graphs/variants.ts';
import { windows } from './graphs/windows.ts';
import { writtenOut } from './graphs/written-out.ts';

/** All pairs and triples of neighbours that are tried. */
export const graphEntries: readonly GraphEntry[] = [
  ...movements,
  ...arithmetic,
  ...windows,
  ...writtenOut,
  ...reuse,
  ...sequences,
  ...signals,
  ...recurrentLayers,
  ...forms,
];

/** The opsets at which graphs are tried: the second one, which most runtimes know, has all of them. */
const opsets = [11, 13, 22, newestOpset] as const;
const usualOpset = opsets[1];

const typesOf = ({ dtypes = ['float32'] }: Pick<GraphEntry, 'dtypes'>): readonly DType[] => dtypes;

const usualPlace = ['IR.md', 'Graphs: a graph is a list of nodes, each a call of an operator'] as const;

const clauseOf = (
  { id, text, says: [document, place] = usualPlace, ...entry }: Omit<GraphEntry, 'graphs'>,
  opset: number,
): Clause => ({
  id,
  text,
  source: sentence(document, place, releaseOf(opset), '1.7'),
  level: 'specified',
  dtypes: typesOf(entry),
});

/** The opsets at which any operator is tried in a graph with itself: the one that most runtimes know of late, and the newest. */
const pairOpsets: readonly number[] = opsets.slice(2);

/** Graphs of several nodes: what all of the suite's are cases of. */
export const graphs: Operator = operatorOfGraphs(() =>
  opsets.map((opset) => {
    const own = graphEntries.filter((entry) => graphsAt(entry, opset, typesOf(entry)[0]!).length > 0);
    const all = [...own, ...(pairOpsets.includes(opset) ? nodePairClauses : [])];
    return {
      opset,
      dtypes: [...new Set(own.flatMap(typesOf))],
      clauses: all.map((entry) => clauseOf(entry, opset)),
    };
  }),
);

const plans = new Map<string, GraphPlan | undefined>();

/** A graph is read once for each opset. */
function planAt(text: string, opset: number, dtype: DType): GraphPlan | undefined {
  const key = `${opset} ${dtype} ${text}`;
  if (!plans.has(key)) plans.set(key, readGraph(text, { opset, dtype }));
  return plans.get(key);
}

/** The graphs of an entry that are possible at an opset. */
function graphsAt(entry: GraphEntry, opset: number, dtype: DType): NamedGraph[] {
  return Object.entries(entry.graphs).flatMap(([condition, text], number) => {
    const plan = planAt(text, opset, dtype);
    if (!plan) return [];
    const possible = opsets.filter((other) => planAt(text, other, dtype));
    const main = possible.includes(usualOpset) ? usualOpset : possible[0];
    // a runtime may read another form of some types only
    const isFirst = number === 0 && (dtype === typesOf(entry)[0] || entry.form !== undefined);
    const suite =
      opset === main ? (isFirst ? 'quick' : 'standard') : isFirst && opset === newestOpset ? 'standard' : 'full';
    return [{ condition, text, plan, form: entry.form, suite }];
  });
}

/** A graph among other nodes. */
const inVariants = (own: NamedGraph, suiteOf: (variant: string) => SuiteName): NamedGraph[] =>
  hasTensorsAlone(own.plan)
    ? Object.entries(variants).map(([variant, change]) => ({
        ...own,
        variant,
        plan: change(own.plan),
        suite: suiteOf(variant),
      }))
    : [];

/** The graphs of an entry among other nodes, each in the suite above its own. */
const variantsAt = (entry: GraphEntry, opset: number, dtype: DType): NamedGraph[] =>
  graphsAt(entry, opset, dtype)
    .filter(({ suite }) => suite !== 'full')
    .flatMap((own) => inVariants(own, () => (own.suite === 'quick' ? 'standard' : 'full')));

/** All graphs of an entry in one model, by which the quick suite has them too, and the same among other nodes. */
function togetherAt(entry: GraphEntry, opset: number, dtype: DType): NamedGraph[] {
  const graphs = graphsAt(entry, opset, dtype).filter(({ suite }) => suite !== 'full');
  if (graphs.length < 2 || !graphs.some(({ suite }) => suite === 'quick')) return [];
  const own: NamedGraph = {
    condition: 'all in one model',
    text: `${graphs.length} graphs, each by itself in the standard suite`,
    plan: joined(graphs.map(({ plan }) => plan)),
    form: entry.form,
    suite: 'quick',
  };
  return [own, ...inVariants(own, (variant) => (variant === mostForgotten ? 'quick' : 'standard'))];
}

const planOf =
  (entry: GraphEntry): Plan =>
  (context) =>
    [graphsAt, variantsAt, togetherAt].flatMap((graphsOf) =>
      graphsOf(entry, context.version.since, context.dtype).map((graph) => draftOfGraph(context, graph)),
    );

/** The plans of graphs by id of the clause. @param material the plainest drafts of an operator */
export const graphPlans = (material: (operator: Operator) => SessionMaterial): Readonly<Record<string, Plan>> => ({
  ...Object.fromEntries(graphEntries.map((entry) => [entry.id, planOf(entry)])),
  ...nodePairPlans(material, isTriedTwice),
});

/** Whether an operator exists at an opset, and at none of those before it at which pairs are tried. */
function isTriedTwice(operator: Operator, opset: number): boolean {
  const exists = (at: number) =>
    operator.versions.some((version) => {
      const { first, last } = opsetRange(operator, version);
      return first <= at && at <= last;
    });
  return exists(opset) && !pairOpsets.some((other) => other < opset && exists(other));
}

/** The names of the operators that an optimizer looks for behind an operator, by the name of that. */
export const fusedConsumers: () => ReadonlyMap<string, ReadonlySet<string>> = once(() => {
  const found = new Map<string, Set<string>>();
  for (const entry of graphEntries) {
    for (const { plan } of graphsAt(entry, usualOpset, typesOf(entry)[0]!)) {
      const { nodes } = plan.graph;
      for (const { opType, outputs } of nodes) {
        const readers = nodes.filter(({ inputs }) => outputs.some((name) => name !== '' && inputs.includes(name)));
        const known = found.get(opType) ?? new Set();
        found.set(opType, known);
        for (const reader of readers) known.add(reader.opType);
      }
    }
  }
  return found;
});
