import { findOperator } from '../../oracles/operators.ts';
import { broken, judged } from '../schema/counts.ts';
import type { OutcomeCounts } from '../schema.ts';
import { groupBy } from '../tally/grouping.ts';
import { opsetRange } from '../tally/opsets.ts';
import { boundsLegend, type ComparedBounds } from '../words/bounds.ts';
import { behavioursOf, figureInWords, figureLegend, placesInWords, shared } from '../words/compared.ts';
import type { ComparedBehaviour, ComparedPolicy } from '../words/compared-policies.ts';
import {
  type ComparedFinding,
  type ComparedOperator,
  type ComparedRuntime,
  type Comparison,
  type Standing,
  standingOf,
} from '../words/comparison.ts';
import { type ComparedErrors, errorInWords, errorsInWords, errorsLegend } from '../words/errors.ts';
import { accuracyFigure, behaviourInWords } from '../words/phrases.ts';
import { plural, thousands } from '../words/plural.ts';
import { share } from '../words/share.ts';
import { symptomOf } from '../words/symptom.ts';
import { bar } from './bar.ts';
import { html, type Markup, type Part } from './markup.ts';
import { renderPage, type Section } from './page.ts';
import { details, opened, table } from './parts.ts';

/** Several runtimes side by side as one HTML file that loads nothing. */
export function renderComparisonHtml(compared: Comparison): string {
  const { runtimes, policies, findings, errors, bounds, operators } = compared;
  const sections: readonly (Section | false)[] = [
    policies.length > 0 && {
      id: 'policies',
      title: 'What the text leaves open',
      count: policies.length,
      body: openPoints(policies, runtimes),
    },
    findings.length > 0 && {
      id: 'findings',
      title: 'Findings',
      count: findings.length,
      body: findingsOf(findings, runtimes),
    },
    errors.length > 0 && {
      id: 'accuracy',
      title: 'Accuracy of functions',
      count: errors.length,
      body: accuracyOf(errors, runtimes),
    },
    bounds.length > 0 && {
      id: 'bounds',
      title: 'Errors and bounds',
      count: bounds.length,
      body: boundsOf(bounds, runtimes),
    },
    operators.length > 0 && {
      id: 'operators',
      title: 'Operators',
      count: operators.length,
      body: operatorsOf(operators, runtimes),
    },
  ];
  return renderPage({
    title: `${plural(runtimes.length, 'runtime')} side by side`,
    summary: summary(compared),
    sections: sections.filter((one) => one !== false),
    foot: 'onnx-conformance compare',
  });
}

function summary({ runtimes, unequal }: Comparison): Markup {
  const rows = runtimes.map(({ name, backend, headline, totals, findings }): Part[] => [
    html`<b>${name.includes(backend.version) ? name : `${name} ${backend.version}`}</b>`,
    html`<span class="${broken(totals) > 0 ? 'bad' : ''}">${headline.charAt(0)}${headline.slice(1).toLowerCase()}</span>`,
    html`<span class="meter">${bar(totals)}</span>`,
    share(totals),
    `${thousands(broken(totals))} of ${thousands(judged(totals))}`,
    thousands(totals.unsupported),
    thousands(findings),
  ]);
  const care = unequal.map(({ what, values }) => [what, ...values]);
  return html`<h1>${plural(runtimes.length, 'runtime')} side by side</h1>
<div class="runtimes">${table('Runtimes', ['runtime', 'verdict', 'all cases', 'passes', 'wrong', 'not supported', 'findings'], rows)}</div>
${
  care.length > 0 &&
  html`<p class="care">These settings were not equal in all runs; compare with care.</p>
${table('Settings that differ', ['', ...names(runtimes)], care)}`
}`;
}

const names = (runtimes: readonly ComparedRuntime[]): string[] => runtimes.map(({ name }) => name);

/** For each open point what each runtime does; equal cells of a row have equal colours. */
function openPoints(policies: readonly ComparedPolicy[], runtimes: readonly ComparedRuntime[]): Markup {
  const differing = policies.filter(({ differs }) => differs);
  const alike = policies.filter(({ differs }) => !differs);
  return html`<p>The runtimes differ at ${differing.length} of ${plural(policies.length, 'point')}. In a row, runtimes that do the same have the same colour; a cell is empty where the runtime was not seen to choose.</p>
${differing.map((policy) => point(policy, runtimes))}
${
  alike.length > 0 &&
  details(
    `${plural(alike.length, 'point')} at which all do the same`,
    alike.map((policy) => point(policy, runtimes)),
  )
}`;
}

