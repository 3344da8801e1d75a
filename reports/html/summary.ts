import { broken, judged } from '../schema/counts.ts';
import type { Report } from '../schema.ts';
import { unique } from '../tally/grouping.ts';
import { propertiesInWords } from '../words/backend.ts';
import { thousands } from '../words/plural.ts';
import { headlineOf, type VerdictKind, verdict } from '../words/verdict.ts';
import { bar, partsOf } from './bar.ts';
import { html, type Markup } from './markup.ts';

/** What to know if nothing else is read: who was judged, the verdict, and the figures behind it. */
export function summary(report: Report): Markup {
  const { backend } = report;
  const { name, version } = backend;
  const { kind, finding, next } = verdict(report);
  const suite = report.options.vectors === undefined ? `${report.options.suite ?? 'standard'} suite` : 'files';
  const about = [
    ...propertiesInWords(backend),
    suite,
    `seed ${report.options.seed}`,
    report.times.started.slice(0, 10),
  ];
  return html`<p class="about">${about.join(' · ')}</p>
<h1>${name} ${version}</h1>
<p class="verdict ${moodOf[kind]}"><strong>${sentenceCase(headlineOf(report, kind))}</strong></p>
<p class="lead">${capital(finding)} ${next}</p>
${figures(report)}
${shares(report)}`;
}

const moodOf: Readonly<Record<VerdictKind, 'bad' | 'good' | 'open'>> = {
  'suite-error': 'bad',
  unanswered: 'bad',
  'not-conformant': 'bad',
  'unusable-files': 'bad',
  'nothing-judged': 'open',
  incomplete: 'open',
  'not-as-expected': 'bad',
  'known-failures': 'open',
  conformant: 'good',
};

function figures(report: Report): Markup {
  const { totals, matrix, findings } = report;
  const bad = matrix.filter((cell) => broken(cell.counts) > 0).map(({ operator }) => operator);
  const operators = unique(matrix.map(({ operator }) => operator)).length;
  const wrong = broken(totals);
  const all: readonly (readonly [label: string, figure: string, beside: string])[] = [
    ['wrong', thousands(wrong), `of ${thousands(judged(totals))} judged cases`],
    ['findings', thousands(findings.length), 'groups of failures with one cause'],
    ['operators affected', thousands(unique(bad).length), `of ${thousands(operators)}`],
    ['not supported', thousands(totals.unsupported), 'cases, not judged'],
  ];
  return html`<dl class="figures">${all.map(
    ([label, value, beside]) => html`<div><dt>${label}</dt><dd><b>${value}</b> <span>${beside}</span></dd></div>`,
  )}</dl>`;
}

/** All cases as one bar, with what its colours mean. */
function shares({ totals }: Report): Markup | false {
  const all = partsOf(totals);
  if (all.length === 0) return false;
  return html`<figure>${bar(totals)}
<figcaption class="keys">${all.map(({ kind, text }) => html`<span class="key ${kind}">${text}</span>`)}</figcaption></figure>`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const sentenceCase = (text: string): string => text.charAt(0) + text.slice(1).toLowerCase();
