import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import type { ExpectationsTally, KnownFailures } from '../../../reports/aggregate/expectations.ts';
import type { CaseResult, Report, RerunResult } from '../../../reports/schema.ts';
import { sumOfIncidents } from '../../backends/incidents.ts';
import { agendaFor, suiteAgenda } from '../agenda.ts';
import { ReportBuilder } from '../report-builder.ts';
import { differenceBetween } from '../run-state.ts';
import type { Shard } from '../shard.ts';
import { withReruns } from '../suite-run.ts';
import { readStoredReport, readStoredResults } from './run-folder.ts';

/** Shards merged into one run. */
export interface Merged {
  readonly report: Report;
  /** the results of all shards, in the order of an unsharded run */
  readonly results: readonly CaseResult[];
  /** the comparison of the results with the expected failures */
  readonly expectations: ExpectationsTally | undefined;
}

/** A stored shard. */
interface StoredShard {
  readonly dir: string;
  readonly report: Report;
  readonly shard: Shard;
}

/**
 * Merges the shards of a run. The result equals an unsharded run except for times, the order of the reasons for lost
 * processes, and conditions, which may be less precise, since shards ask no further cases.
 * @param expected the expected failures
 * @throws BadInput if the folders are not all shards of one run, each once
 */
export function mergeShards(dirs: readonly string[], expected?: KnownFailures): Merged {
  const parts = dirs.map(readPart);
  const [first] = parts as [StoredShard, ...StoredShard[]];
  checkTogether(parts);
  const { options: sharded, launch, backend, capabilities } = first.report;
  const { shard: _, ...options } = sharded;
  const { requireTier, policies } = options;
  const agenda = agendaFor(suiteAgenda(options, { requireTier, ...(policies && { policies }) }), capabilities);
  const stored = new Map(parts.flatMap(({ dir }) => [...readStoredResults(dir)].map((result) => [result.id, result])));
  const builder = new ReportBuilder(agenda, launch!, options, expected);
  const results = agenda.trials.flatMap(({ id }) => stored.get(id) ?? []).map((result) => builder.add(result));
  const report = builder.report({
    backend,
    ...(capabilities && { capabilities }),
    ...mergeCosts(parts.map((part) => part.report)),
  });
  const looks = parts.flatMap((part) => Object.entries<RerunResult>(part.report.secondLooks ?? {}));
  return { report: withReruns(report, new Map(looks)), results, expectations: builder.expectations };
}

/** True for two names of one folder, links included. */
export function isSameFolder(a: string, b: string): boolean {
  const [one, other] = [a, b].map((dir) => (existsSync(dir) ? realpathSync(dir) : resolve(dir)));
  return one === other;
}

function readPart(dir: string): StoredShard {
  const report = readStoredReport(dir);
  const { shard } = report.options;
  if (shard) return { dir, report, shard };
  throw new BadInput(`${dir} holds a whole run, not a shard of one; merge takes what 'run --shard' has written`);
}

function checkTogether(parts: readonly StoredShard[]): void {
  const [first] = parts as [StoredShard, ...StoredShard[]];
  const { of } = first.shard;
  const seen = new Map<number, StoredShard>();
  for (const part of parts) {
    const { dir, report, shard } = part;
    const numbered = { ...report, options: { ...report.options, shard: { ...shard, number: first.shard.number } } };
    const difference = differenceBetween(first.report, numbered);
    if (difference !== undefined) {
      throw new BadInput(
        `${first.dir} and ${dir} are not shards of one run: ${difference}; run one of them as the other`,
      );
    }
    const same = seen.get(shard.number);
    if (same) {
      const both = isSameFolder(same.dir, dir)
        ? `${dir} is named twice`
        : `${same.dir} and ${dir} both hold shard ${shard.number} of ${of}`;
      throw new BadInput(`${both}; name each shard once`);
    }
    seen.set(shard.number, part);
  }
  const missing = Array.from({ length: of }, (_, i) => i + 1).filter((number) => !seen.has(number));
  if (missing.length === 0) return;
  const which = `shard${missing.length === 1 ? '' : 's'} ${missing.join(', ')} of ${of}`;
  throw new BadInput(
    `${which} ${missing.length === 1 ? 'is' : 'are'} missing; name the folder of each, or run --shard ${missing[0]}/${of}`,
  );
}

/** Returns the incidents and times of all shards. Processor times add up; shards may have run in parallel. */
function mergeCosts(reports: readonly Report[]): Pick<Report, 'incidents' | 'times'> {
  const sum = (of: (report: Report) => number) => reports.reduce((total, report) => total + of(report), 0);
  return {
    incidents: sumOfIncidents(reports.map(({ incidents }) => incidents)),
    times: {
      started: reports.map(({ times }) => times.started).sort()[0]!,
      seconds: Math.max(...reports.map(({ times }) => times.seconds)),
      oracleSeconds: sum(({ times }) => times.oracleSeconds),
      ...(reports.every(({ times }) => times.backendSeconds !== undefined) && {
        backendSeconds: sum(({ times }) => times.backendSeconds ?? 0),
      }),
      workers: sum(({ times }) => times.workers ?? 1),
    },
  };
}
