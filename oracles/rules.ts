import { dtypes } from './numerics/dtype.ts';
import type { Clause, Operator, OperatorVersion } from './operator.ts';

/** A rule that a model can break: a runtime has to reject the model. */
export function rule(id: `illegal-${string}`, text: string, source: string): Clause {
  return { id, text, source, level: 'specified' };
}

/** The rules of an operator version: those that its declarations imply, as for every operator, and its family's own. */
export function rulesOf({ name }: Operator, version: OperatorVersion): readonly Clause[] {
  const { attributes, inputs, since } = version;
  const schema = `${name}-${since}`;
  const hasTypeLeft = dtypes.some((dtype) => !version.dtypes.includes(dtype));
  return [
    rule('illegal-attribute', 'Attributes that are not declared are refused.', `${schema}, attributes; ${verify}`),
    ...(attributes.length > 0
      ? [rule('illegal-attribute-type', 'An attribute is of its declared type.', `${schema}, attributes; ${verify}`)]
      : []),
    rule('illegal-extra-input', 'There are no more inputs than are declared.', `${schema}, inputs; ${verify}`),
    ...(inputs.some((input) => !input.optional)
      ? [rule('illegal-missing-input', 'An input that is not optional is there.', `${schema}, inputs; ${verify}`)]
      : []),
    ...(hasTypeLeft
      ? [rule('illegal-dtype', 'T is one of the dtypes that are declared.', `${schema}, type constraints of T`)]
      : []),
    ...(inputs.some((input) => input.dtypes)
      ? [rule('illegal-input-dtype', 'An input whose dtype is declared is of that dtype.', `${schema}, inputs`)]
      : []),
    ...(version.rules ?? []),
  ];
}

const verify = 'checked by OpSchema::Verify';
