import { groupBy, unique } from '../../reports/aggregate/grouping.ts';
import { judged, sumCounts } from '../../reports/schema/counts.ts';
import type { Report } from '../../reports/schema.ts';
import { type Block, code, type Page, paragraph, type Section, type Text, table } from '../../reports/view/block.ts';
import { launchAsTyped } from '../../reports/view/launch.ts';
import { describeOptions } from '../../reports/view/phrases.ts';
import { thousands } from '../../reports/view/plural.ts';
import { share } from '../../reports/view/share.ts';
import { describeProgress, headlineOf, verdict } from '../../reports/view/verdict.ts';
import type { KnownBackend } from './known.ts';

/** The page that compares the stored results of several runtimes. */
export function knownBackendsPage(known: readonly KnownBackend[]): Page {
  const section = (title: string, blocks: readonly Block[], remark: Text): Section => ({
    id: title,
    title,
    blocks: [paragraph(remark), ...blocks],
  });
  return {
    title: 'Known backends',
    lead: [
      paragraph([
        'Written by ',
        code('npm run evidence -- known-backends'),
        ', which runs the suite on runtimes that are installed. ',
        code('npm run site'),
        ' makes a site of the same runs, with every finding, clause and choice. The figures say which clauses hold on the ' +
          'cases of the suite, not how good a runtime is at its work.',
      ]),
    ],
    sections: [
      section(
        'Compliance',
        compliance(known),
        'Cases that are not supported are not judged: a runtime that is right in all that it supports shows 100 %. ' +
          'Compare runtimes only within a suite.',
      ),
      section(
        'By operator',
        byOperator(known),
        'Share of the judged cases that are right, rounded down; – where no case was judged.',
      ),
      section(
        'How each was run',
        howRun(known),
        'The commands work in a clone, after `npm ci` and `npm run runtimes`.',
      ),
    ],
    foot: '',
  };
}

/** "quick" or "standard". */
export const suiteOf = ({ options }: Report): string => options.suite ?? 'standard';

/** The day of a run. */
export const dateOf = ({ times }: Report): string => times.started.slice(0, 10);

/** "not conformant; interrupted after 12 of 30 cases". */
function describeVerdict(report: Report): string {
  const headline = headlineOf(report, verdict(report).kind).toLowerCase();
  return report.complete ? headline : `${headline}; interrupted after ${describeProgress(report)}`;
}

/** "53 of 54": the invalid models that were refused, among those that were refused, were accepted, crashed or timed out. */
function describeRefused({ invalid }: Report): string {
  if (!invalid) return '';
  const { rejected, accepted, crash, timeout } = invalid.totals;
  return `${thousands(rejected)} of ${thousands(rejected + accepted + crash + timeout)}`;
}

/** A number, or '' for 0. */
const positive = (count: number): string => (count > 0 ? thousands(count) : '');

function compliance(known: readonly KnownBackend[]): readonly Block[] {
  const head = ['backend', 'version', 'suite', 'verdict', 'judged', 'right', 'wrong', 'threw', 'crashed', 'hung'];
  const rows = known.map(({ label, report }) => {
    const { totals, backend } = report;
    return [
      code(label),
      backend.version,
      suiteOf(report),
      describeVerdict(report),
      thousands(judged(totals)),
      `${thousands(totals.pass)} (${share(totals)})`,
      ...[totals.fail, totals.error, totals.crash, totals.timeout, totals.unsupported].map(positive),
      describeRefused(report),
      dateOf(report),
    ];
  });
  return table('Compliance', [...head, 'unsupported', 'invalid models refused', 'date'], rows);
}

function byOperator(known: readonly KnownBackend[]): readonly Block[] {
  const shares = known.map(({ report }) => {
    const cells = groupBy(report.matrix, ({ operator }) => operator);
    return new Map([...cells].map(([name, own]) => [name, share(sumCounts(own.map(({ counts }) => counts)))]));
  });
  const names = unique(shares.flatMap((own) => [...own.keys()])).sort();
  const rows = names.map((name) => [name, ...shares.map((own) => own.get(name) ?? '–')]);
  return table('Share of right cases', ['', ...known.map(({ label }) => code(label))], rows);
}

function howRun(known: readonly KnownBackend[]): readonly Block[] {
  const rows = known.map(({ label, commit, report }) => {
    const { backend, launch, tool, incidents } = report;
    const { name, version, ...info } = backend;
    return [
      code(label),
      [`${name} ${version}`, ...Object.entries(info).map(([key, value]) => `${key} ${value}`)].join(', '),
      `${tool.version}, commit ${commit}`,
      describeOptions(report.options),
      positive(incidents.count),
      code(`npx onnx-conformance run ${launch ? launchAsTyped(launch) : ''} --suite ${suiteOf(report)}`),
    ];
  });
  return table('How each was run', ['', 'runtime', 'suite', 'options', 'processes lost', 'command'], rows);
}
