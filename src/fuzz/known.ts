import picomatch from 'picomatch';
import type { KnownFinding } from '../../reports/schema/expectations-file.ts';
import type { BatchResult } from './batch.ts';

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
