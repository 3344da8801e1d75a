import { groupBy, unique } from '../aggregate/grouping.ts';
import { broken, judged, recorded, sumCounts } from '../schema/counts.ts';
import type { BackendInfo, Finding, MatrixCell, OpsetSpan, OutcomeCounts, Report } from '../schema.ts';
import { type ComparedBounds, compareBounds } from './bounds.ts';
import { type ComparedPolicy, comparePolicies } from './compared-policies.ts';
import { type ComparedErrors, compareErrors } from './errors.ts';
import { policyViews } from './observed.ts';
import { headlineOf, verdict } from './verdict.ts';

/** Several runtimes side by side: the data of every printer, which can be written as JSON. */
export interface RunComparison {
  /** in the order given; lists by index of the runtime have the same order */
  readonly runtimes: readonly ComparedRuntime[];
  /** the settings that differ between the runs: compare figures with care */
  readonly unequal: readonly SettingDifference[];
  /** in the order of the reports */
  readonly operators: readonly ComparedOperator[];
  /** points at which runtimes differ come first */
  readonly policies: readonly ComparedPolicy[];
  /** findings of the most runtimes come first */
  readonly findings: readonly ComparedFinding[];
  /** the accuracy of functions, in the order of the reports */
  readonly errors: readonly ComparedErrors[];
  /** the errors of other operators relative to their bounds, in the order of the reports */
  readonly bounds: readonly ComparedBounds[];
}

export interface ComparedRuntime {
  /** a unique name */
  readonly name: string;
  readonly backend: BackendInfo;
  /** "NOT CONFORMANT" */
  readonly headline: string;
  readonly totals: OutcomeCounts;
  /** the number of findings */
  readonly findings: number;
  readonly complete: boolean;
  /** ISO 8601 */
  readonly started: string;
}

/** A setting that differs between runs. */
export interface SettingDifference {
  /** "suite", "seed", "selection" … */
  readonly what: string;
  /** by place of the runtime */
  readonly values: readonly string[];
}

export interface ComparedOperator {
  readonly operator: string;
  /** over all its versions, by index of the runtime; `null` if the run had no case of it */
  readonly counts: readonly (OutcomeCounts | null)[];
  /** groups of consecutive versions in which the standing of no runtime changes */
  readonly bands: readonly VersionBand[];
}

/** Consecutive versions of an operator with the same standing of each runtime. */
export interface VersionBand {
  readonly versions: readonly number[];
  readonly opsets: OpsetSpan;
  /** by place of the runtime */
  readonly counts: readonly (OutcomeCounts | null)[];
}

/** A finding of one or several runtimes. */
export interface ComparedFinding {
  /** the id, which is equal in all of them: `through-float64` */
  readonly id: string;
  /** the finding of the runtime with the most cases */
  readonly most: Finding;
  /** by index of the runtime; `null` if it has no such finding */
  readonly seen: readonly (FindingOccurrence | null)[];
}

export interface FindingOccurrence {
  /** its place in the runtime's own report, from 1 */
  readonly number: number;
  readonly cases: number;
  readonly of: number;
  readonly operators: readonly string[];
}

/** Compares reports of several runtimes, or of versions of one. */
export function comparison(reports: readonly Report[]): RunComparison {
  const names = namesOf(reports);
  return {
    runtimes: reports.map((report, i) => ({
      name: names[i]!,
      backend: report.backend,
      headline: headlineOf(report, verdict(report).kind),
      totals: report.totals,
      findings: report.findings.length,
      complete: report.complete,
      started: report.times.started,
    })),
    unequal: settingDifferences(reports),
    operators: compareOperators(reports),
    policies: comparePolicies(reports.map(policyViews)),
    findings: compareFindings(reports),
    errors: compareErrors(reports.map(({ accuracy }) => accuracy)),
    bounds: compareBounds(reports.map(({ accuracy }) => accuracy)),
  };
}

/** Returns unique names: with version, further properties of the backend, or a number, as far as needed. */
function namesOf(reports: readonly Report[]): string[] {
  const ways = [
    ({ name }: BackendInfo) => name,
    ({ name, version }: BackendInfo) => `${name} ${version}`,
    ({ name, version, ...more }: BackendInfo) => [name, version, ...Object.values(more)].join(' '),
  ];
  const tried = ways.map((way) => reports.map(({ backend }) => way(backend)));
  return reports.map((_, i) => {
    const name = tried.find((names) => names.filter((other) => other === names[i]).length === 1)?.[i];
    return name ?? `${tried.at(-1)![i]} (${i + 1})`;
  });
}

