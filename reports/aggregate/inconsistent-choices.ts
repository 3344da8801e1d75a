import type { Finding, Report } from '../schema.ts';
import { unique } from './grouping.ts';

/** A policy in one operator version and dtype. */
export interface Varying {
  readonly policy: string;
  /** `operator/version/dtype` */
  readonly place: string;
}

/** Returns the places where choices vary between cases. */
export function varyingIn(findings: readonly Finding[]): readonly Varying[] {
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
export function seenOnce({ policies, findings }: Report): readonly Varying[] {
  const nameOf = ({ policy, place }: Varying) => `${policy} ${place}`;
  const varying = new Set(varyingIn(findings).map(nameOf));
  return policies
    .flatMap(({ policy, operator, dtype, versions }) =>
      unique(Object.values(versions).flat()).map((version) => ({ policy, place: `${operator}/${version}/${dtype}` })),
    )
    .filter((one) => !varying.has(nameOf(one)));
}
