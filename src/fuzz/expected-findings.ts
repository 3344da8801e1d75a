import picomatch from 'picomatch';
import type { KnownFinding } from '../../reports/schema/expectations-file.ts';
import type { BatchResult } from './batch.ts';
import type { Replayed } from './corpus/replay.ts';

/** Returns a function from the id of a finding to the reason why it is known. */
export function reasonFor(expected: readonly KnownFinding[]): (id: string) => string | undefined {
  const entries = expected.map(({ finding, reason }) => ({ matches: picomatch([finding].flat() as string[]), reason }));
  return (id) => entries.find(({ matches }) => matches(id))?.reason;
}

/** Returns a result whose known findings are those that are expected now, not those at the time of the run. */
export function withKnownFindings(result: BatchResult, expected: readonly KnownFinding[]): BatchResult {
  const reasonOf = reasonFor(expected);
  return {
    ...result,
    findings: result.findings.map(({ known: _, ...finding }) => {
      const known = reasonOf(finding.id);
      return known === undefined ? finding : { ...finding, known };
    }),
  };
}

/** The least number of programs of an operator to report that an expected finding did not occur. */
const minPrograms = 100;

/**
 * Describes the expected findings that did not occur. Patterns that do not begin with the name of an operator, or whose
 * operator was drawn rarely, are left out.
 */
export function notFound(
  expected: readonly KnownFinding[],
  { findings, coverage }: Pick<BatchResult, 'findings' | 'coverage'>,
): readonly string[] {
  const drawn = new Map(
    Object.entries(coverage).flatMap(([name, count]) => {
      const [kind, operator] = name.split(' ');
      return kind === 'operator' ? [[operator!.toLowerCase(), count] as const] : [];
    }),
  );
  return patternsOf(expected).flatMap((pattern) => {
    const count = drawn.get(pattern.split('-')[0]!) ?? 0;
    const isSeen = findings.some(({ id }) => picomatch.isMatch(id, pattern));
    return isSeen || count < minPrograms ? [] : [`${pattern} was not found in ${count} programs of its operator`];
  });
}

/** Describes the expected findings that pass now in any corpus. */
export function fixedFindings(expected: readonly KnownFinding[], replayed: readonly Replayed[]): readonly string[] {
  return patternsOf(expected).flatMap((pattern) => {
    const own = replayed.filter(
      ({ kept, status }) => status !== 'elsewhere' && picomatch.isMatch(kept.about.id, pattern),
    );
    const isFixed = own.length > 0 && own.every(({ status }) => status === 'passes');
    return isFixed ? [`${pattern} passes now`] : [];
  });
}

const patternsOf = (expected: readonly KnownFinding[]): readonly string[] =>
  expected.flatMap(({ finding }) => finding as string | readonly string[]);