/** Settings of runs in words, by their names. */
const settings: Readonly<Record<string, (report: Report) => string>> = {
  tool: ({ tool }) => `${tool.name} ${tool.version}`,
  suite: ({ options }) =>
    options.vectors === undefined ? (options.suite ?? 'standard') : `files in ${options.vectors}`,
  seed: ({ options }) => `${options.seed}`,
  selection: ({ options: { ids, opsets, dtypes } }) =>
    [...(ids.length > 3 ? [`${ids.length} ids`] : ids), ...opsets.map((opset) => `opset ${opset}`), ...dtypes].join(
      ' ',
    ) || 'all',
  shard: ({ options: { shard } }) => (shard ? `${shard.number} of ${shard.of}` : 'all'),
  'required tier': ({ options }) => options.requireTier,
  'required choices': ({ options: { policies = [] } }) =>
    policies.map(({ policy, choice }) => `${policy}=${choice}`).join(' ') || 'none',
  'number of cases': ({ planned }) => `${planned}`,
  end: (report) => (report.complete ? 'complete' : 'interrupted'),
};

/** Returns the settings that differ between runs. */
export function settingDifferences(reports: readonly Report[]): SettingDifference[] {
  return Object.entries(settings)
    .map(([what, of]) => ({ what, values: reports.map(of) }))
    .filter(({ values }) => unique(values).length > 1);
}

function compareOperators(reports: readonly Report[]): ComparedOperator[] {
  const cells = reports.map(({ matrix }) => groupBy(matrix, ({ operator }) => operator));
  const names = unique(reports.flatMap(({ matrix }) => matrix.map(({ operator }) => operator)));
  return names.map((operator) => {
    const own = cells.map((byOperator) => byOperator.get(operator));
    return {
      operator,
      counts: own.map((versions) => (versions ? sumCounts(versions.map(({ counts }) => counts)) : null)),
      bands: bandsOf(own.map((versions = []) => versions)),
    };
  });
}

function bandsOf(byRuntime: readonly (readonly MatrixCell[])[]): VersionBand[] {
  const versions = [...groupBy(byRuntime.flat(), ({ version }) => version).values()].sort(
    ([a], [b]) => a!.version - b!.version,
  );
  const bands: VersionBand[] = [];
  for (const same of versions) {
    const { version, firstOpset, lastOpset } = same[0]!;
    const counts = byRuntime.map((own) => own.find((cell) => cell.version === version)?.counts ?? null);
    const last = bands.at(-1);
    if (last && standings(last.counts) === standings(counts)) {
      bands[bands.length - 1] = {
        versions: [...last.versions, version],
        opsets: { first: last.opsets.first, last: lastOpset },
        counts: counts.map((one, i) => one && sumCounts([last.counts[i]!, one])),
      };
    } else bands.push({ versions: [version], opsets: { first: firstOpset, last: lastOpset }, counts });
  }
  return bands;
}

const standings = (counts: readonly (OutcomeCounts | null)[]): string =>
  counts.map((one) => (one ? standingOf(one) : '')).join();

/** The standing of a runtime: it `passes` all judged cases, or `breaks` some of them. */
export type Standing = 'passes' | 'breaks' | 'unsupported' | 'not run';

export function standingOf(counts: OutcomeCounts): Standing {
  if (broken(counts) > 0) return 'breaks';
  if (judged(counts) > 0) return 'passes';
  return recorded(counts) > 0 ? 'unsupported' : 'not run';
}

function compareFindings(reports: readonly Report[]): ComparedFinding[] {
  const byId = reports.map(
    ({ findings }) => new Map(findings.map((finding, i) => [finding.id, { finding, number: i + 1 }])),
  );
  const ids = unique(reports.flatMap(({ findings }) => findings.map(({ id }) => id)));
  const all = ids.map((id): ComparedFinding => {
    const own = byId.map((findings) => findings.get(id));
    const most = own.flatMap((one) => one?.finding ?? []).reduce((a, b) => (b.cases > a.cases ? b : a));
    return {
      id,
      most,
      seen: own.map((one) => {
        if (!one) return null;
        const { cases, of, where } = one.finding;
        return { number: one.number, cases, of, operators: unique(where.map(({ operator }) => operator)) };
      }),
    };
  });
  const spread = ({ seen }: ComparedFinding) => seen.filter((one) => one !== null).length;
  return all.sort((a, b) => spread(b) - spread(a));
}
