import { type Alternative, copiedOutputs, copiedValues, evaluatedOutputs } from '../judge/evaluated-outputs.ts';
import type { DType } from '../numerics/dtype.ts';
import { axisClauses, axisRules } from './axes.ts';
import { type AxisDeclaration, type Binding, type Call, outputsOf } from './declaration.ts';
import { derivedClauses, sameValue } from './derived-clauses.ts';
import { checkCall, checkOutputs } from './legality.ts';
import { type Evaluate, type EvaluateValues, once } from './node.ts';
import {
  type Clause,
  copiesElementsIn,
  type ExpectedOutput,
  type Operator,
  type OperatorOfValues,
  type OperatorVersion,
} from './operator.ts';
import { restrictToDTypes } from './restrict-to-dtypes.ts';
import { declarationOf } from './schemas/declaration.ts';
import { type Schema, schemasInForce } from './schemas/schemas.ts';
import { withSharedClauses } from './sessions.ts';

/** What computes an operator, and how it is judged. */
export interface OperatorEvaluation
  extends Pick<
    Operator,
    | 'name'
    | 'family'
    | 'definition'
    | 'copiesElements'
    | 'mayRefuse'
    | 'accuracy'
    | 'hypotheses'
    | 'fillValue'
    | 'decidedBy'
    | 'positiveDomain'
  > {
  /** of all versions, or of each */
  readonly evaluate: Evaluate;
  /** the same of values that are not tensors, where the operator takes such; their elements are copied */
  readonly evaluateValues?: EvaluateValues;
  /** other ways to the same value, whose roundings are admitted as well */
  readonly algorithms?: readonly Evaluate[];
  /** the kernel says each of its roundings: an evaluation that rounds elsewhere is none of it */
  readonly roundsExplicitly?: true;
  /** other evaluations that a version admits under a policy */
  readonly alternatives?: (version: OperatorVersion, call: Call) => readonly Alternative[];
  readonly overwrites?: NonNullable<Operator['overwrites']>;
  /** what else is accepted of the outputs, and what they owe each other */
  readonly refine?: (
    expected: readonly ExpectedOutput[],
    version: OperatorVersion,
    call: Call,
  ) => readonly ExpectedOutput[];
}

/** What an operator says of its versions; the rest follows from its schemas. */
export interface VersionsDefinition {
  readonly name: string;
  /** the attributes and inputs that name dimensions */
  readonly axes?: readonly AxisDeclaration[];
  /** attributes of which exactly one is given */
  readonly oneOf?: (schema: Schema) => readonly string[];
  /** dtypes that a backend may refuse, among those that a version lists */
  readonly contested?: (dtypes: readonly DType[]) => OperatorVersion['contested'];
  /** what the first releases listed as the dtypes of version 1, which was changed in place */
  readonly formerTypes?: NonNullable<OperatorVersion['formerTypes']>;
  /** clauses of its own, besides those that follow from its schema; one of the same id takes the place of that */
  readonly clauses: (schema: Schema) => readonly Clause[];
  /** the values that the text names of attributes that are strings, by name of the attribute */
  readonly attributeValues?: (schema: Schema) => Readonly<Record<string, readonly string[]>>;
  /** what a model must not do, beyond what the declarations say */
  readonly rules?: (schema: Schema) => readonly Clause[];
  /** the dtypes of which it is defined; all but strings and complex numbers if absent */
  readonly dtypes?: readonly DType[];
  /** what is tried for type variables, where there are others than the main one */
  readonly bindings?: (schema: Schema) => readonly Binding[];
  /** inputs of one type differ in rank: none can be the value of another */
  readonly ranksDiffer?: true;
  /** whether a clause is worth trying for a binding; all are if absent */
  readonly tries?: OperatorVersion['tries'];
}

/** What an operator says of itself. */
export interface Definition extends OperatorEvaluation, VersionsDefinition {}

