import { unique } from '../aggregate/grouping.ts';
import { countNotRejected, recordedInvalid } from '../aggregate/rejections.ts';
import { isUnanswered } from '../aggregate/unanswered.ts';
import { broken, endedByMaxFailures, judged, recorded } from '../schema/counts.ts';
import { expectedInAll, isLessThanExpected } from '../schema/predicates.ts';
import type { CaseResult, CellSummary, DataUse, Report } from '../schema.ts';
import { describeEntriesToReview, describeNewFailures, describeUnmet } from './expectations.ts';
import { casesWith } from './finding.ts';
import { describeHalfPrecision } from './half-precision-note.ts';
import { describeUnrepeated, unitOf, unjudgedOf } from './phrases.ts';
import { inList, percent, plural, thousands } from './plural.ts';
import { describeRejections } from './rejections.ts';
import { describeGravities } from './severity.ts';
import { describeReducedFactors } from './tensor-core-note.ts';
import { describeUnanswered } from './unanswered.ts';

/** The kinds of verdicts, the strongest objection first. */
export type VerdictKind =
  | 'suite-error'
  | 'unanswered'
  | 'not-conformant'
  | 'unstable'
  | 'unusable-files'
  | 'nothing-judged'
  | 'incomplete'
  | 'not-as-expected'
  | 'known-failures'
  | 'conformant';

export interface ReportVerdict {
  readonly kind: VerdictKind;
  /** the facts, with counts */
  readonly finding: string;
  /** the next step; empty if there is none */
  readonly next: string;
}

/** Returns the planned cells without a case: a gap in the suite, which must not look like a pass. */
export function emptyCells({ cells, invalid }: Pick<Report, 'cells' | 'invalid'>): readonly EmptyCell[] {
  return [...cells, ...(invalid?.cells ?? [])].filter((cell) => cell.cases === 0);
}

type EmptyCell = Pick<CellSummary, 'operator' | 'version' | 'dtype' | 'clause'>;

/** Returns the uses of data with missing kinds, which a complete suite must try. */
export function missingData(report: Pick<Report, 'data'>): readonly DataUse[] {
  return report.data.filter(({ missing }) => missing !== undefined && missing.length > 0);
}

