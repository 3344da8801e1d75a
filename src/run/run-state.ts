import { isDeepStrictEqual } from 'node:util';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { infoInOrder } from '../../reports/schema/run.ts';
import type { CaseResult, Report, RunState } from '../../reports/schema.ts';
import type { Backend } from '../backends/backend.ts';

/** The stored part of a run that is resumed: results in the order of the agenda, from its beginning. */
export interface EarlierResults {
  readonly state: RunState;
  readonly results: readonly CaseResult[];
}

/** Returns the description of a backend in the form of a report. */
export function aboutBackend({ info, capabilities }: Backend): Pick<Report, 'backend' | 'capabilities'> {
  return { backend: infoInOrder(info), ...(Object.keys(capabilities).length > 0 && { capabilities }) };
}

/** @throws BadInput if the backend is not the one that ran before */
export function checkBackend(former: RunState, about: Pick<Report, 'backend' | 'capabilities'>): void {
  const difference = differenceBetween({ backend: former.backend, capabilities: former.capabilities }, about);
  if (difference === undefined) return;
  throw new BadInput(`--resume: the backend has changed: ${difference}; leave out --resume to start again`);
}

const parts = ['tool', 'options', 'launch', 'backend', 'capabilities'] as const;

/** The parts that have to be equal in runs, or shards, that are merged. */
export type RunIdentity = { readonly [Part in (typeof parts)[number]]?: RunState[Part] | undefined };

/**
 * Returns the first difference of two runs, by its place in report.json: "options.seed is 1, and here 2".
 * Returns `undefined` if there is no difference.
 */
export function differenceBetween(a: RunIdentity, b: RunIdentity): string | undefined {
  for (const part of parts) {
    const [one, other] = [a[part], b[part]].map((of) => (of ?? {}) as Readonly<Record<string, unknown>>);
    for (const key of Object.keys({ ...one, ...other })) {
      const [x, y] = [one![key], other![key]];
      if (isDeepStrictEqual(x, y)) continue;
      const [said, here] = [x, y].map((value) => JSON.stringify(value) ?? 'not given');
      return `${part}.${key} is ${said}, and here ${here}`;
    }
  }
  return undefined;
}
