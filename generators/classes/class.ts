import type { ProposedNode } from '../cases/node-in.ts';
import type { Dimension } from './notation.ts';

/** A node with the values of its inputs, as it is run. */
export type NodeRun = ProposedNode;

/** In what calls differ; kernels may branch on each. */
export const aspects = ['inputs', 'shapes', 'attributes', 'values', 'sessions'] as const;
export type Aspect = (typeof aspects)[number];

/** One way in which calls of an operator differ and kernels branch, and what it is in one call: `rank of X` is `3`. */
export interface Class {
  readonly aspect: Aspect;
  readonly dimension: string;
  readonly value: string;
}

/** A dimension and its value in a call. */
export type ClassValue = readonly [dimension: Dimension, value: string];
