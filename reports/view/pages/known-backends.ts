import { unique } from '../../aggregate/grouping.ts';
import { judged } from '../../schema/counts.ts';
import {
  type Block,
  code,
  joined,
  type Page,
  paragraph,
  type Section,
  some,
  strong,
  type Text,
  table,
} from '../block.ts';
import { boundsLegend } from '../bounds.ts';
import { comparePolicies } from '../compared-policies.ts';
import { areRounded, errorsLegend } from '../errors.ts';
import { isStale, type KnownBackend, positive, type SuiteState } from '../known-backends.ts';
import { share } from '../share.ts';
import { openPoints } from './comparison.ts';

/**
 * What is known of several backends, side by side.
 * @param today the suite as it is: a section about another is marked as stale
 */
export function knownBackendsPage(known: readonly KnownBackend[], today: SuiteState): Page {
  const section = (title: string, blocks: readonly Block[], remark?: Text): Section => ({
    id: title,
    title,
    blocks: [...(remark === undefined ? [] : [paragraph(remark)]), ...blocks],
  });
  return {
    title: 'Known backends',
    lead: [
      paragraph([
        'Written by ',
        code('npm run evidence -- known-backends'),
        ', which runs the suite against runtimes that are installed, and puts together what ',
        code('reports/known-backends/'),
        " keeps of each. Unsupported cases are not judged: a backend that passes all that it supports shows 100 %. The figures are of these versions on the platform named below; they say which clauses hold on the suite's cases, not how good a runtime is at its work.",
      ]),
    ],
    sections: [
      section('Compliance', compliance(known, today)),
      section('What the text leaves open', choices(known)),
      section(
        'By operator',
        below(known, ({ operators }) => operators, '–'),
        'Share of the judged cases that pass, rounded down; – where no case was judged.',
      ),
      section(
        'Accuracy',
        side(known, ({ accuracy }) => accuracy),
        'Cases that pass, by the worst tier of their elements, and the worst error as a multiple of the proven bound.',
      ),
      section(
        'Functions',
        below(
          known,
          ({ errors }) => errors,
          '',
          (figures) => figures.some(areRounded),
        ),
        errorsLegend,
      ),
      section(
        'Errors and bounds',
        below(known, ({ bounds }) => bounds, ''),
        `Of other operators: ${boundsLegend}.`,
      ),
      section(
        'What fails',
        known.flatMap((one): Block[] => [{ kind: 'heading', text: one.label }, ...failures(one, today)]),
        'One line for each finding, the most serious first, with its smallest case. Decided: whether the specification decides; where it does not, several answers are defensible and the backend gives none of them, or not always the same one. The commands work in a clone, after `npm ci && npm run build` and `npm run runtimes`; those of `python:` in an environment with the packages.',
      ),
      section('How each was run', howRun(known)),
    ],
    foot: '',
  };
}

function compliance(known: readonly KnownBackend[], today: SuiteState): readonly Block[] {
  const head = ['backend', 'version', 'verdict', 'judged', 'pass', 'wrong', 'threw', 'crashed', 'hung', 'unsupported'];
  const rows = known.map((one) => {
    const { label, totals, backend } = one;
    return [
      [code(label), isStale(one, today) ? ' (stale)' : ''],
      backend.version,
      one.verdict,
      `${judged(totals)}`,
      `${totals.pass} (${share(totals)})`,
      ...[totals.fail, totals.error, totals.crash, totals.timeout, totals.unsupported].map(positive),
      one.invalid,
    ];
  });
  const remark = paragraph(
    'Stale: another release of the suite, or one with other cases, judged it; these figures do not compare with those of others.',
  );
  return [
    ...(known.some((one) => isStale(one, today)) ? [remark] : []),
    ...table('Compliance', [...head, 'invalid models rejected'], rows),
  ];
}

/** For each open point of the text what each backend does, as far as its section knows. */
function choices(known: readonly KnownBackend[]): readonly Block[] {
  const seen = known.flatMap(({ label, policies }) => (policies ? [{ label, policies }] : []));
  const silent = known.filter(({ policies }) => !policies).map(({ label }) => code(label));
  return [
    ...(silent.length > 0 ? [paragraph(['Not asked since this table was made: ', joined(silent), '.'])] : []),
    ...openPoints(
      comparePolicies(seen.map(({ policies }) => policies)),
      seen.map(({ label }) => label),
    ),
  ];
}

/** A table of what is known by name of each. */
function side(
  known: readonly KnownBackend[],
  by: (one: KnownBackend) => Readonly<Record<string, string>>,
): readonly Block[] {
  const names = unique(known.flatMap((one) => Object.keys(by(one))));
  const rows = known.map((one) => [code(one.label), ...names.map((name) => by(one)[name] ?? '')]);
  return table('', ['', ...names], rows);
}

/** The same with a row for each name, where there are many, of those that have it at all. */
function below(
  known: readonly KnownBackend[],
  by: (one: KnownBackend) => Readonly<Record<string, string>> | undefined,
  absent: string,
  isShown: (figures: readonly string[]) => boolean = () => true,
): readonly Block[] {
  const own = known.filter(by);
  const names = unique(own.flatMap((one) => Object.keys(by(one)!))).sort();
  const rows = names
    .map((name) => [name, ...own.map((one) => by(one)![name] ?? absent)])
    .filter(([, ...figures]) => isShown(figures));
  return table('', ['', ...own.map(({ label }) => code(label))], rows);
}

function failures(one: KnownBackend, today: SuiteState): readonly Block[] {
  const { label, remark, backend, date, suite, commit, launch, findings } = one;
  const rows = findings.map(({ what, where, clauses, id, summary, answer, decided }, i) => [
    `${i + 1}`,
    what,
    where,
    clauses,
    [code(id), `: ${summary}`],
    answer,
    decided,
  ]);
  const head = ['', 'what', 'where', 'clause', 'smallest case', 'got, and allowed', 'decided'];
  const text = some<Text>([
    `${backend.name} ${backend.version}, run on ${date} with onnx-conformance ${suite.version} (commit ${commit}, ${suite.cases} cases).`,
    remark !== undefined && ` ${remark}`,
    isStale(one, today) && [
      ' ',
      strong('Stale'),
      `: the suite is ${today.version} with ${today.cases} cases now; `,
      code(`npm run evidence -- known-backends ${label}`),
      ' runs it again.',
    ],
    findings.length > 0 && [' One case again: ', code(`npx onnx-conformance run ID ${launch}`)],
  ]);
  return [paragraph(text), ...(findings.length > 0 ? table('', head, rows) : [paragraph('Nothing.')])];
}

function howRun(known: readonly KnownBackend[]): readonly Block[] {
  const rows = known.map(({ label, backend: { name, version, ...info }, options, processesLost, launch }) => [
    code(label),
    [`${name} ${version}`, ...Object.entries(info).map(([key, value]) => `${key} ${value}`)].join(', '),
    options,
    positive(processesLost),
    code(`npx onnx-conformance run ${launch}`),
  ]);
  return table('', ['', 'what was judged', 'options', 'processes lost', 'command'], rows);
}
