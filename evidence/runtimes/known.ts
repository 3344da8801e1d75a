import { groupBy } from '../../reports/aggregate/grouping.ts';
import { broken, sumCounts } from '../../reports/schema/counts.ts';
import { checkReport } from '../../reports/schema/json.ts';
import { type Accuracy, type CaseResult, type OutcomeCounts, outcomes, type Report } from '../../reports/schema.ts';
import { fieldsByLine } from '../by-line.ts';

/** The stored result of a runtime: enough for the site, the page of known backends and the next run. */
export interface KnownBackend {
  /** the value of `--backend` */
  readonly label: string;
  /** the commit of the suite's repository */
  readonly commit: string;
  /** a hash of the cases of each operator: an operator whose hash has changed runs again */
  readonly cases: Readonly<Record<string, string>>;
  /** by operator version (`Resize-19`) and clause: the numbers of cases that are right, wrong and not supported */
  readonly clauses: Readonly<Record<string, Readonly<Record<string, ClauseFigures>>>>;
  /** the report without its cells, its data, and the details of cases that only findings need */
  readonly report: Report;
}

/** "12 3 4": the numbers of cases that are right, wrong and not supported. */
export type ClauseFigures = `${number} ${number} ${number}`;

export function knownBackend(label: string, report: Report, ran: Pick<KnownBackend, 'commit' | 'cases'>): KnownBackend {
  return { label, ...ran, clauses: clausesOf(report), report: withoutDetails(report) };
}

/** The numbers of cases that are right, wrong and not supported. */
export type Figures = readonly [right: number, wrong: number, unsupported: number];

export const figuresIn = (counts: OutcomeCounts): Figures => [counts.pass, broken(counts), counts.unsupported];

export const figuresOf = (figures: ClauseFigures | undefined): Figures =>
  (figures?.split(' ').map(Number) ?? [0, 0, 0]) as [number, number, number];

function clausesOf({ cells }: Report): KnownBackend['clauses'] {
  const byVersion = groupBy(cells, ({ operator, version }) => `${operator}-${version}`);
  return Object.fromEntries(
    [...byVersion].map(([name, own]) => [
      name,
      Object.fromEntries(
        [...groupBy(own, ({ clause }) => clause)].map(([clause, all]) => [
          clause,
          figuresIn(sumCounts(all.map(({ counts }) => counts))).join(' ') as ClauseFigures,
        ]),
      ),
    ]),
  );
}

function withoutDetails(report: Report): Report {
  const { findings, failedClauses, accuracy, invalid } = report;
  return {
    ...report,
    cells: [],
    data: [],
    findings: findings.map((finding) => ({
      ...finding,
      smallest: short(finding.smallest),
      ...(finding.other && { other: short(finding.other) }),
    })),
    failedClauses: failedClauses.map((failed) => ({ ...failed, smallest: shortest(failed.smallest) })),
    accuracy: accuracy.map(withoutZeros),
    ...(invalid && { invalid: { ...invalid, rules: [], cells: [] } }),
  };
}

const short = ({ classes: _, signs: __, refutes: ___, observations: ____, ...rest }: CaseResult): CaseResult => rest;

/** A case that a finding describes in more detail. */
const shortest = ({ inputs: _, message: __, ...rest }: CaseResult): CaseResult => short(rest);

/** Leaves out kinds of data with exact answers only: the tier says the same. */
function withoutZeros({ errors = {}, ...rest }: Accuracy): Accuracy {
  const some = Object.entries(errors).filter(([, one]) => one.ulps > 0 || one.absoluteError || one.failed);
  return { ...rest, errors: Object.fromEntries(some) };
}

/** Formats a result with one line per entry, without zero counts, and with paths relative to the folder of packages. */
export function writeKnown({ report, ...known }: KnownBackend): string {
  const line = (value: unknown) => JSON.stringify(value, shortened);
  return `{\n${fieldsByLine(known, line)},\n"report": {\n${fieldsByLine(report, line)}\n}}\n`;
}

/** The path to the packages on the machine of the run. */
const folderOfPackages = /(?:file:\/\/)?\/(?:[\w.+-]+\/)*(?=(?:site-packages|dist-packages|node_modules)\/)/g;

function shortened(_: string, value: unknown): unknown {
  if (typeof value === 'string') return value.replace(folderOfPackages, '');
  if (typeof value !== 'object' || value === null || !outcomes.every((outcome) => outcome in value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, count]) => count !== 0));
}

/** Reads a stored result. @throws BadInput if its report has another schema version */
export function parseKnown(text: string, name: string): KnownBackend {
  const known: KnownBackend = JSON.parse(text);
  return { ...known, report: checkReport(known.report, name) };
}
