import { foldOf } from './fold.ts';
import { remembering, type Stages, shared } from './stages.ts';
import { pairwise } from './summation.ts';

/** The correct implementation that faulty ones are made from. */
export const correct: Stages = {
  ...shared,
  fold: remembering(foldOf({ summation: pairwise, integers: { overflow: 'wrap', rounding: 'truncate' } })),
};
