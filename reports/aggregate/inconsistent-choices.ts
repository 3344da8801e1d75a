import type { Finding, Report } from '../schema.ts';
import { unique } from './grouping.ts';

/** A policy in one operator version and dtype. */
export interface InconsistentChoice {
  readonly policy: string;
  /** `operator/version/dtype` */
  readonly place: string;
}

/** Returns the places where choices vary between cases. */
export function inconsistentChoices(findings: readonly Finding[]): readonly InconsistentChoice[] {
  return findings
    .filter(({ other }) => other !== undefined)
    .flatMap(({ id, where }) => {
      const policy = id.replace(/^varies-/, '');
      return where.flatMap(({ operator, version, dtypes }) =>
        dtypes.map((dtype) => ({ policy, place: `${operator}/${version}/${dtype}` })),
      );
    });
}

/** Returns the places where all cases make one choice. */
export function consistentChoices({ policies, findings }: Report): readonly InconsistentChoice[] {
  const nameOf = ({ policy, place }: InconsistentChoice) => `${policy} ${place}`;
  const varying = new Set(inconsistentChoices(findings).map(nameOf));
  return policies
    .flatMap(({ policy, operator, dtype, versions }) =>
      unique(Object.values(versions).flat()).map((version) => ({ policy, place: `${operator}/${version}/${dtype}` })),
    )
    .filter((one) => !varying.has(nameOf(one)));
}