/** Judges a report. A gap in the suite comes first; a failure counts even if the run was interrupted. */
export function verdict(report: Report): ReportVerdict {
  const { totals, planned } = report;
  const unit = unitOf(report.options);
  const hole = describeSuiteGap(report);
  if (hole !== undefined) {
    const next = 'This is a fault of the suite, not of the backend: please report it.';
    return { kind: 'suite-error', finding: hole, next };
  }
  if (isUnanswered(report)) {
    const soFar = report.complete ? '' : `; only ${describeProgress(report)} ran`;
    const [operator, ...others] = unique(report.findings.flatMap(({ where }) => where.map((at) => at.operator)));
    const check = '`onnx-conformance backend check` with the same backend';
    const next =
      others.length > 0
        ? `${check} says what to do.`
        : `${check} says whether it works; if so, it should call ${operator} unsupported.`;
    return { kind: 'unanswered', finding: `${describeUnanswered(report)}${soFar}.`, next };
  }
  // invalid models are reported separately and count only with --gate-invalid
  const invalid = report.options.gateInvalid ? report.invalid : undefined;
  const taken = invalid !== undefined && countNotRejected(report) > 0;
  const breaking = report.findings.length > 0;
  const reduced = describeReducedFactors(report);
  const allowed = reduced === undefined ? '' : `; ${reduced}`;
  const { expectations } = report;
  const isNew = expectations ? expectedInAll(expectations.unexpected) > 0 : breaking || taken;
  const noFailure = `no ${expectations && (breaking || taken) ? 'new ' : ''}failure in ${plural(judged(totals), `judged ${unit}`)}`;
  if (isNew) {
    const why = endedByMaxFailures(report) ? `: --max-failures ${report.options.maxFailures} ended the run` : '';
    const soFar = report.complete ? '' : `, and only ${describeProgress(report)} ran${why}`;
    const legal = breaking
      ? `${describeFailures(report)}; ${plural(report.findings.length, 'finding')}${describeGravities(report.findings)}`
      : noFailure;
    const ofInvalid = taken
      ? `${breaking ? '; and' : ', but'} invalid models count: ${describeRejections(invalid)}`
      : '';
    const start = 'Start with finding 1; its replay command runs just that case.';
    return {
      kind: 'not-conformant',
      finding: `${legal}${ofInvalid}${describeExtent(report)}${soFar}${expectations ? `; ${describeNewFailures(expectations)}` : ''}${allowed}.`,
      // the replay of a single case need not point to itself
      next: breaking && planned > 1 ? start : '',
    };
  }
  const unrepeated = describeUnrepeated(report);
  if (unrepeated !== undefined) {
    const soFar = report.complete ? '' : `, and only ${describeProgress(report)} ran`;
    return {
      kind: 'unstable',
      finding: `${noFailure}${soFar}; but ${unrepeated}.`,
      next: report.options.nodes
        ? ''
        : 'Perhaps earlier cases are needed: run the clause or the operator of that case alone.',
    };
  }
  if (report.problems.length > 0) {
    const soFar = report.complete ? '' : `, and only ${describeProgress(report)} ran`;
    const left = plural(report.problems.length, 'node');
    return {
      kind: 'unusable-files',
      ...(report.options.nodes
        ? {
            finding: `${left} could not be judged, as ${report.problems.length === 1 ? 'it is' : 'they are'} not valid for the values that were given; ${noFailure}${describeExtent({ ...report, problems: [] })}${soFar}.`,
            next: 'Give inputs that fit the network, by --inputs DIR, or by --shape NAME=1,3,224,224; else the network is at fault.',
          }
        : {
            finding: `${plural(report.problems.length, 'file')} could not be used; ${noFailure}${soFar}.`,
            next: 'Fix or remove them.',
          }),
    };
  }
  if (planned === 0 && !invalid) {
    return {
      kind: 'nothing-judged',
      finding: report.invalid
        ? 'the selection holds only invalid models, which count neither for nor against.'
        : report.notKnown
          ? `the oracle judges no ${report.options.nodes ? 'node' : 'model'} among ${plural(report.notKnown.count, unjudgedOf(report.options))}.`
          : report.options.shard
            ? 'the selection has fewer cases than shards.'
            : 'the selection holds no case.',
      next: report.invalid
        ? '--gate-invalid makes them count.'
        : report.notKnown || report.options.shard
          ? ''
          : 'Widen the ids, opsets or dtypes.',
    };
  }
  if (!report.complete) {
    const finding = `${noFailure}${describeExtent(report)}, but only ${describeProgress(report)} ran.`;
    const again = report.options.nodes ? 'Run again to the end' : 'Go on with --resume, or run again to the end';
    return { kind: 'incomplete', finding, next: `${again}, for a verdict.` };
  }
  const refusals = invalid ? `invalid models: ${describeRejections(invalid)}` : '';
  if (planned === 0) {
    const kind = invalid!.totals.rejected > 0 ? 'conformant' : 'nothing-judged';
    return { kind, finding: `${refusals}.`, next: '' };
  }
  if (judged(totals) === 0) {
    const why = reasonUnasked(report);
    if (why !== undefined) {
      const finding = `none of ${plural(planned, unit)} was put to the backend: ${why}.`;
      const next = report.options.nodes ? '' : 'Select other opsets or dtypes: --opset 13, say.';
      return { kind: 'nothing-judged', finding, next };
    }
    const finding = `the backend reports all ${plural(planned, unit)} as unsupported.`;
    return {
      kind: 'nothing-judged',
      finding,
      next: 'Check that the backend can load models at all, or select what it supports.',
    };
  }
  if (expectations && isLessThanExpected(expectations)) {
    return { kind: 'not-as-expected', finding: `${noFailure}, but ${describeUnmet(expectations)}.`, next: '' };
  }
  const passed =
    judged(totals) === 1 ? `the only judged ${unit} passes` : `all ${thousands(judged(totals))} judged ${unit}s pass`;
  const unsupported =
    totals.unsupported > 0 ? `; ${thousands(totals.unsupported)} more unsupported and not judged` : '';
  const partly = report.unjudged ? `; ${plural(report.unjudged.cases, unit)} judged only in part` : '';
  const open = report.open ? `; ${plural(report.open.cases, unit)} with bounds so wide that a pass shows little` : '';
  const coarse = describeHalfPrecision(report);
  const { count } = report.incidents;
  const lost = count > 0 ? `; its process was lost ${plural(count, 'time')}` : '';
  if (expectations && (breaking || taken)) {
    const known = breaking ? `${describeFailures(report)}, as ${expectations.file} says` : passed;
    const ofInvalid = taken ? `; invalid models count: ${describeRejections(invalid)}` : '';
    return {
      kind: 'known-failures',
      finding: `${known}${ofInvalid}${describeExtent(report)}${unsupported}${lost}${allowed}.`,
      next: describeEntriesToReview(expectations),
    };
  }
  return {
    kind: 'conformant',
    finding: `${passed}${describeExtent(report)}${unsupported}${partly}${open}${refusals && `; ${refusals}`}${lost}${coarse === undefined ? '' : `; ${coarse}`}${allowed}.`,
    next: [
      ...(coarse === undefined ? [] : ['`run … --require wide` demands a wider accumulator.']),
      ...(expectations ? [describeEntriesToReview(expectations)] : []),
    ].join(' '),
  };
}

