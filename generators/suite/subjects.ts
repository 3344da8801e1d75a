import { findOperator, operators } from '../../oracles/operators.ts';
import type { Operator } from '../../oracles/spec/operator.ts';
import { graphs } from '../families/graphs.ts';

/** The subjects of cases: every operator, and graphs of several nodes. */
export const subjects: readonly Operator[] = [...operators, graphs];

/** The subject with a name as used in ids and reports; `undefined` if there is none. */
export const findSubject = (name: string): Operator | undefined => (name === graphs.name ? graphs : findOperator(name));
