import type { Report } from '../../reports/schema.ts';

/** The lost processes of a backend, in the form of a report. */
export type Incidents = Report['incidents'];

/** A lost process. */
export interface Loss {
  /** one line */
  readonly reason: string;
  /** the case that it was working on, if it has an id */
  readonly id: string | undefined;
  /** whether it ended at a limit of the run, of time or memory, or in order after an answer `failed` or `unsupported`, as the protocol allows */
  readonly isExcused: boolean;
  /** whether one of its cases ends a fresh process too, all by itself */
  isRepeated: boolean;
}

/** The number of reasons that a report lists. */
const maxReasons = 10;

/** Returns the incidents of a process. A loss is unrepeated until one of its cases ends a fresh process as well. */
export function incidentsOf(losses: readonly Loss[]): Incidents {
  const unrepeated = losses.filter((loss) => !loss.isRepeated && !loss.isExcused);
  const where = ({ id, reason }: Loss) => (id === undefined ? reason : `${id}: ${reason}`);
  return {
    count: losses.length,
    first: losses.slice(0, maxReasons).map(({ reason }) => reason),
    ...(unrepeated.length > 0 && {
      unrepeated: { count: unrepeated.length, first: unrepeated.slice(0, maxReasons).map(where) },
    }),
  };
}

/** Returns the incidents of several processes, or parts of a run, together. */
export function sumOfIncidents(all: readonly Incidents[]): Incidents {
  const sum = (lists: readonly Pick<Incidents, 'count' | 'first'>[]) => ({
    count: lists.reduce((total, { count }) => total + count, 0),
    first: lists.flatMap(({ first }) => first).slice(0, maxReasons),
  });
  const unrepeated = all.flatMap((one) => one.unrepeated ?? []);
  return { ...sum(all), ...(unrepeated.length > 0 && { unrepeated: sum(unrepeated) }) };
}
