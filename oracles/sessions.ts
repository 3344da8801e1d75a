import type { DType } from './numerics/dtype.ts';
import type { Clause, Operator, OperatorVersion } from './operator.ts';

const noSideEffects = 'IR.md, Graphs: a graph describes a computation without side effects';

/** What holds of any model that is run more than once, whatever its operator. */
export const sessionClauses: readonly Clause[] = [
  {
    id: 'session-reuse',
    text: 'A loaded model computes each run from the inputs of that run: what it was run on before leaves no trace.',
    source: noSideEffects,
    level: 'specified',
  },
  {
    id: 'session-shapes',
    text: 'A loaded model whose dimensions are symbolic may be run on other shapes.',
    source: 'IR.md, Static Tensor Shapes: a dimension variable stands for any size',
    level: 'specified',
  },
  {
    id: 'sessions-interleaved',
    text: 'Models that are loaded at the same time do not see each other.',
    source: noSideEffects,
    level: 'specified',
  },
  { id: 'inputs-unchanged', text: 'A run does not write into its inputs.', source: noSideEffects, level: 'specified' },
  {
    id: 'outputs-disjoint',
    text: 'An output stays what it is when the inputs are overwritten or another run follows.',
    source: noSideEffects,
    level: 'implied',
  },
];

/** True for the clauses whose cases are several runs. */
export const isOfSessions = ({ id }: Pick<Clause, 'id'>): boolean => sessionClauses.some((clause) => clause.id === id);

/** State is a matter of the code around the kernels: one float type and one integer type show it. */
const preferred: readonly DType[] = ['float32', 'int64'];

/** The operator with the clauses that hold of all. */
export function withSessionClauses(operator: Operator): Operator {
  return { ...operator, versions: operator.versions.map(withClauses) };
}

function withClauses(version: OperatorVersion): OperatorVersion {
  const shared = preferred.filter((dtype) => version.dtypes.includes(dtype));
  const dtypes = shared.length > 0 ? shared : version.dtypes.slice(0, 1);
  return { ...version, clauses: [...version.clauses, ...sessionClauses.map((clause) => ({ ...clause, dtypes }))] };
}