function point(policy: ComparedPolicy, runtimes: readonly ComparedRuntime[]): Markup {
  return html`<div class="point" id="policy-${policy.policy}"><h3><code>${policy.policy}</code></h3>
<p class="sub">${policy.open !== '' && `${capital(policy.open)}: ${policy.silence}.`}</p>
${compareTable(
  `What runtimes do: ${policy.policy}`,
  'where',
  runtimes,
  policy.rows.map((row) => [placesInWords(policy, row), ...seen(row)]),
)}</div>
`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What most do is plain; every other behaviour has a colour. */
function seen(row: ComparedBehaviour): Cell[] {
  const behaviours = behavioursOf(row).map(({ text }) => text);
  return row.seen.map((behaviour) => {
    if (!behaviour) return undefined;
    const text = behaviourInWords(behaviour);
    return { text, look: `way${Math.min(behaviours.indexOf(text), 4)}` };
  });
}

function findingsOf(findings: readonly ComparedFinding[], runtimes: readonly ComparedRuntime[]): Markup {
  const several = shared(findings);
  const single = findings.filter((finding) => !several.includes(finding));
  const rows = (some: readonly ComparedFinding[]) =>
    some.map(
      ({ id, most, seen }): Row => [
        html`${symptomOf(most)}<span class="sub"><code>${id}</code></span>`,
        ...seen.map((one) => (one ? { text: thousands(one.cases), look: 'breaks' } : undefined)),
      ],
    );
  return html`<p>${plural(several.length, 'finding')} of several runtimes, with the number of cases in each.</p>
${several.length > 0 && compareTable('Findings of several runtimes', 'finding', runtimes, rows(several))}
${single.length > 0 && details(`${plural(single.length, 'finding')} of one runtime only`, compareTable('Findings of one runtime', 'finding', runtimes, rows(single)))}`;
}

/** A table of functions for each dtype, and all kinds of data apart. */
function accuracyOf(errors: readonly ComparedErrors[], runtimes: readonly ComparedRuntime[]): Markup {
  const figure = (text: string): Cell => (text === '' ? undefined : { text, look: 'figure' });
  const byDType = groupBy(errors, ({ dtype }) => dtype);
  const most = Math.max(...[...byDType.values()].map(({ length }) => length));
  return html`<p class="sub">${errorsLegend}</p>
${[...byDType].map(([dtype, own]) => {
  const byKind = own.flatMap(({ operator, kinds }) =>
    kinds.map(
      ({ kind, errors: all }): Row => [
        `${operator}, ${kind}`,
        ...all.map((one) => figure(one ? errorInWords(one) : '')),
      ],
    ),
  );
  return html`<details class="family"${opened(own.length === most)}><summary><b>${dtype}</b> <span class="sub">${plural(own.length, 'function')}</span></summary>
<div class="inside">
${compareTable(
  `Accuracy in ${dtype}`,
  'function',
  runtimes,
  own.map((row): Row => [row.operator, ...runtimes.map((_, place) => figure(errorsInWords(row, place)))]),
)}
${details('By kind of data', compareTable(`Accuracy in ${dtype} by kind of data`, 'function, data', runtimes, byKind))}
</div></details>
`;
})}`;
}

/** How near to their bounds operators come, a table for each dtype. */
function boundsOf(bounds: readonly ComparedBounds[], runtimes: readonly ComparedRuntime[]): Markup {
  return html`<p class="sub">Of operators that take elements together: ${boundsLegend}.</p>
${[...groupBy(bounds, ({ dtype }) => dtype)].map(([dtype, own]) => {
  const rows = own.map(({ operator, seen }): Row => {
    return [operator, ...seen.map((one) => one && { text: accuracyFigure(one).join(' '), look: 'figure' })];
  });
  return html`<details class="family"${opened(dtype === 'float32')}><summary><b>${dtype}</b> <span class="sub">${plural(own.length, 'operator')}</span></summary>
<div class="inside">
${compareTable(`Errors and bounds in ${dtype}`, 'operator', runtimes, rows)}
</div></details>
`;
})}`;
}

/** How much of each operator conforms, by family; those at which all stand alike are folded away. */
function operatorsOf(operators: readonly ComparedOperator[], runtimes: readonly ComparedRuntime[]): Markup {
  const families = groupBy(operators, ({ operator }) => findOperator(operator)?.family ?? operator);
  return html`<p class="sub">${figureLegend}. A figure is the share of judged cases that pass.</p>
${[...families].map(([family, own]) => {
  const wrong = own.filter(({ counts }) => counts.some((one) => one && broken(one) > 0));
  const bands = own.flatMap(({ operator, bands }) =>
    bands.map(({ opsets, counts }): Row => [`${operator} ${opsetRange(opsets)}`, ...counts.map(standing)]),
  );
  return html`<details class="family"${opened(wrong.length > 0)}><summary><b>${family}</b> <span class="sub">${plural(own.length, 'operator')}, ${wrong.length === 0 ? 'nothing wrong' : `${wrong.length} wrong in some runtime`}</span></summary>
<div class="inside">
${compareTable(
  `Operators of ${family}`,
  'operator',
  runtimes,
  own.map(({ operator, counts }) => [operator, ...counts.map(standing)]),
)}
${details('By opset', compareTable(`Operators of ${family} by opset`, 'operator, opsets', runtimes, bands))}
</div></details>
`;
})}`;
}

function standing(counts: OutcomeCounts | null): Cell {
  return counts ? { text: figureInWords(counts), look: looks[standingOf(counts)] } : undefined;
}

const looks: Readonly<Record<Standing, string>> = {
  passes: 'passes',
  breaks: 'breaks',
  unsupported: 'open',
  'not run': 'open',
};

/** What stands for a runtime in a row, and how it looks. */
type Cell = { readonly text: string; readonly look: string } | undefined | null;
type Row = readonly [head: Part, ...cells: Cell[]];

/** A table with a column for each runtime. */
function compareTable(
  caption: string,
  what: string,
  runtimes: readonly ComparedRuntime[],
  rows: readonly Row[],
): Markup {
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table class="compared">
<caption class="unseen">${caption}</caption>
<colgroup><col class="what"><col class="runtime" span="${runtimes.length}"></colgroup>
<thead><tr><th scope="col">${what}</th>${names(runtimes).map((name) => html`<th scope="col">${breakable(name)}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ([
    head,
    ...cells
  ]) => html`<tr><th scope="row">${head}</th>${cells.map((cell) => (cell ? html`<td class="${cell.look}">${cell.text}</td>` : html`<td></td>`))}</tr>
`,
)}</tbody>
</table></div>`;
}

/** A name that may go on in the next line where it has a mark, rather than anywhere. */
function breakable(name: string): Markup {
  return html`${name.split(/(?<=[/.-])/).map((part, i) => html`${i > 0 && html`<wbr>`}${part}`)}`;
}
