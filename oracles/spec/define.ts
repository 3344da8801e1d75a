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
import { opsetOfRules } from './version-at.ts';

/** The kernels of an operator, and how its answers are judged. */
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
  readonly evaluate: Evaluate;
  /** the kernel for values that are not tensors, if the operator accepts them; it copies their elements */
  readonly evaluateValues?: EvaluateValues;
  /** other algorithms for the same value, whose roundings are accepted as well */
  readonly algorithms?: readonly Evaluate[];
  /** the kernel names each of its roundings: an evaluation that rounds elsewhere is not accepted */
  readonly roundsExplicitly?: true;
  /** other evaluations that a version allows under a policy */
  readonly alternatives?: (version: OperatorVersion, call: Call) => readonly Alternative[];
  readonly overwrites?: NonNullable<Operator['overwrites']>;
  /** changes the accepted outputs: further accepted values, and relations between outputs */
  readonly refine?: (
    expected: readonly ExpectedOutput[],
    version: OperatorVersion,
    call: Call,
  ) => readonly ExpectedOutput[];
}

/** The properties of the versions of an operator; all others follow from its schemas. */
export interface VersionsDefinition {
  readonly name: string;
  /** the attributes and inputs that name dimensions */
  readonly axes?: readonly AxisDeclaration[];
  /** attributes, exactly one of which must be given */
  readonly oneOf?: (schema: Schema) => readonly string[];
  /** dtypes that a backend may refuse, among those that a version lists */
  readonly contested?: (dtypes: readonly DType[]) => OperatorVersion['contested'];
  /** the dtypes of version 1 in the first releases of ONNX; later releases changed the version in place */
  readonly formerTypes?: NonNullable<OperatorVersion['formerTypes']>;
  /** its own clauses, in addition to those that follow from its schema; one with the same id replaces that of the schema */
  readonly clauses: (schema: Schema) => readonly Clause[];
  /** the values that the text names for string attributes, by attribute name */
  readonly attributeValues?: (schema: Schema) => Readonly<Record<string, readonly string[]>>;
  /** rules for models, in addition to those that follow from the declarations */
  readonly rules?: (schema: Schema) => readonly Clause[];
  /** the dtypes for which it is defined; all but strings and complex numbers if absent */
  readonly dtypes?: readonly DType[];
  /** the dtypes to test for the type variables, if there are others than the main one */
  readonly bindings?: (schema: Schema) => readonly Binding[];
  /** inputs of the same type have different ranks, so that no two can be the same value */
  readonly ranksDiffer?: true;
  /** returns whether to test a clause with a binding; all are tested if absent */
  readonly tries?: OperatorVersion['tries'];
}

/** The complete definition of an operator. */
export interface Definition extends OperatorEvaluation, VersionsDefinition {}

/** Creates an operator from its definition and its schemas. Versions are created on first access, because most runs need few. */
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

/** Returns the oracle of an operator that copies elements, for calls with values of any type. */
export const copyingValues = (evaluate: EvaluateValues): OperatorOfValues => ({
  evaluate,
  expect(version, call) {
    checkCall(version, call);
    const expected = copiedValues(evaluate, version, call, outputsOf(version, call));
    checkOutputs(version, expected);
    return expected;
  },
});

/** Returns the versions of an operator, oldest first, without the clauses that hold for all operators. */
export const versionsOf = (definition: VersionsDefinition): readonly OperatorVersion[] =>
  schemasInForce(definition.name).map((schema) => versionOf(definition, schema));

/** Returns a refined output. If its elements were changed one by one, the rows of the previous output no longer apply. */
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
  const named = axes.filter((axis) => axis.since <= opsetOfRules(schema));
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
