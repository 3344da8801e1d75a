import type { DType } from '../numerics/dtype.ts';
import { combinationsOf, sessionCombinations } from './combinations.ts';
import type { Clause, OperatorVersion } from './operator.ts';
import { type Release, releaseOf } from './releases.ts';
import { sentence } from './source.ts';
import { firstOpset } from './version-at.ts';

/** A clause of the IR, and the release that introduced its sentence. */
type SharedClause = Omit<Clause, 'source'> & {
  readonly place: string;
  readonly since: Release;
  /** the clause is about inputs */
  readonly ofInputs?: true;
  /** the clause is tested in every type */
  readonly inAnyType?: true;
};

const stateless = { place: 'Model Semantics: a model is a function without state', since: '1.7' } as const;
const noSideEffects = { place: 'Graphs: a graph describes a computation without side effects', since: '1.7' } as const;

/** The clauses about any model that is run more than once, whatever its operator. */
export const sessionClauses: readonly SharedClause[] = [
  {
    id: 'session-reuse',
    text: 'A loaded model computes each run only from the inputs of that run: earlier runs have no effect.',
    ...stateless,
    level: 'specified',
  },
  {
    id: 'session-shapes',
    text: 'A loaded model whose dimensions are symbolic may be run on other shapes.',
    place: 'Static Tensor Shapes: a dimension variable stands for any size',
    since: '1.2',
    level: 'specified',
    ofInputs: true,
  },
  {
    id: 'sessions-interleaved',
    text: 'Models that are loaded at the same time do not affect each other.',
    ...stateless,
    level: 'specified',
  },
  {
    id: 'sessions-after-refusal',
    text: 'A rejected model or input has no effect on later runs.',
    ...stateless,
    level: 'specified',
    ofInputs: true,
  },
  {
    id: 'inputs-unchanged',
    text: 'A run does not change its inputs.',
    ...noSideEffects,
    level: 'specified',
    ofInputs: true,
  },
  {
    id: 'outputs-disjoint',
    text: 'An output does not change when the inputs are overwritten or another run follows.',
    ...noSideEffects,
    level: 'implied',
  },
  {
    id: sessionCombinations,
    text: 'Any loaded model may be run again, on the same or other data, whatever its attributes and types.',
    ...stateless,
    level: 'specified',
    ofInputs: true,
    inAnyType: true,
  },
];

/** Returns whether the cases of a clause have several runs. */
export const isOfSessions = ({ id }: Pick<Clause, 'id'>): boolean => sessionClauses.some((clause) => clause.id === id);

/**
 * The dtypes of session cases. State depends on the code around the kernels, so one float type and one integer type suffice, and
 * strings, whose memory is their own: it may be moved, shared or freed.
 */
const preferred: readonly DType[] = ['float32', 'int64', 'string'];

/**
 * Adds the clauses that hold for any operator to a version.
 * @param name the name of the operator
 */
export function withSharedClauses(name: string, version: OperatorVersion): OperatorVersion {
  const shared = preferred.filter((dtype) => version.dtypes.includes(dtype));
  const dtypes = shared.length > 0 ? shared : version.dtypes.slice(0, 1);
  const came = releaseOf(firstOpset(version));
  const concerned = sessionClauses.filter(({ ofInputs }) => !ofInputs || version.inputs.length > 0);
  const ofSessions = concerned.map(({ place, since, ofInputs: _, inAnyType, ...clause }): Clause => {
    const source = sentence('IR.md', place, came, since);
    // the sentence implies that values are not memory locations, but does not state it
    return {
      ...clause,
      ...(!inAnyType && { dtypes }),
      source: clause.level === 'implied' ? { document: 'what follows from IR.md', place } : source,
    };
  });
  return { ...version, clauses: [...version.clauses, ...ofSessions, combinationsOf({ name, ...version })] };
}
