import { findOperator, operators } from '../../oracles/operators.ts';
import type { Operator } from '../../oracles/spec/operator.ts';
import { graphs } from '../families/graphs.ts';

/** What cases are about: every operator, and graphs of several. */
export const subjects: readonly Operator[] = [...operators, graphs];

/** The subject of a name, as ids and reports have it; `undefined` if there is none. */
export const findSubject = (name: string): Operator | undefined => (name === graphs.name ? graphs : findOperator(name));
