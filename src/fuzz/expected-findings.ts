import picomatch from 'picomatch';
import type { KnownFinding } from '../../reports/schema/expectations-file.ts';
import type { BatchResult } from './batch.ts';
import type { Replayed } from './corpus/replay.ts';

/** The reason for which a finding is known, by its id. */
export function reasonFor(expected: readonly KnownFinding[]): (id: string) => string | undefined {
  const entries = expected.map(({ finding, reason }) => ({ matches: picomatch([finding].flat() as string[]), reason }));
  return (id) => entries.find(({ matches }) => matches(id))?.reason;
}

/** The same result, in which that is known which is expected now, whatever was when it was found. */
export function knownNow(result: BatchResult, expected: readonly KnownFinding[]): BatchResult {
  const reasonOf = reasonFor(expected);
  return {
    ...result,
    findings: result.findings.map(({ known: _, ...finding }) => {
      const known = reasonOf(finding.id);
      return known === undefined ? finding : { ...finding, known };
    }),
  };
}

/** Programs of an operator after which a finding of it that did not come is worth a word. */
const enough = 100;

/**
 * What is expected and was not found, in words. Of a pattern that does not begin with the name of an operator, or of one that was
 * drawn seldom, nothing is said.
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
    return isSeen || count < enough ? [] : [`${pattern} was not found in ${count} programs of its operator`];
  });
}

/** What is expected and passes now, wherever it is kept, in words. */
export function fixedFindings(expected: readonly KnownFinding[], replayed: readonly Replayed[]): readonly string[] {
  return patternsOf(expected).flatMap((pattern) => {
    const own = replayed.filter(({ kept, fate }) => fate !== 'elsewhere' && picomatch.isMatch(kept.about.id, pattern));
    const isMended = own.length > 0 && own.every(({ fate }) => fate === 'passes');
    return isMended ? [`${pattern} passes now`] : [];
  });
}

const patternsOf = (expected: readonly KnownFinding[]): readonly string[] =>
  expected.flatMap(({ finding }) => finding as string | readonly string[]);
