import { generalClasses } from '../../generators/fuzz/classes.ts';
import { poolOf } from '../../generators/fuzz/draw.ts';
import type { BatchResult } from './batch.ts';
import type { FuzzSettings } from './fuzzer.ts';

/** How often a class could have been drawn on the average, for it to be amiss if it never was. */
const minPerClass = 20;

/**
 * Classes of which nothing was drawn though enough was to expect some: operators and versions that are selected, and, where
 * all are, the classes that have to do with none.
 */
export function missingClasses(
  { programs, coverage }: Pick<BatchResult, 'programs' | 'coverage'>,
  selection: FuzzSettings['selection'],
): readonly string[] {
  // graphs of the suite are made of operators, which a backend may lack
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
