import { type DType, dtypes, formatOf } from '../numerics/dtype.ts';
import type { Clause, Operator, OperatorVersion } from './operator.ts';
import { releases } from './releases.ts';
import { historicalWording, sentenceOf, type VersionText } from './source.ts';

/** The dtypes that most runtimes support and that hold usual numbers: invalid types are chosen from them. */
export const usualDTypes: readonly DType[] = dtypes.filter((dtype) => {
  const { kind, bits } = formatOf(dtype);
  return kind === 'bool' || (kind === 'integer' && bits >= 8) || (kind === 'float' && bits >= 16);
});

/** Returns up to two dtypes that are not declared for an input, to test their rejection. */
export const otherDTypes = (declared: readonly DType[]): readonly DType[] =>
  (['int32', 'float32', 'int16'] as const).filter((dtype) => !declared.includes(dtype)).slice(0, 2);

/** Returns a rule: a runtime must reject a model that breaks it. It is as old as the operator version. */
export function rule(id: `invalid-${string}`, text: string, place: string, schema: VersionText): Clause {
  return { id, text, source: sentenceOf(schema, place), level: 'specified' };
}

/** Returns the rules of an operator version: those that follow from its declarations, as for every operator, and its own. */
export function rulesOf({ name, isGraph }: Operator, version: OperatorVersion): readonly Clause[] {
  if (isGraph) return [];
  const { attributes, inputs, oneOf = [] } = version;
  const text = { name, ...version };
  const hasTypeLeft =
    inputs.some((input) => !input.dtypes) && usualDTypes.some((dtype) => !version.dtypes.includes(dtype));
  const declared = (id: `invalid-${string}`, said: string, place: string) => rule(id, said, place, text);
  return [
    declared('invalid-attribute', 'Attributes that are not declared are rejected.', `attributes; ${verify}`),
    ...(attributes.length > 0
      ? [declared('invalid-attribute-type', 'An attribute has its declared type.', `attributes; ${verify}`)]
      : []),
    ...(attributes.some(({ required }) => required)
      ? [declared('invalid-missing-attribute', 'A required attribute is present.', `attributes; ${verify}`)]
      : []),
    ...(attributes.some(({ values }) => values)
      ? [
          declared(
            'invalid-attribute-value',
            'A string attribute has one of the values that the text names.',
            'attributes',
          ),
        ]
      : []),
    ...(oneOf.length > 1
      ? [declared('invalid-attribute-choice', `Exactly one of ${oneOf.join(', ')} is given.`, 'summary')]
      : []),
    ...(inputs.at(-1)?.variadic
      ? []
      : [declared('invalid-extra-input', 'There are no more inputs than declared.', `inputs; ${verify}`)]),
    ...(inputs.some(({ optional, least }) => !optional && least !== 0)
      ? [declared('invalid-missing-input', 'A required input is present.', `inputs; ${verify}`)]
      : []),
    ...(hasTypeLeft ? [withTypes(text, version)] : []),
    ...(inputs.some(({ dtypes: declared }) => declared && otherDTypes(declared).length > 0)
      ? [declared('invalid-input-dtype', 'An input with its own declared dtypes has one of them.', 'inputs')]
      : []),
    ...(version.rules ?? []),
  ];
}

/** Returns the rule about the dtypes of T. Later releases changed those of some versions 1. */
function withTypes(text: VersionText, { formerTypes }: OperatorVersion): Clause {
  const place = 'type constraints of T';
  const own = rule('invalid-dtype', 'T is one of the declared dtypes.', place, text);
  if (!formerTypes) return own;
  const { until, said } = formerTypes;
  const [first] = releases;
  const next = releases[releases.indexOf(until) + 1]!;
  return { ...own, source: sentenceOf(text, place, next, [historicalWording(said, first!, until)]) };
}

const verify = 'checked by OpSchema::Verify';
