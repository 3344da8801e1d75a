import { clausesOf } from '../../spec/clauses.ts';
import type { Clause } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { changelog } from '../../spec/source.ts';
import { floatProductClauses } from '../contraction/clauses.ts';

/** Whether a version declares an attribute, or an input. */
const declares = ({ attributes, inputs }: Schema, name: string): boolean =>
  [...attributes, ...inputs].some((declared) => declared.name === name);

/** The first version whose text has defaults of activation_alpha and activation_beta. */
const firstOfDefaults = { GRU: 3 } as Readonly<Record<string, number>>;

/** Whether the text says which coefficients functions have where none are given. */
export const hasDefaultCoefficients = (name: string, since: number): boolean => since >= (firstOfDefaults[name] ?? 1);

/** The clauses that recurrent operators share. */
export function recurrentClauses(name: string, schema: Schema, equation: string): readonly Clause[] {
  const { says } = clausesOf(schema);
  const source = { document: changelog, place: `${name}-${schema.since}: no sentence speaks of it` };
  const open = (id: string, text: string): Clause => ({ id, text, source, level: 'unspecified' });
  return [
    says('definition', equation),
    says('steps', 'Each step goes on from the state that the step before it has left.'),
    says('bias', 'B has the biases of W first and those of R after them, and both are added.', 'input B'),
    says(
      'directions',
      'A reverse layer begins at the end; a bidirectional one has a forward layer first and a reverse one second.',
      'attribute direction',
    ),
    says('initial-state', 'A layer begins with the initial states, or with zeros.', 'input initial_h'),
    says('last-state', 'Y_h has the state after the last step of each direction.', 'output Y_h'),
    says(
      'sequence-lens',
      'Each sequence has its own length: its last state is that of its last step, and a reverse layer begins there.',
      'input sequence_lens',
    ),
    open('padding', 'Steps beyond the length of a sequence have zeros, or its last state again.'),
    open('no-steps', 'Of a sequence without steps the last state is the initial one, or zero.'),
    says('no-sequences', 'A batch of no sequences has outputs without elements.', 'outputs'),
    says(
      'activations',
      'Each function of each direction is the one that is named at its place.',
      'attribute activations',
    ),
    says(
      'coefficients',
      'Functions take their values from activation_alpha and activation_beta in their order.',
      'attributes activation_alpha and activation_beta',
    ),
    ...(hasDefaultCoefficients(name, schema.since)
      ? [
          says(
            'default-coefficients',
            'Functions without such values have those of the operators of their names.',
            'attributes activation_alpha and activation_beta',
          ),
        ]
      : []),
    says('clip', 'What functions are applied to is clipped between -clip and clip.', 'attribute clip'),
    says('hidden-size', 'The number of units may be said once more, in hidden_size.', 'attribute hidden_size'),
    ...(declares(schema, 'layout')
      ? [
          says(
            'layout',
            'With layout=1 the batch is the first dimension of data, states and outputs, and not of weights.',
            'attribute layout',
          ),
        ]
      : []),
    ...(declares(schema, 'output_sequence')
      ? [says('output-sequence', 'Y may be left out where output_sequence is 0.', 'attribute output_sequence')]
      : []),
    says('any-size', 'Sequences, batches, inputs and layers may be of any size.', 'inputs'),
    ...floatProductClauses(schema),
  ];
}

/** What a model with a recurrent operator must not do. */
export function recurrentRules(schema: Schema): readonly Clause[] {
  const at = (id: `invalid-${string}`, text: string, place: string) => rule(id, text, place, schema);
  return [
    at('invalid-rank', 'Data have three dimensions.', 'input X'),
    at('invalid-weights', 'W has rows for each unit of each gate, and a column for each input.', 'input W'),
    at('invalid-recurrence', 'R has rows for each unit of each gate, and a column for each unit.', 'input R'),
    at('invalid-directions', 'A bidirectional layer has weights of two directions, any other one of one.', 'input W'),
    at('invalid-bias', 'B has two numbers for each unit of each gate.', 'input B'),
    at('invalid-lengths', 'There is one length for each sequence, and none is beyond the data.', 'input sequence_lens'),
    at('invalid-initial-state', 'An initial state has a number for each unit of each sequence.', 'input initial_h'),
    at('invalid-activations', 'All functions are named, if any is.', 'attribute activations'),
    at('invalid-hidden-size', 'hidden_size is the number of units.', 'attribute hidden_size'),
  ];
}
