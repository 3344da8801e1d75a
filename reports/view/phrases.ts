import { secondModel } from '../../generators/cases/facts.ts';
import { meetsTier, tiers } from '../../oracles/judge/tier.ts';
import { testedDTypes } from '../../oracles/operators.ts';
import { unique, uniqueDTypes } from '../aggregate/grouping.ts';
import { formatOpsets } from '../aggregate/opsets.ts';
import { coreMessage } from '../aggregate/reason.ts';
import {
  type Accuracy,
  type Capabilities,
  type Outcome,
  outcomes,
  type Report,
  type RunOptions,
  type UnsupportedReason,
} from '../schema.ts';
import type { Behaviour, Scope } from './observed.ts';
import { plural } from './plural.ts';
import { truncate } from './truncate.ts';

/** Describes the options of a run: "seed 42, tier native, all operators, every opset, all dtypes". */
export function describeOptions(options: RunOptions): string {
  return [
    `seed ${options.seed}`,
    meetsTier(options.requireTier, 'native') ? `tier ${options.requireTier}` : `${options.requireTier} allowed`,
    ...(options.suite ? [`suite ${options.suite}`] : []),
    ...(options.policies ?? []).map(({ policy, choice }) => `${policy}=${choice}`),
    options.ids.length > 0 ? `ids ${formatIds(options.ids)}` : 'all operators',
    options.opsets.length > 0
      ? `opset${options.opsets.length > 1 ? 's' : ''} ${options.opsets.join(' ')}`
      : 'every opset',
    options.dtypes.length > 0 ? `dtypes ${options.dtypes.join(' ')}` : 'all dtypes',
    ...(options.shard ? [`shard ${options.shard.number} of ${options.shard.of}`] : []),
    ...(options.maxFailures !== undefined ? [`ends after ${plural(options.maxFailures, 'failure')}`] : []),
    ...(options.gateInvalid ? ['invalid models count'] : []),
    ...(options.vectors !== undefined ? [`${options.nodes ? 'nodes of' : 'vectors'} ${options.vectors}`] : []),
  ].join(', ');
}

/** Formats up to five ids in full, and more as "A B C D E and 295 more": a list of failed cases may have hundreds. */
export const formatIds = (ids: readonly string[]): string => someOf(ids, { most: 5, shown: 5, separator: ' ' });

/** Returns the unit of judging: cases of the suite or of files, or the nodes of a model. */
export const unitOf = ({ nodes }: RunOptions): 'case' | 'node' => (nodes ? 'node' : 'case');

/** Returns the file name of the network whose nodes are judged, since a path would fill a line; `undefined` for other runs. */
export const networkOf = ({ nodes, vectors }: RunOptions): string | undefined =>
  nodes && vectors?.split(/[/\\]/).at(-1);

/** Returns the unit of the given files that may not be judged. */
export const unjudgedOf = ({ nodes }: RunOptions): 'vector' | 'node' => (nodes ? 'node' : 'vector');

/** Formats declared opsets: "opsets 7 to 26", "opsets 7 and later". */
export function declaredOpsets([first, last]: NonNullable<Capabilities['opsets']>): string {
  return `opsets ${first} ${last === undefined ? 'and later' : `to ${last}`}`;
}

/** Describes capabilities: "opsets 7 to 26, all dtypes but bfloat16", "dtypes float32 int64". */
export function describeCapabilities({ opsets, dtypes: own }: Capabilities): string {
  const missing = testedDTypes().filter((dtype) => own && !own.includes(dtype));
  const named =
    missing.length < testedDTypes().length / 2 ? `all dtypes but ${missing.join(' ')}` : `dtypes ${own?.join(' ')}`;
  return [
    ...(opsets ? [declaredOpsets(opsets)] : []),
    ...(own ? [missing.length === 0 ? 'all dtypes' : named] : []),
  ].join(', ');
}

/** Describes totals: "9840 planned: 8120 pass, 31 fail, 1684 unsupported"; outcomes that did not occur are left out. */
export function describeTotals(report: Report): string {
  const order: readonly Outcome[] = [...outcomes.filter((outcome) => outcome !== 'unsupported'), 'unsupported'];
  const counts = order.filter((outcome) => report.totals[outcome] > 0).map((o) => `${report.totals[o]} ${o}`);
  const text = counts.join(', ') || (report.planned > 0 ? 'none with a result' : '');
  return `${report.planned} planned${text && `: ${text}`}${describeNotKnown(report)}`;
}

/** Describes incidents with the first reason: "lost 3 times and replaced, first: killed by SIGSEGV". */
export function describeIncidents({ incidents: { count, first } }: Report): string {
  const [reason] = first;
  return `lost ${plural(count, 'time')} and replaced${reason === undefined ? '' : `, first: ${coreMessage(reason)}`}`;
}

/** Describes losses that no case repeats: "its process was lost 3 times, and no case alone repeats it, first: …"; `undefined` if there are none. */
export function describeUnrepeated({ incidents: { unrepeated } }: Pick<Report, 'incidents'>): string | undefined {
  if (!unrepeated) return undefined;
  const { count, first } = unrepeated;
  return `its process was lost ${plural(count, 'time')}, and no case alone repeats it, first: ${truncate(first[0]!, reasonRoom)}`;
}

