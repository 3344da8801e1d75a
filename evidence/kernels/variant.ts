import type { Evaluate } from '../../oracles/spec/node.ts';
import { computedCandidate, plain, type Style } from './computed.ts';
import type { Candidate } from './implementation.ts';

/** What another kernel does, by the right one. */
export type Alter = (correct: Evaluate) => Evaluate;

/** Another correct kernel of an operator, on plain machines of the type or of a style. */
export const variant = (operator: string, how: string, alter: Alter, style: Style = plain): Candidate =>
  computedCandidate(`${operator} ${how}`, [operator], alter, style);
