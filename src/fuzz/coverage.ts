import { generalClasses } from '../../generators/fuzz/classes.ts';
import { poolOf } from '../../generators/fuzz/draw.ts';
import type { BatchResult } from './batch.ts';
import type { FuzzSettings } from './fuzzer.ts';

/** The least average number of programs per class for a missing class to be a fault. */
const minPerClass = 20;

/**
 * Returns the classes that were never drawn, although enough programs were: selected operators and versions and, if all are
 * selected, the classes that do not depend on operators.
 */
export function missingClasses(
  { programs, coverage }: Pick<BatchResult, 'programs' | 'coverage'>,
  selection: FuzzSettings['selection'],
): readonly string[] {
  // graphs of the suite need several operators, and a backend may lack some
  const signatures = poolOf(selection).signatures.filter(({ operator }) => !operator.isGraph);
  const kinds = [
    signatures.map(({ operator }) => `operator ${operator.name}`),
    signatures.map(({ operator, version }) => `version ${operator.name}-${version.since}`),
    ...(Object.values(selection).every((list) => list.length === 0) ? [generalClasses] : []),
  ].map((names) => [...new Set(names)]);
  return kinds.flatMap((names) =>
    programs >= minPerClass * names.length ? names.filter((name) => coverage[name] === undefined) : [],
  );
}
