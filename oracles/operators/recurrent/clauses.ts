import { clausesOf } from '../../spec/clauses.ts';
import type { Clause } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { changelog } from '../../spec/source.ts';
import { floatProductClauses } from '../contraction/clauses.ts';

/** Returns whether a version declares an attribute or input. */
const declares = ({ attributes, inputs }: Schema, name: string): boolean =>
  [...attributes, ...inputs].some((declared) => declared.name === name);

/** The first version whose text gives defaults for activation_alpha and activation_beta. */
const firstOfDefaults = { GRU: 3 } as Readonly<Record<string, number>>;

/** Returns whether the text gives default coefficients of functions. */
export const hasDefaultCoefficients = (name: string, since: number): boolean => since >= (firstOfDefaults[name] ?? 1);

/** Returns the clauses that recurrent operators share. */
export function recurrentClauses(name: string, schema: Schema, equation: string): readonly Clause[] {
  const { says } = clausesOf(schema);
  const source = { document: changelog, place: `${name}-${schema.since}: no sentence mentions it` };
  const open = (id: string, text: string): Clause => ({ id, text, source, level: 'unspecified' });
  return [
    says('definition', equation),
    says('steps', 'Each step starts from the state of the previous step.'),
    says('bias', 'B contains the biases of W, then those of R; both are added.', 'input B'),
    says(
      'directions',
      'A reverse layer begins at the end; a bidirectional one consists of a forward layer and a reverse layer.',
      'attribute direction',
    ),
    says('initial-state', 'A layer begins with the initial states, or with zeros.', 'input initial_h'),
    says('last-state', 'Y_h is the state after the last step of each direction.', 'output Y_h'),
    says(
      'sequence-lens',
      'Each sequence has its own length: its last state is that after its last step, where a reverse layer begins.',
      'input sequence_lens',
    ),
    open('padding', 'Outputs of steps beyond the length of a sequence are zeros, or its last state.'),
    open('no-steps', 'The last state of a sequence without steps is the initial one, or zero.'),
    says('no-sequences', 'A batch without sequences has empty outputs.', 'outputs'),
    says(
      'activations',
      'The functions of each direction are those named in activations, in order.',
      'attribute activations',
    ),
    says(
      'coefficients',
      'Functions take their coefficients from activation_alpha and activation_beta, in order.',
      'attributes activation_alpha and activation_beta',
    ),
    ...(hasDefaultCoefficients(name, schema.since)
      ? [
          says(
            'default-coefficients',
            'Functions without given coefficients use the defaults of the operators of the same names.',
            'attributes activation_alpha and activation_beta',
          ),
        ]
      : []),
    says('clip', 'The arguments of functions are clipped to [-clip, clip].', 'attribute clip'),
    says('hidden-size', 'The number of units may also be given as hidden_size.', 'attribute hidden_size'),
    ...(declares(schema, 'layout')
      ? [
          says(
            'layout',
            'With layout=1, the batch is the first dimension of data, states and outputs, but not of weights.',
            'attribute layout',
          ),
        ]
      : []),
    ...(declares(schema, 'output_sequence')
      ? [says('output-sequence', 'Y may be left out if output_sequence is 0.', 'attribute output_sequence')]
      : []),
    says('any-size', 'Sequences, batches, inputs and layers may have any size.', 'inputs'),
    ...floatProductClauses(schema),
  ];
}

/** Returns the rules that recurrent operators share. */
export function recurrentRules(schema: Schema): readonly Clause[] {
  const at = (id: `invalid-${string}`, text: string, place: string) => rule(id, text, place, schema);
  return [
    at('invalid-rank', 'Data have three dimensions.', 'input X'),
    at('invalid-weights', 'W has rows for each unit of each gate, and a column for each input.', 'input W'),
    at('invalid-recurrence', 'R has rows for each unit of each gate, and a column for each unit.', 'input R'),
    at('invalid-directions', 'A bidirectional layer has weights of two directions, any other layer of one.', 'input W'),
    at('invalid-bias', 'B has two numbers for each unit of each gate.', 'input B'),
    at(
      'invalid-lengths',
      'There is one length for each sequence, and none exceeds the number of steps.',
      'input sequence_lens',
    ),
    at('invalid-initial-state', 'An initial state has a number for each unit of each sequence.', 'input initial_h'),
    at('invalid-activations', 'If any function is named, all are.', 'attribute activations'),
    at('invalid-hidden-size', 'hidden_size is the number of units.', 'attribute hidden_size'),
  ];
}
