import { dtypes } from '../../numerics/dtype.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import { copyingValues, type VersionsDefinition, versionsOf } from '../../spec/define.ts';
import { preferred, valuesAtGraphEnds } from '../../spec/derived-clauses.ts';
import { tensorOutputs } from '../../spec/expect-values.ts';
import { type EvaluateValues, type Node, once } from '../../spec/node.ts';
import type { Clause, Operator } from '../../spec/operator.ts';
import { releaseOf } from '../../spec/releases.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { withSharedClauses } from '../../spec/sessions.ts';
import { sentence } from '../../spec/source.ts';
import { bits, type ClauseTexts, movementRules, statedClauses } from '../movement/clauses.ts';

/** What an operator on sequences or optionals declares; everything else is shared. */
export interface SequenceDefinition
  extends Omit<VersionsDefinition, 'clauses' | 'rules'>,
    Pick<Operator, 'definition'> {
  readonly evaluate: EvaluateValues;
  /** what its text says besides the definition, by id of the clause or rule */
  readonly says: (schema: Schema) => ClauseTexts;
}

/** An operator that puts tensors into sequences or optionals, or takes them out: their elements stay what they are. */
export function onSequences({ evaluate, says, definition, ...own }: SequenceDefinition): Operator {
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

/** The clauses of an operator: its definition, what stays of elements, and what its text says. */
function clausesFrom(
  { name, definition }: Pick<Operator, 'name' | 'definition'>,
  schema: Schema,
  said: ClauseTexts,
): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  const { inputs, outputs, types } = schema;
  // elements come out where the output is of several types, and there is something that they come from
  const passesOn = inputs.length > 0 && outputs.some(({ type }) => types[type]?.includes(' '));
  return [
    says('definition', `The result is that of the definition: ${definition}.`),
    ...(passesOn ? [implies('bits', bits, ieee754('5.5.1: copy'))] : []),
    ...statedClauses(name, schema, said),
    {
      id: valuesAtGraphEnds,
      text: 'Sequences and optionals may be inputs and outputs of a graph.',
      source: sentence('IR.md', 'Standard data types: input and output types', releaseOf(schema.since)),
      level: 'specified',
      dtypes: preferred,
    },
  ];
}

/**
 * The place in a sequence that an input says, counted from the end where it is negative.
 * @param count of the places that there are
 * @throws BadInput for a place outside of [-length, count - 1]
 */
export function placeIn<S>(node: Node<S>, index: number, length: number, count = length): number {
  const position = node.integer(index);
  if (position < -length || position >= count) {
    throw new BadInput(`position ${position} is outside [${-length}, ${count - 1}]`);
  }
  return position < 0 ? position + length : position;
}