/** An operator from its definition and the schemas of its versions, which are made when they are first asked for: most starts need few. */
export function define(definition: Definition): Operator {
  const { axes, oneOf, clauses, rules, dtypes, bindings, tries, ranksDiffer, ...others } = definition;
  const { attributeValues, contested, formerTypes, ...computed } = others;
  const versions = once(() => versionsOf(definition).map((version) => withSharedClauses(computed.name, version)));
  const { algorithms, alternatives, refine, roundsExplicitly, evaluateValues, ...shown } = computed;
  const { evaluate, accuracy } = shown;
  return {
    ...shown,
    get versions() {
      return versions();
    },
    expect(version, call) {
      checkCall(version, call);
      const outputs = outputsOf(version, call);
      const computation = {
        evaluate,
        ...(algorithms && { algorithms }),
        ...(roundsExplicitly && { roundsExplicitly }),
        get alternatives() {
          return alternatives?.(version, call) ?? [];
        },
        ...(accuracy && { accuracy }),
      };
      const expected = copiesElementsIn(shown, call)
        ? copiedOutputs(evaluate, version, call, outputs)
        : evaluatedOutputs(computation, version, call, outputs);
      checkOutputs(version, expected);
      return refine ? refine(expected, version, call).map((output) => refined(expected, output)) : expected;
    },
    ...(evaluateValues && { ofValues: copyingValues(evaluateValues) }),
    otherEvaluations: (version, call) => [
      ...(algorithms ?? []),
      ...(alternatives?.(version, call) ?? []).flatMap((other) => [other.evaluate, ...(other.algorithms ?? [])]),
    ],
  };
}

/** What is said of calls whose elements are copied, whatever values hold them. */
export const copyingValues = (evaluate: EvaluateValues): OperatorOfValues => ({
  evaluate,
  expect(version, call) {
    checkCall(version, call);
    const expected = copiedValues(evaluate, version, call, outputsOf(version, call));
    checkOutputs(version, expected);
    return expected;
  },
});

/** The versions of an operator, oldest first, without the clauses that hold of all operators. */
export const versionsOf = (definition: VersionsDefinition): readonly OperatorVersion[] =>
  schemasInForce(definition.name).map((schema) => versionOf(definition, schema));

/** An output whose elements were changed one by one: that they share a number with their row was said of those before. */
function refined(before: readonly ExpectedOutput[], output: ExpectedOutput): ExpectedOutput {
  if (before.some(({ accept }) => accept === output.accept)) return output;
  const { given, hasRows: _, ...own } = output;
  return given && !before.some((other) => other.given === given) ? { ...own, given } : own;
}

function versionOf(definition: VersionsDefinition, schema: Schema): OperatorVersion {
  const {
    clauses,
    rules,
    bindings,
    tries,
    dtypes,
    axes = [],
    oneOf,
    attributeValues,
    formerTypes,
    ranksDiffer,
  } = definition;
  const declared = declarationOf(schema, dtypes, attributeValues?.(schema));
  const { since } = schema;
  const named = axes.filter((axis) => axis.since <= since);
  const stated = clauses(schema);
  const isOwn = (id: string) => stated.some((clause) => clause.id === id) || (ranksDiffer && id === sameValue);
  const derived = derivedClauses(schema).filter(({ id }) => !isOwn(id));
  const own = [...stated, ...derived, ...axisClauses(schema, named)];
  const contested = definition.contested?.(declared.dtypes);
  const forbidden = [...(rules?.(schema) ?? []), ...axisRules(schema, named)];
  return {
    ...declared,
    clauses: own.flatMap((clause) => restrictToDTypes(declared.dtypes, clause)),
    ...(forbidden.length > 0 && { rules: forbidden }),
    ...(named.length > 0 && { axes: named }),
    ...(oneOf && { oneOf: oneOf(schema) }),
    ...(bindings && { bindings: bindings(schema) }),
    ...(tries && { tries }),
    ...(contested && { contested }),
    ...(formerTypes && since === 1 && { formerTypes }),
  };
}