/**
 * Describes what was not judged of given files: "; 2 nodes were judged by a sample of their elements, 128 of 1,536; 3 nodes
 * that the oracle does not judge; 29 nodes that are not valid for the values that were given". Empty if all was judged.
 */
function describeExtent({ sampled, options, notKnown, problems }: Report): string {
  const unfit = options.nodes ? problems.length : 0;
  const unjudged = [
    notKnown && notKnown.count > 0 && `; ${plural(notKnown.count, unjudgedOf(options))} that the oracle does not judge`,
    unfit > 0 &&
      `; ${plural(unfit, 'node')} that are not valid for the values that were given (--inputs or --shape gives others)`,
  ]
    .filter(Boolean)
    .join('');
  if (!sampled) return unjudged;
  const { cases, elements, of } = sampled;
  const [was, their] = cases === 1 ? ['was', 'its'] : ['were', 'their'];
  return `; ${plural(cases, unitOf(options))} ${was} judged by a sample of ${their} elements, ${thousands(elements)} of ${thousands(of)}${unjudged}`;
}

/** Returns the number of given files or nodes that the oracle does not judge; of files, those that could be used. */
const countUnjudged = ({ notKnown, problems, options }: Report): number =>
  (notKnown?.count ?? 0) + (options.nodes ? problems.length : 0);

/** The headline of each kind. */
const headlines: Readonly<Record<VerdictKind, string>> = {
  'suite-error': 'SUITE ERROR',
  unanswered: 'NOTHING ANSWERED',
  'not-conformant': 'NOT CONFORMANT',
  unstable: 'UNSTABLE',
  'not-as-expected': 'NOT AS EXPECTED',
  'known-failures': 'CONFORMANT BUT FOR KNOWN FAILURES',
  'unusable-files': 'UNUSABLE FILES',
  'nothing-judged': 'NOTHING JUDGED',
  incomplete: 'INCOMPLETE',
  conformant: 'CONFORMANT',
};

