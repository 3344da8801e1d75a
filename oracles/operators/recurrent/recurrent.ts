import { range } from '../../arrays/lines.ts';
import type { Alternative } from '../../judge/evaluated-outputs.ts';
import { cancellingForms } from '../../judge/other-ways.ts';
import { type Observation, observe } from '../../judge/policy.ts';
import { elementsOf, holdsInfinity, holdsNaN } from '../../numerics/tensor.ts';
import type { Call } from '../../spec/declaration.ts';
import { define } from '../../spec/define.ts';
import { memoized } from '../../spec/node.ts';
import type { Clause, Operator, OperatorVersion } from '../../spec/operator.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import {
  type ActivationName,
  activationFunctions,
  coefficientsOf,
  hasOtherForms,
  isActivationName,
} from './activations.ts';
import { recurrentClauses, recurrentRules } from './clauses.ts';
import { layer, type Reading, type RecurrentCell, recurrenceOfCall } from './layer.ts';

/** The part of a recurrent operator that differs between operators. */
export interface RecurrentDefinition {
  readonly name: string;
  readonly definition: string;
  readonly cell: RecurrentCell;
  /** its equations in one sentence */
  readonly equation: string;
  readonly clauses?: (schema: Schema) => readonly Clause[];
  readonly rules?: (schema: Schema) => readonly Clause[];
  /** further choices that a call leaves open */
  readonly open?: (call: Call) => readonly OpenChoice[];
}

/** A choice that a call leaves open, and the part of a reading that makes it. The definition makes the other choice. */
export interface OpenChoice {
  readonly choice: Observation;
  readonly otherwise: Observation;
  readonly reading: Reading;
  /** the choice does not affect states, only outputs of sequences without steps */
  readonly hasSameStates?: true;
}

/** The first version that writes the recurrence with a transpose. */
const firstOfTransposes = 7;

/** Returns the distinct activation functions of a call. */
function functionsIn({ attributes }: Call, usual: readonly ActivationName[]): readonly ActivationName[] {
  const named = (attributes.activations?.value as readonly string[] | undefined) ?? usual;
  return [...new Set(named)].filter(isActivationName);
}

/** Returns whether assigning coefficients by position differs from assigning them by function, and leaves no required one missing. */
function mayGoByPosition({ attributes }: Call): boolean {
  const named = ((attributes.activations?.value ?? []) as readonly string[]).filter(isActivationName);
  const all = (['alpha', 'beta'] as const).map((which) => {
    const count = ((attributes[`activation_${which}`]?.value ?? []) as readonly number[]).length;
    const places = named.map((name, i) => ({ coefficients: coefficientsOf(name), isGiven: i < count }));
    return {
      differs: count > 0 && places.some(({ coefficients }) => !(which in coefficients)),
      isPossible: places.every(
        ({ coefficients, isGiven }) => isGiven || !(which in coefficients) || coefficients[which] !== undefined,
      ),
    };
  });
  return all.some(({ differs }) => differs) && all.every(({ isPossible }) => isPossible);
}

/** Returns the choices that the text leaves open in a call. */
function openIn({ since }: OperatorVersion, call: Call, cell: RecurrentCell): readonly OpenChoice[] {
  const { attributes, inputs } = call;
  const functions = functionsIn(call, cell.functions);
  const [x, lengths] = [inputs[0]!, inputs[4]];
  const steps = x.dims[attributes.layout?.value === 1 ? 1 : 0]!;
  const ends = lengths ? elementsOf(lengths).map(Number) : [steps];
  const hasExtrema =
    attributes.clip !== undefined || functions.some((name) => name === 'Relu' || name === 'HardSigmoid');
  return [
    ...(since < firstOfTransposes
      ? [
          {
            choice: observe('recurrence-weights', 'as-written'),
            otherwise: observe('recurrence-weights', 'transposed'),
            reading: { recurrence: 'as-written' } as const,
          },
        ]
      : []),
    ...(mayGoByPosition(call)
      ? [
          {
            choice: observe('activation-coefficients', 'by-position'),
            otherwise: observe('activation-coefficients', 'by-function'),
            reading: { coefficients: 'by-position' } as const,
          },
        ]
      : []),
    ...(ends.some((end) => end < steps)
      ? [
          {
            choice: observe('steps-beyond-length', 'last-state'),
            otherwise: observe('steps-beyond-length', '0'),
            reading: { padding: 'last-state' } as const,
            hasSameStates: true as const,
          },
        ]
      : []),
    ...(ends.includes(0)
      ? [
          {
            choice: observe('state-of-no-steps', '0'),
            otherwise: observe('state-of-no-steps', 'initial'),
            reading: { noSteps: '0' } as const,
            hasSameStates: true as const,
          },
        ]
      : []),
    ...(hasExtrema && inputs.some((input) => holdsNaN(input) || holdsInfinity(input))
      ? [
          {
            choice: observe('nan-in-extremum', 'ignored'),
            otherwise: observe('nan-in-extremum', 'propagates'),
            reading: { nan: 'ignored' } as const,
          },
        ]
      : []),
  ];
}

/** Returns the reading that makes some choices, with any form of each function. */
const readingOf = (choices: readonly OpenChoice[]): Reading =>
  Object.assign({ forms: 'any' }, ...choices.map(({ reading }) => reading));

/** Returns a recurrent operator. */
export function recurrent(declared: RecurrentDefinition): Operator {
  const { name, definition, cell, equation } = declared;
  const alternatives = (version: OperatorVersion, call: Call): readonly Alternative[] => {
    const choices = [...openIn(version, call, cell), ...(declared.open?.(call) ?? [])];
    // each bit of a number stands for a choice that is made
    const count = 2 ** choices.length;
    const made = (bits: number) => choices.filter((_, place) => bits & (2 ** place));
    const ofStates = choices.reduce((bits, { hasSameStates }, place) => (hasSameStates ? bits : bits + 2 ** place), 0);
    const states = memoized(count, (bits) => recurrenceOfCall(cell, readingOf(made(bits))));
    const inAnyForm = (bits: number) => layer(cell, readingOf(made(bits)), states(bits & ofStates));
    return [
      ...range(count - 1).map((bits) => ({
        choices: made(bits + 1).map(({ choice }) => choice),
        otherwise: made(bits + 1).map(({ otherwise }) => otherwise),
        evaluate: inAnyForm(bits + 1),
      })),
      ...(functionsIn(call, cell.functions).some(hasOtherForms) ? cancellingForms([inAnyForm(0)]) : []),
    ];
  };
  return define({
    name,
    family: 'recurrent',
    definition,
    evaluate: layer(cell),
    attributeValues: ({ attributes }) => {
      const usual = attributes.find((attribute) => attribute.name === 'direction')!.default as string;
      const directions = [...new Set(['forward', 'reverse', 'bidirectional', usual])];
      return { direction: directions, activations: Object.keys(activationFunctions) };
    },
    alternatives,
    clauses: (schema) => [...recurrentClauses(name, schema, equation), ...(declared.clauses?.(schema) ?? [])],
    rules: (schema) => [...recurrentRules(schema), ...(declared.rules?.(schema) ?? [])],
  });
}
