import { range } from '../../arrays/lines.ts';
import { observe } from '../../judge/policy.ts';
import { clausesOf } from '../../spec/clauses.ts';
import { rule } from '../../spec/rules.ts';
import { blend, type RecurrentCell, sumOfTerms, type Terms } from './layer.ts';
import { recurrent } from './recurrent.ts';

/** The gates in the order of W, R and B; P has the first three. */
const [input, output, forget, fresh] = [0, 1, 2, 3];

const peepholes = { input: 7, gates: 3 };

/** iₜ = f(…), oₜ = f(…), fₜ = f(…), cₜ = g(…); Cₜ = fₜ∘Cₜ₋₁ + iₜ∘cₜ; Hₜ = oₜ∘h(Cₜ). */
export const memoryCell: RecurrentCell = {
  gates: 4,
  initial: [5, 6],
  functions: ['Sigmoid', 'Tanh', 'Tanh'],
  peepholes,
  step({ arithmetic: a, node, reading, units, activation, clipped, ofInput, ofState, bias, weight }, x, [h, c]) {
    const seen = (gate: number, unit: number, cell: typeof c): Terms<(typeof x)[number]> => {
      const hole = weight(peepholes.input, gate, unit);
      return hole === undefined ? [] : [[cell![unit]!, hole]];
    };
    const sum = (gate: number, unit: number, ofCell: Terms<(typeof x)[number]>) =>
      clipped(
        sumOfTerms(
          a,
          ofInput(gate, unit, x),
          ofState(gate, unit, h!),
          bias(0, gate, unit),
          bias(1, gate, unit),
          ofCell,
        ),
      );
    const gate = (which: number, unit: number, cell: typeof c) =>
      activation(0, sum(which, unit, seen(which, unit, cell)));
    const isCoupled = node.flag('input_forget');
    const cell = range(units).map((unit) => {
      const added = activation(1, sum(fresh, unit, []));
      const [taken, kept] = [() => gate(input, unit, c), () => gate(forget, unit, c)];
      if (!isCoupled) return a.add(a.multiply(kept(), c![unit]!), a.multiply(taken(), added));
      if (reading.coupling === 'input-gate') return blend(a, kept(), added, c![unit]!);
      return blend(a, taken(), c![unit]!, added);
    });
    const shown = (one: (typeof x)[number]) => activation(2, reading.cell === 'as-it-is' ? one : clipped(one));
    return [cell.map((one, unit) => a.multiply(gate(output, unit, cell), shown(one))), cell];
  },
};

/** LSTM: a recurrent layer with a cell in addition to its state; gates control its input, output and memory. */
export const lstm = recurrent({
  name: 'LSTM',
  definition:
    'i, o, f = f(Xₜ·Wᵀ + Hₜ₋₁·Rᵀ + P∘C + Wb + Rb); c = g(Xₜ·Wᵀ + Hₜ₋₁·Rᵀ + Wb + Rb); Cₜ = f∘Cₜ₋₁ + i∘c; Hₜ = o∘h(Cₜ)',
  cell: memoryCell,
  equation: 'Each state is the output gate times h of the cell, which the forget and input gates update.',
  open: ({ attributes }) => [
    ...(attributes.input_forget?.value === 1
      ? [
          {
            choice: observe('coupled-gates', 'input-gate'),
            otherwise: observe('coupled-gates', 'forget-gate'),
            reading: { coupling: 'input-gate' } as const,
          },
        ]
      : []),
    ...(attributes.clip
      ? [
          {
            choice: observe('clipped-cell', 'as-it-is'),
            otherwise: observe('clipped-cell', 'clipped'),
            reading: { cell: 'as-it-is' } as const,
          },
        ]
      : []),
  ],
  clauses: (schema) => {
    const { says } = clausesOf(schema);
    return [
      says(
        'gates',
        'Weights and biases are those of the input, output, forget and cell gates, in this order.',
        'inputs W, R and B',
      ),
      says('initial-cell', 'The cell begins with initial_c, or with zeros.', 'input initial_c'),
      says('last-cell', 'Y_c is the cell after the last step of each direction.', 'output Y_c'),
      says(
        'peepholes',
        'P has weights of the input, output and forget gates: the output gate reads the new cell, the others the previous one.',
        'input P',
      ),
      says('input-forget', 'With input_forget=1, the input and forget gates add up to 1.', 'attribute input_forget'),
    ];
  },
  rules: (schema) => [
    rule(
      'invalid-initial-cell',
      'An initial cell has a number for each unit of each sequence.',
      'input initial_c',
      schema,
    ),
    rule('invalid-peepholes', 'P has three numbers for each unit.', 'input P', schema),
  ],
});