/** Returns the headline of a report's verdict. Anything not judged, for any reason, restricts it. */
export function headlineOf(report: Report, kind: VerdictKind): string {
  const { options, totals, unjudged } = report;
  const { shard } = options;
  const isPart = kind === 'conformant' && (totals.unsupported > 0 || unjudged !== undefined);
  const ofInputs = kind === 'unusable-files' && options.nodes !== undefined;
  const own = isPart ? 'CONFORMANT FOR WHAT IT SUPPORTS' : ofInputs ? 'UNUSABLE INPUTS OR NETWORK' : headlines[kind];
  const isGood = kind === 'conformant' || kind === 'known-failures';
  const left = countUnjudged(report);
  const restrictions = [
    isGood && left > 0 && `${plural(left, unjudgedOf(options))} ${left === 1 ? 'was' : 'were'} not judged`,
    isGood && describeOpenOutputs(report),
  ].filter(Boolean);
  const headline = restrictions.length === 0 ? own : `${own}, BUT ${restrictions.join(' AND ').toUpperCase()}`;
  return shard ? `SHARD ${shard.number} OF ${shard.of}: ${headline}` : headline;
}

/** Describes outputs of a case or report: "4 of 6 outputs admit nearly any value"; `undefined` if none is known to. */
export function describeOpenOutputs({ open }: Pick<CaseResult | Report, 'open'>): string | undefined {
  if (!open) return undefined;
  const { outputs, of } = open;
  const which = of === 1 ? 'the only output' : `${outputs} of ${of} outputs`;
  return `${which} ${outputs === 1 ? 'admits' : 'admit'} nearly any value`;
}

/** Returns the reason why a run is not complete. */
export function earlyEnd(report: Report): string {
  return endedByMaxFailures(report) ? 'ENDED BY --max-failures' : 'INTERRUPTED';
}

/** Describes the progress of an interrupted run: "12 of 96 cases"; invalid models come last. */
export function describeProgress({ totals, planned, invalid, options }: Report): string {
  const done = recorded(totals);
  if (done < planned || !invalid) return `${thousands(done)} of ${plural(planned, unitOf(options))}`;
  return `${thousands(recordedInvalid(invalid.totals))} of ${plural(invalid.planned, 'invalid model')}`;
}

function describeSuiteGap(report: Report): string | undefined {
  const [empty, ...more] = emptyCells(report);
  if (empty) {
    const where = `${empty.operator}/${empty.version}/${empty.dtype}/${empty.clause}`;
    return `the suite has no case for ${where}${more.length > 0 ? ` and ${plural(more.length, 'other cell')}` : ''}.`;
  }
  const [first, ...rest] = missingData(report);
  if (!first) return undefined;
  const others =
    rest.length > 0 ? `, and lacks data for ${plural(rest.length, 'other')} of its operators and dtypes` : '';
  return `the suite has no data of the kind ${first.missing!.join(', ')} for ${first.operator} ${first.dtype}${others}.`;
}

/** Describes failures: "12 of 96 judged cases are wrong (13 %) and 3 are below the required tier wide". */
function describeFailures(report: Report): string {
  const { totals, options } = report;
  const all = plural(judged(totals), `judged ${unitOf(options)}`);
  const [short, otherwise] = [casesWith('tier', report), casesWith('policy', report)];
  const wrong = broken(totals) - short - otherwise;
  const are = (cases: number) => (cases === 1 ? 'is' : 'are');
  return inList([
    wrong > 0
      ? `${thousands(wrong)} of ${all} ${are(wrong)} wrong (${percent(wrong, judged(totals))})`
      : `none of ${all} is wrong`,
    ...(short > 0 ? [`${thousands(short)} ${are(short)} below the required tier ${options.requireTier}`] : []),
    ...(otherwise > 0
      ? [`${thousands(otherwise)} ${otherwise === 1 ? 'chooses' : 'choose'} otherwise than required`]
      : []),
  ]);
}

/** Returns the reason why no case was asked; `undefined` if some case was. */
function reasonUnasked({ unsupported }: Report): string | undefined {
  const prefix = 'not asked: ';
  const isAll = unsupported.length > 0 && unsupported.every(({ message }) => message?.startsWith(prefix));
  return isAll ? unsupported[0]!.message!.slice(prefix.length) : undefined;
}