/** The greatest length of the reason of a loss: it may end with what the process wrote. */
const reasonRoom = 160;

/** The number of kinds of vectors to name; a checkout of ONNX has about two hundred, and report.json lists all. */
const namedKinds = 8;

/** Describes vectors that were found but not judged, and names the most frequent kinds. */
function describeNotKnown({ notKnown, options }: Report): string {
  if (!notKnown || notKnown.count === 0) return '';
  const kinds = Object.entries(notKnown.operators).sort(([, a], [, b]) => b - a);
  const named = kinds.slice(0, namedKinds).map(([kind, count]) => `${count} × ${kind}`);
  const rest = kinds.length > namedKinds ? [`${plural(kinds.length - namedKinds, 'more kind')} in report.json`] : [];
  return `; besides, ${plural(notKnown.count, unjudgedOf(options))} that the oracle does not judge (${[...named, ...rest].join('; ')})`;
}

/**
 * Describes a reason of missing support: "all 1762 cases of bfloat16, opsets 13–26, all 5 operators". For sessions with a
 * second model, the number of possible cases is not known.
 */
export function describeUnsupported(reason: UnsupportedReason, report: Report): string {
  const { cases, of, where, opsets, common } = reason;
  const count = common.some((fact) => fact !== secondModel)
    ? plural(cases, 'case')
    : cases < of
      ? `${cases} of ${plural(of, 'case')}`
      : cases > 1
        ? `all ${cases} cases`
        : '1 case';
  const dtypes = uniqueDTypes(where.flatMap((place) => place.dtypes)).join(' ');
  const operators = formatOperators(unique(where.map((place) => place.operator)), report);
  return [
    `${count} of ${dtypes}`,
    formatOpsets(opsets),
    operators,
    ...common.map((fact) => (fact === secondModel ? `all with ${fact}` : fact)),
  ].join(', ');
}

/** Formats scopes: "ReduceA, ReduceB: int32 int64; ReduceC: int32". */
export function describeScopes(scopes: readonly Scope[], report: Report): string {
  return scopes.map(({ operators, dtypes }) => `${formatOperators(operators, report)}: ${dtypes.join(' ')}`).join('; ');
}

/**
 * Describes a behaviour: "saturate", "depends on the position", "varies within a version: saturate / wrap", "by version:
 * accepted in 1, rejected in 11, 12", "varies, as it may: -0 / 0". Choices already named are not repeated.
 */
export function describeBehaviour({ choices, varies, versions, allNamed }: Behaviour): string {
  const named = allNamed ? '' : `: ${choices.join(' / ')}`;
  switch (varies) {
    case 'not':
      return choices.join();
    case 'by position':
      return 'depends on the position';
    case 'by case':
      return `varies within a version${named}`;
    case 'by version':
      return `by version: ${choices.map((choice, i) => `${choice} in ${versions[i]!.join(', ')}`).join('; ')}`;
    case 'free':
      return `varies, as it may${named}`;
  }
}

/** Formats operators: their number if they are all of the report, otherwise up to four names. */
export function formatOperators(names: readonly string[], report: Report): string {
  const all = unique(report.matrix.map(({ operator }) => operator)).length;
  return names.length === all && all > 2 ? `all ${all} operators` : formatNames(names);
}

/** Formats up to four names in full, and more as "A, B, C and 3 more". */
export const formatNames = (names: readonly string[]): string => someOf(names, { most: 4, shown: 3, separator: ', ' });

/** @param most the number of texts up to which all are shown; of more the first `shown` are */
function someOf(
  texts: readonly string[],
  { most, shown, separator }: { readonly most: number; readonly shown: number; readonly separator: string },
): string {
  if (texts.length <= most) return texts.join(separator);
  return `${texts.slice(0, shown).join(separator)} and ${texts.length - shown} more`;
}

/** Formats numbers of cases by the worst tier of their elements: "603 exact, 50 faithful, 30 native". */
export function describeTiers(counts: readonly Accuracy['tiers'][]): string {
  return tiers
    .map((tier) => [tier, counts.reduce((sum, byTier) => sum + (byTier[tier] ?? 0), 0)] as const)
    .filter(([, count]) => count > 0)
    .map(([tier, count]) => `${count} ${tier}`)
    .join(', ');
}

/** Returns the parts of an accuracy, "native 3.2 (1✗)": worst tier, worst error / bound, failed cases; no empty parts. */
export function accuracyFigure({
  worstTier,
  worstErrorOverBound,
  failed,
}: Pick<Accuracy, 'worstTier' | 'worstErrorOverBound' | 'failed'>): string[] {
  const error = worstErrorOverBound > 0 ? quotient(worstErrorOverBound) : '';
  return [worstTier ?? '', error, failed > 0 ? `(${failed}✗)` : ''].filter((part) => part !== '');
}

/** Formats a number with two significant digits: "0.43", "37", "1e+30". */
export function quotient(x: number): string {
  if (x === 0) return '0';
  if (x < 0.001) return '<0.001';
  return x < 1000 ? `${Number(x.toPrecision(2))}` : x.toExponential(0);
}
