import { expectGraphValues } from '../../graph/expect.ts';
import { type FindOperator, resolveCall, withUnfold } from '../../graph/resolve.ts';
import { predictedOutputs } from '../../judge/explanations/explanation.ts';
import { type DType, dtypes } from '../../numerics/dtype.ts';
import { elementsOf, type Tensor, tensor } from '../../numerics/tensor.ts';
import { isTensor, type Value } from '../../numerics/value.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import type { Call } from '../../spec/declaration.ts';
import { versionsOf } from '../../spec/define.ts';
import { dtypesForPassing } from '../../spec/derived-clauses.ts';
import { tensorOutputs } from '../../spec/expect-values.ts';
import { once } from '../../spec/node.ts';
import type { Clause, Explanation, Hypothesis, Operator, OperatorVersion } from '../../spec/operator.ts';
import { releaseOf } from '../../spec/releases.ts';
import { rule } from '../../spec/rules.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { withSharedClauses } from '../../spec/sessions.ts';
import { sentence } from '../../spec/source.ts';
import type { Unfold } from '../../spec/unfold.ts';
import { unchangedElements } from '../movement/clauses.ts';

/** A sentence by id, and its place: in the operator's own text, or in that on graphs. */
type PlacedSentence = readonly [text: string, place: string, document?: 'IR.md' | 'implied'];

/** The declaration of an operator that runs graphs; everything else is shared. */
export interface ControlDefinition {
  readonly name: string;
  readonly definition: string;
  readonly unfold: Unfold;
  readonly graphFor?: Operator['graphFor'];
  /** further sentences of its text, by id of the clause or rule */
  readonly says: (schema: Schema) => Readonly<Record<string, PlacedSentence>>;
  /** known faults of runtimes */
  readonly mistakes?: readonly Mistake[];
}

/** A known fault of implementations. */
export interface Mistake extends Explanation {
  readonly unfold: Unfold;
}

/**
 * Creates an operator that runs graphs. It is judged as a node of a graph, whose values its bodies can read: a call contains
 * that graph.
 * @returns the operator, given those that its graphs may have
 */
export const controlOperator =
  ({ name, definition, unfold, graphFor, says, mistakes = [] }: ControlDefinition) =>
  (find: FindOperator): Operator => {
    const versions = once(() =>
      versionsOf({
        name,
        dtypes,
        clauses: (schema) => clausesFrom(definition, schema, says(schema)),
        rules: (schema) => rulesFrom(schema, says(schema)),
      }).map((version) => withSharedClauses(name, version)),
    );
    const expectWith = (own: Unfold, { since }: OperatorVersion, call: Call<Value>) => {
      if (!call.graph) throw new NotJudged('a node of … without the graph around it', name);
      const { graph, values } = resolveCall(call, since, withUnfold(name, own, find));
      return expectGraphValues(graph, values);
    };
    const operator: Operator = {
      name,
      family: 'control',
      definition,
      get versions() {
        return versions();
      },
      hypotheses: mistakes.map(
        (mistake): Hypothesis => ({
          id: mistake.id,
          text: mistake.text,
          predict: ({ version, call }) => predictedOutputs(tensorOutputs(expectWith(mistake.unfold, version, call))),
        }),
      ),
      expect: (version, call) => tensorOutputs(expectWith(unfold, version, call)),
      ofValues: { expect: (version, call) => expectWith(unfold, version, call) },
      unfold,
      ...(graphFor && { graphFor }),
    };
    return operator;
  };

/** The types that test the flow of values, which does not depend on their type. */
const few = ({ since }: Schema): readonly DType[] => (since < 7 ? dtypesForPassing.slice(0, 1) : dtypesForPassing);

function clausesFrom(
  definition: string,
  schema: Schema,
  said: Readonly<Record<string, PlacedSentence>>,
): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  const own = Object.entries(said).filter(([id]) => !isRule(id));
  return [
    says('definition', `Definition of the outputs: ${definition}.`, 'summary', few(schema)),
    implies('bits', unchangedElements, ieee754('5.5.1: copy')),
    ...own.map(([id, [text, place, document]]): Clause => {
      if (document === 'implied')
        return implies(id, text, { document: 'what follows from the text', place }, few(schema));
      const clause = says(id, text, place, few(schema));
      return document ? { ...clause, source: sentence(document, place, releaseOf(schema.since), '1.7') } : clause;
    }),
  ];
}

const rulesFrom = (schema: Schema, said: Readonly<Record<string, PlacedSentence>>): readonly Clause[] =>
  Object.entries(said).flatMap(([id, [text, place, document]]) => {
    if (!isRule(id)) return [];
    const own = rule(id, text, place, schema);
    return document ? { ...own, source: sentence('IR.md', place, releaseOf(schema.since), '1.7') } : own;
  });

const isRule = (id: string): id is `invalid-${string}` => id.startsWith('invalid-');

/** The first opset whose models have constants that are not inputs: before it (IR 3) a graph without inputs has none. */
const firstWithOwnConstants = 9;

/** The sentences of IR.md about every graph in an attribute. */
export const scoping = ({ since }: Pick<Schema, 'since'>): Readonly<Record<string, PlacedSentence>> => ({
  'outer-values': [
    'Its graphs may read values of the graph around the node, and of outer graphs.',
    'Graphs: nested subgraphs refer to names of outer scopes',
    'IR.md',
  ],
  ...(since >= firstWithOwnConstants && {
    'own-constants': ['Its graphs may have their own constants.', 'Graphs: initializers', 'IR.md'] as const,
  }),
  'sibling-names': [
    'Graphs that are not nested may use the same names, and the same graph may occur twice.',
    'Graphs: names are unique across the entire graph and its subgraphs',
    'IR.md',
  ],
  nested: ['A graph may have nodes that also run graphs.', 'Graphs: attributes of nodes', 'IR.md'],
  'invalid-shadowing': [
    'No name in its graphs also exists in a graph around them.',
    'Graphs: names are unique across the entire graph and its subgraphs',
    'IR.md',
  ],
});

/**
 * Returns the only element of a tensor.
 * @throws BadInput for any other value
 */
function only(value: Value, what: string): number {
  if (!isTensor(value)) throw new BadInput(`${what} is not a tensor`);
  const all = elementsOf(value);
  if (all.length !== 1) throw new BadInput(`${what} has ${all.length} elements; it must have one`);
  return Number(all[0]);
}

export const integerIn = (value: Value, what: string): number => only(value, what);
export const truthIn = (value: Value, what: string): boolean => only(value, what) !== 0;

export const integer = (x: number): Tensor => tensor('int64', [], BigInt64Array.of(BigInt(x)));
export const scalarOfTruth = (x: boolean): Tensor => tensor('bool', [], Uint8Array.of(x ? 1 : 0));
