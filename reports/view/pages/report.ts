import { broken, judged, recorded } from '../../schema/counts.ts';
import type { Report } from '../../schema.ts';
import { describeProperties } from '../backend.ts';
import { type Block, code, type Fact, facts, type Page, paragraph, quiet, type Section } from '../block.ts';
import { startOf } from '../launch.ts';
import { operatorsIn } from '../matrix.ts';
import {
  describeCapabilities,
  describeIncidents,
  describeOptions,
  describeTotals,
  networkOf,
  unitOf,
} from '../phrases.ts';
import { thousands } from '../plural.ts';
import { describeProgress, earlyEnd, headlineOf, type VerdictKind, verdict } from '../verdict.ts';
import { accuracy, functions, vacuous } from './accuracy.ts';
import { failedClauses } from './clauses.ts';
import { expectations } from './expectations.ts';
import { type ClauseAddress, findings } from './findings.ts';
import { network } from './network.ts';
import { operators } from './operators.ts';
import { choices, data, emptyCellsOf, invalidModels, problems, unsupported } from './profile.ts';

/** The optional parts of a report. */
export interface ReportExtent {
  /** whether to show times; without them, a report changes only if the results do */
  readonly hasTimes?: boolean;
  /** whether a terminal also shows operator versions × dtypes */
  readonly byDType?: boolean;
  /** prints a page as text to be copied; if absent, the page has no texts to copy */
  readonly printText?: (page: Page) => string;
  /** returns the addresses of clauses, if they are not on the page itself */
  readonly addressOf?: ClauseAddress;
}

/** Returns the page of a report: failures first, and the settings of the run last. */
export function reportPage(report: Report, extent: ReportExtent = {}): Page {
  const { hasTimes = true, byDType = false, printText, addressOf } = extent;
  const { tool, backend } = report;
  return {
    title: `Conformance of ${backend.name} ${backend.version}`,
    lead: [...(hasTimes ? [about(report)] : []), verdictBlock(report), ...totals(report)],
    sections: [
      findings(report, printText, addressOf),
      network(report),
      expectations(report),
      problems(report),
      emptyCellsOf(report),
      operators(report, byDType),
      unsupported(report),
      choices(report),
      accuracy(report),
      functions(report),
      vacuous(report),
      invalidModels(report),
      failedClauses(report),
      data(report),
      run(report, hasTimes),
    ],
    hasContents: true,
    foot: `${tool.name} ${tool.version}`,
  };
}

const about = ({ backend, options, times }: Report): Block => {
  const network = networkOf(options);
  const files = network === undefined ? 'files' : `nodes of ${network}`;
  const suite = options.vectors === undefined ? `${options.suite ?? 'standard'} suite` : files;
  return paragraph(
    quiet([...describeProperties(backend), suite, `seed ${options.seed}`, times.started.slice(0, 10)].join(' · ')),
  );
};

export function verdictBlock(report: Report): Block {
  const { kind, finding, next } = verdict(report);
  return { kind: 'verdict', mood: moods[kind], headline: headlineOf(report, kind), text: `${finding} ${next}`.trim() };
}

const moods: Readonly<Record<VerdictKind, 'bad' | 'good' | 'warning' | 'open'>> = {
  'suite-error': 'bad',
  unanswered: 'bad',
  'not-conformant': 'bad',
  'unusable-files': 'bad',
  'nothing-judged': 'open',
  incomplete: 'warning',
  unstable: 'bad',
  'not-as-expected': 'bad',
  'known-failures': 'good',
  conformant: 'good',
};

/** Returns the figures of the verdict as a picture; the verdict itself has them in words. */
function totals({ totals: counts, matrix, findings: found, options }: Report): Block[] {
  const unit = unitOf(options);
  const wrong = matrix.filter((cell) => broken(cell.counts) > 0);
  const rows = [
    ['wrong', thousands(broken(counts)), `of ${thousands(judged(counts))} judged ${unit}s`],
    ['findings', thousands(found.length), found.length === 1 ? 'one cause of failures' : 'causes of failures'],
    [
      'operators affected',
      thousands(operatorsIn({ matrix: wrong }).length),
      `of ${thousands(operatorsIn({ matrix }).length)}`,
    ],
    ['not supported', thousands(counts.unsupported), `${unit}s, not judged`],
  ] as const;
  return [
    { kind: 'chart', chart: { of: 'figures', rows }, instead: [] },
    ...(recorded(counts) > 0 ? [{ kind: 'chart', chart: { of: 'counts', counts }, instead: [] } as const] : []),
  ];
}

/** Returns the section on the run: the backend, its launch and the options. */
function run(report: Report, hasTimes: boolean): Section {
  const { backend, capabilities, launch, times, tool, complete, incidents } = report;
  const { name, version, ...properties } = backend;
  const workers = (times.workers ?? 1) > 1 ? `, ${times.workers} workers` : '';
  const took = `${times.seconds.toFixed(1)} s; oracle ${times.oracleSeconds.toFixed(1)} s of processor time${workers}`;
  const rows: readonly (Fact | false)[] = [
    ['backend', `${name} ${version}`],
    ...Object.entries(properties),
    capabilities !== undefined && ['declares', describeCapabilities(capabilities)],
    launch !== undefined && ['started with', code(startOf(report))],
    ['options', describeOptions(report.options)],
    ['run', complete ? 'complete' : `${earlyEnd(report)} after ${describeProgress(report)}`],
    ['cases', describeTotals(report)],
    incidents.count > 0 && ['process', describeIncidents(report)],
    hasTimes && ['started', times.started],
    hasTimes && ['took', took],
    ['suite', `${tool.name} ${tool.version}`],
  ];
  return { id: 'run', title: 'This run', blocks: [facts(rows.filter((one) => one !== false))] };
}
