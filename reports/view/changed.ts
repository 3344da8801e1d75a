import {
  type ChangedCases,
  type ChangeKind,
  changeNames,
  changes,
  isOfInvalid,
  type UnpairedCases,
} from '../aggregate/changes.ts';
import { unique, uniqueDTypes } from '../aggregate/grouping.ts';
import { broken, judged } from '../schema/counts.ts';
import type { FindingPlace } from '../schema.ts';
import type { SettingDifference } from './comparison.ts';
import type { DifferentRun, RunDifference } from './difference.ts';
import { formatNames } from './phrases.ts';
import { plural, thousands } from './plural.ts';
import { titleOf as titleOfFinding } from './symptom.ts';

/** Returns a headline, "WORSE", with its text, "3 newly failing, 1 in a looser tier". */
export function verdictOfChange(different: RunDifference): { readonly headline: string; readonly text: string } {
  const { worse, changed, went, choices, becameUnstable } = different;
  const [bad, good] = [describeCounts(different, 'worse'), describeCounts(different, 'better')];
  const lost = becameUnstable ? 'its process was lost, and no case alone repeats it' : '';
  const text =
    [bad, lost].filter(Boolean).join('; ') ||
    `${plural(went.cases, 'case')} did not run, as the later run was interrupted`;
  if (worse) return { headline: 'WORSE', text };
  if (good !== '') return { headline: 'BETTER', text: good };
  const points = unique(choices.map(({ policy }) => policy));
  const others = points.length > 0 ? `other choices where the text leaves one: ${formatNames(points)}` : '';
  return changed.length > 0 || others !== ''
    ? { headline: 'NO WORSE', text: others }
    : { headline: 'NO CHANGE', text: 'in any case that both runs have' };
}

/** Formats the numbers of changes of one kind: "8 newly passing, 4 newly supported". */
export function describeCounts({ counts, gateInvalid }: RunDifference, kind: (typeof changes)[ChangeKind]): string {
  const names = changeNames.filter((name) => changes[name] === kind && (gateInvalid || !isOfInvalid(name)));
  const present = names.filter((name) => counts[name] > 0);
  return present.map((name) => `${thousands(counts[name])} ${name}`).join(', ');
}

/** Returns further remarks to show before the changes, with labels. */
export function remarks(different: RunDifference): readonly (readonly [label: string, text: string])[] {
  const { counts, came, went, seconds, gateInvalid, worse } = different;
  const good = worse ? describeCounts(different, 'better') : '';
  const invalid = gateInvalid ? [] : changeNames.filter((name) => isOfInvalid(name) && counts[name] > 0);
  return [
    ...(good === '' ? [] : [['better', good] as const]),
    ...(seconds ? [describeSeconds(seconds)] : []),
    ...invalid.map((name) => ['apart', `${plural(counts[name], 'invalid model')} ${name}`] as const),
    ...(came.cases > 0 ? [['came', describeOnlyThere(came, 'fail')] as const] : []),
    ...(went.cases > 0 ? [['went', describeOnlyThere(went, 'failed')] as const] : []),
  ];
}

function describeSeconds({ before, after }: NonNullable<RunDifference['seconds']>): [label: string, text: string] {
  const text = `its answers took ${before.toFixed(1)} s before, ${after.toFixed(1)} s after`;
  return [after > before ? 'slower' : 'quicker', text];
}

/** Formats an unequal setting: "seed: 1 before, 2 after: the same id is another model". */
export function describeUnequal({ what, values }: SettingDifference): string {
  return `${what}: ${values.join(' before, ')} after${what === 'seed' ? ': the same id is another model' : ''}`;
}

/** Describes a run: "onnxruntime-node 1.30.0: not conformant, 15 of 4013 judged cases wrong, 1197 not supported". */
export function describeDifferentRun({ backend, headline, totals }: DifferentRun): string {
  const wrong = `${thousands(broken(totals))} of ${plural(judged(totals), 'judged case')} wrong`;
  const declined = totals.unsupported > 0 ? `, ${thousands(totals.unsupported)} not supported` : '';
  return `${backend.name} ${backend.version}: ${headline.toLowerCase()}, ${wrong}${declined}`;
}

/** Describes cases of one run only: "12 cases, 3 of them fail: ReduceA, ReduceB: float16". */
function describeOnlyThere({ cases, broken, where }: UnpairedCases, verb: 'fail' | 'failed'): string {
  return `${plural(cases, 'case')}${broken > 0 ? `, ${thousands(broken)} of them ${verb}` : ''}: ${describeWhere(where)}`;
}

/** Returns the title of a group of changed cases. */
export function titleOf({ finding, reason, inBoth, change }: ChangedCases): string {
  if (!finding) return `${change === 'newly supported' ? 'before: ' : ''}${reason || 'no reason given'}`;
  const passing = change === 'newly passing';
  const status = inBoth ? (passing ? 'others still fail' : 'others failed before') : passing ? 'gone' : 'new';
  return `${titleOfFinding(finding)} (${finding.id}, ${status})`;
}

/** Describes the deciding element of the smallest case: "got 3, allowed exactly 9"; empty if the title is sufficient. */
export function describeChange({ change, smallest: { before, after } }: ChangedCases): string {
  const shown = change === 'newly passing' ? before : after;
  const { failure } = shown;
  return failure ? `got ${failure.got}, allowed ${failure.allowed}` : '';
}

/** Describes the places of changed cases, and how many of these were not supported before. */
export function changedPlaces({ change, where, cases, notSupportedBefore }: ChangedCases): string {
  if (change !== 'newly failing' || notSupportedBefore === 0) return describeWhere(where);
  const some = notSupportedBefore < cases ? `${notSupportedBefore} of them ` : '';
  return `${describeWhere(where)}; ${some}not supported before`;
}

/** Formats places: "ReduceA-11, -13: float16", "ReduceA, ReduceB and 5 more: 8 dtypes". */
function describeWhere(where: readonly FindingPlace[]): string {
  const operators = unique(where.map(({ operator }) => operator));
  const versions = where.map(({ version }) => `-${version}`).join(', ');
  const dtypes = uniqueDTypes(where.flatMap((place) => place.dtypes));
  const types = dtypes.length > 4 ? `${dtypes.length} dtypes` : dtypes.join(', ');
  return `${operators.length === 1 ? `${operators[0]}${versions}` : formatNames(operators)}: ${types}`;
}
