import { plansFrom } from '../notation/call-notation.ts';
import { byOperator, familyOf } from '../notation/derived.ts';
import { normal, normalLike, uniform, uniformLike } from './random/continuous.ts';
import { bernoulli, multinomial } from './random/discrete.ts';
import { dropout } from './random/dropout.ts';

const operators = {
  Bernoulli: bernoulli,
  Dropout: dropout,
  Multinomial: multinomial,
  RandomNormal: normal,
  RandomNormalLike: normalLike,
  RandomUniform: uniform,
  RandomUniformLike: uniformLike,
};

/** Operators that draw at random. */
export const randomFamily = familyOf(
  byOperator(Object.fromEntries(Object.entries(operators).map(([name, own]) => [name, plansFrom(() => 'mixed', own)]))),
);
