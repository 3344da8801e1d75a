import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { hangingIndent, sanitize } from '../../../reports/print/layout.ts';
import { printBlocks, terminal } from '../../../reports/print/terminal.ts';
import type { Launch } from '../../../reports/schema.ts';
import { facts } from '../../../reports/view/block.ts';
import { launchAsTyped } from '../../../reports/view/launch.ts';
import { plural } from '../../../reports/view/plural.ts';
import { isFixed, removeFinding } from '../../fuzz/corpus/prune.ts';
import { type Replayed, type ReplayStatus, replay, replayStatuses } from '../../fuzz/corpus/replay.ts';
import { keepFinding } from '../../fuzz/corpus/store-finding.ts';
import { readCorpus } from '../../fuzz/corpus/stored-finding.ts';
import type { FuzzFinding } from '../../fuzz/finding.ts';
import { describeAnswer } from '../../fuzz/program-text.ts';
import { type LaunchArguments, parseLaunch } from '../../options/launch.ts';
import { whileLocked } from '../../run/folder/lock.ts';
import type { Launching } from '../../run/suite-run.ts';
import type { Requirements } from '../../run/trial/judge.ts';
import { exitCodes } from '../exit-codes.ts';
import { columnsOf, print } from '../terminal.ts';

/** The options of `fuzz prune`. */
export interface CorpusArguments extends Omit<LaunchArguments, 'backend'> {
  readonly dir: string;
  readonly backend: readonly string[];
}

/**
 * The command `fuzz prune`: prints the result of each finding, and removes those that pass.
 * @returns the exit code
 * @throws BadInput and BackendUnavailable, which the CLI prints
 */
export async function pruneCorpus(args: CorpusArguments): Promise<number> {
  return existsSync(args.dir) ? whileLocked(args.dir, () => prune(args)) : prune(args);
}

async function prune({ dir, backend, ...args }: CorpusArguments): Promise<number> {
  const launchings = backend.map((one) => parseLaunch({ ...args, backend: one }));
  const { replayed, code } = await replayCorpus(dir, launchings, usualRequirements);
  const fixed = replayed.filter(isFixed);
  for (const one of fixed) {
    removeFinding(one);
    print(`dropped ${one.kept.path}\n`);
  }
  print(`${plural(fixed.length, 'finding')} dropped, ${replayed.length - fixed.length} left\n`);
  return code;
}

/** The requirements of findings that do not have their own. */
const usualRequirements: Requirements = { requireTier: 'native', policies: [] };

/**
 * Runs a corpus and prints the result of each finding.
 * @param requirements the requirements for findings without their own
 * @returns the replayed findings and the exit code: 2 if a folder could not be read, otherwise 0
 * @throws BadInput for a folder that is not a corpus, BackendUnavailable
 */
export async function replayCorpus(
  dir: string,
  launchings: readonly Launching[],
  requirements: Requirements,
  signal?: AbortSignal,
): Promise<{ readonly replayed: readonly Replayed[]; readonly code: number }> {
  const { findings, unreadable } = readCorpus(dir);
  for (const line of unreadable) process.stderr.write(`onnx-conformance: ${line}\n`);
  const all = new Map(findings.map((kept): [string, Replayed] => [kept.path, { kept, status: 'elsewhere' }]));
  for (const launching of launchings) {
    for (const one of await replay(findings, launching, requirements, signal)) {
      if (one.status !== 'elsewhere') all.set(one.kept.path, one);
    }
  }
  const replayed = [...all.values()];
  print(`${[...replayed.flatMap((one) => linesOf(dir, one)), summaryOf(dir, replayed)].join('\n')}\n`);
  return { replayed, code: unreadable.length > 0 ? exitCodes.badInput : exitCodes.conformant };
}

/**
 * Stores the findings of a run that are not known.
 * @param launchOf returns the launch of a backend by its name
 * @param requirements the requirements on answers
 * @returns a message about the stored findings
 * @throws BadInput if the folder cannot be written
 */
export function keepFindings(
  dir: string,
  findings: readonly FuzzFinding[],
  launchOf: (name: string) => Launch,
  requirements: Requirements,
): string {
  const news = findings.filter(({ known }) => known === undefined);
  for (const one of news) keepFinding(dir, one, launchOf(one.backend.name), requirements);
  return news.length === 0
    ? ''
    : `${plural(news.length, 'finding')} written to ${dir}, each with README.md, bug-report.md and, where there can be one, a script`;
}

/** The results in words, for one finding and for several. */
const words: Readonly<Record<ReplayStatus, readonly [one: string, several: string]>> = {
  same: ['still fails', 'still fail'],
  otherwise: ['fails otherwise', 'fail otherwise'],
  passes: ['passes now', 'pass now'],
  unsupported: ['not supported', 'are not supported'],
  elsewhere: ['not asked', 'were not asked'],
  interrupted: ['not asked', 'were not asked'],
};

/** Describes the result of a finding, with its wrong and expected answers if it fails. */
function linesOf(dir: string, one: Replayed): string[] {
  const columns = columnsOf(process.stdout);
  const { result, kept, status } = one;
  const fails = result && (status === 'same' || status === 'otherwise');
  const answer = fails && describeAnswer(result, status === 'same' ? kept.about.explanation : undefined);
  return [
    ...hangingIndent(`${words[status][0].padEnd(15)}  `, sanitize(placeAndReason(dir, one)), columns),
    ...(answer ? printBlocks([facts(Object.entries(answer))], terminal({ columns }), '   ') : []),
  ];
}

/** Formats a finding: "onnxruntime-node/softmax-value-float  Softmax: wrong values". */
function placeAndReason(dir: string, { kept, status, result }: Replayed): string {
  const { path, about } = kept;
  const why: Readonly<Record<ReplayStatus, string>> = {
    same: about.title,
    otherwise: `${result?.outcome}: ${result?.message ?? 'wrong values'}`,
    passes: about.reproduced === 'not-reproducible' ? 'it depends on earlier runs, or is flaky: it stays' : about.title,
    unsupported: result?.message ?? '',
    elsewhere: `a finding of ${about.backend.name}, started with ${launchAsTyped(about.launch)}`,
    interrupted: 'interrupted',
  };
  return `${relative(dir, path) || path}  ${why[status]}`;
}

/** Formats a summary: "12 findings kept in out/corpus: 11 still fail, 1 passes now". */
function summaryOf(dir: string, replayed: readonly Replayed[]): string {
  const counted = replayStatuses.flatMap((status) => {
    const count = replayed.filter((one) => one.status === status).length;
    return count === 0 ? [] : [`${count} ${words[status][count === 1 ? 0 : 1]}`];
  });
  return `${plural(replayed.length, 'finding')} kept in ${dir}: ${counted.join(', ')}`;
}
