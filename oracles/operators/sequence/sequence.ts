import { dtypes } from '../../numerics/dtype.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import { copyingValues, type VersionsDefinition, versionsOf } from '../../spec/define.ts';
import { dtypesForPassing, valuesAtGraphEnds } from '../../spec/derived-clauses.ts';
import { tensorOutputs } from '../../spec/expect-values.ts';
import { type EvaluateValues, type Node, once } from '../../spec/node.ts';
import type { Clause, Operator } from '../../spec/operator.ts';
import { releaseOf } from '../../spec/releases.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { withSharedClauses } from '../../spec/sessions.ts';
import { sentence } from '../../spec/source.ts';
import { type ClauseTexts, movementRules, statedClauses, unchangedElements } from '../movement/clauses.ts';

/** The declaration of an operator on sequences or optionals; everything else is shared. */
export interface SequenceDefinition
  extends Omit<VersionsDefinition, 'clauses' | 'rules'>,
    Pick<Operator, 'definition'> {
  readonly evaluate: EvaluateValues;
  /** the texts of its clauses and rules, besides the definition, by id */
  readonly says: (schema: Schema) => ClauseTexts;
}

/** Returns an operator that puts tensors into sequences or optionals, or takes them out; elements are unchanged. */
export function sequenceOperator({ evaluate, says, definition, ...own }: SequenceDefinition): Operator {
  const { name } = own;
  const versions = once(() =>
    versionsOf({
      dtypes,
      ...own,
      clauses: (schema) => clausesFrom({ name, definition }, schema, says(schema)),
      rules: (schema) => movementRules(schema, says(schema)),
    }).map((version) => withSharedClauses(name, version)),
  );
  const ofValues = copyingValues(evaluate);
  return {
    name,
    family: 'sequence',
    definition,
    copiesElements: true,
    get versions() {
      return versions();
    },
    expect: (version, call) => tensorOutputs(ofValues.expect(version, call)),
    ofValues,
  };
}

/** Returns the clauses of an operator: its definition, that elements are unchanged, and those of its text. */
function clausesFrom(
  { name, definition }: Pick<Operator, 'name' | 'definition'>,
  schema: Schema,
  said: ClauseTexts,
): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  const { inputs, outputs, types } = schema;
  // outputs of several types have elements, which come from inputs
  const passesOn = inputs.length > 0 && outputs.some(({ type }) => types[type]?.includes(' '));
  return [
    says('definition', `Definition of the result: ${definition}.`),
    ...(passesOn ? [implies('bits', unchangedElements, ieee754('5.5.1: copy'))] : []),
    ...statedClauses(name, schema, said),
    {
      id: valuesAtGraphEnds,
      text: 'Sequences and optionals may be inputs and outputs of a graph.',
      source: sentence('IR.md', 'Standard data types: input and output types', releaseOf(schema.since)),
      level: 'specified',
      dtypes: dtypesForPassing,
    },
  ];
}

/**
 * Returns the position in a sequence that an input contains; a negative one counts from the end.
 * @param count the number of valid positions
 * @throws BadInput for a position outside of [-length, count - 1]
 */
export function placeIn<S>(node: Node<S>, index: number, length: number, count = length): number {
  const position = node.integer(index);
  if (position < -length || position >= count) {
    throw new BadInput(`position ${position} is outside [${-length}, ${count - 1}]`);
  }
  return position < 0 ? position + length : position;
}
