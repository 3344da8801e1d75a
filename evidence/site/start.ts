import { newestOpset, operators } from '../../oracles/operators.ts';
import { groupBy } from '../../reports/aggregate/grouping.ts';
import { stretchesOf } from '../../reports/print/charts/operators.ts';
import { html, type Markup } from '../../reports/print/markup.ts';
import { broken, judged } from '../../reports/schema/counts.ts';
import type { MatrixCell } from '../../reports/schema.ts';
import { plural, thousands } from '../../reports/view/plural.ts';
import { share } from '../../reports/view/share.ts';
import { figuresIn, type KnownBackend } from '../runtimes/known.ts';
import { dateOf, suiteOf } from '../runtimes/page.ts';
import { changes, type EarlierRelease } from './changes.ts';
import {
  byOperator,
  figuresCell,
  figuresKeys,
  figuresOfCells,
  operatorPath,
  operatorsOf,
  runtimePath,
  runtimesHead,
  type SiteContent,
  scrolling,
} from './layout.ts';

/** The start page: every runtime, and a table of runtimes × operators. */
export function startPage(
  known: readonly KnownBackend[],
  points: number,
  { hasApi, earlier }: { readonly hasApi: boolean; readonly earlier: EarlierRelease | undefined },
): SiteContent {
  const all = known.map(({ report }) => byOperator(report));
  const names = operatorsOf(known);
  const versions = operators.flatMap((operator) => operator.versions).length;
  return {
    title: 'Which runtime gets which ONNX operator right',
    summary: html`<h1>Which runtime gets which ONNX operator right</h1>
<p class="lead">onnx-conformance runs small models on each runtime, and judges every answer by the text of ONNX:
exactly, or within a proven bound.
These are the results of
${plural(known.length, 'runtime')}, for ${plural(operators.length, 'operator')} in ${thousands(versions)} versions.</p>
<p>Choose an opset below, or type into the search: <kbd>Resize cubic tract</kbd>, a finding, or the id of a case.</p>`,
    sections: [
      { id: 'runtimes', title: 'Runtimes', count: known.length, body: runtimesTable(known) },
      { id: 'operators', title: 'Operators', count: names.length, body: matrix(known, all, names) },
      {
        id: 'silence',
        title: 'Where ONNX is silent',
        count: points,
        body: html`<p>The runs show the choices of these runtimes at ${plural(points, 'point')} that the text leaves open, such as a maximum of NaN.
No choice is a fault: <a href="policies.html">the choices of each runtime</a>.</p>`,
      },
      { id: 'changes', title: 'What changed since the last release', body: changes(known, earlier) },
      {
        id: 'data',
        title: 'Data',
        body: html`<p><a href="index.json" download>index.json</a> has the figures of each clause by runtime, and all findings.
The whole reports are in the folder <code>reports/known-backends/</code> of the project.</p>
${hasApi && html`<p>The package can be imported: <a href="api/index.html">reference of its library</a>.</p>`}`,
      },
    ],
    data: {
      newestOpset,
      operators: Object.fromEntries(
        names.map((name) => [name, all.map((own) => (own.get(name) ?? []).flatMap(stretches))]),
      ),
    },
  };
}

/** For each range of opsets: the numbers of cases that are right, wrong, and not supported. */
const stretches = (cell: MatrixCell): readonly (readonly number[])[] =>
  stretchesOf(cell).map(({ first, last, counts }) => [first, last, ...figuresIn(counts)]);

function runtimesTable(known: readonly KnownBackend[]): Markup {
  const suites = groupBy(known, ({ report }) => suiteOf(report));
  const rows = known.map(
    ({ label, report }) => html`<tr><th scope="row"><a href="${runtimePath(label)}">${label}</a></th>
<td>${report.backend.version}</td><td>${suiteOf(report)}</td><td class="sum">${thousands(judged(report.totals))}</td><td class="sum">${share(report.totals)}</td><td class="sum">${thousands(broken(report.totals))}</td><td class="sum">${thousands(report.totals.unsupported)}</td><td class="sum">${report.findings.length > 0 ? html`<a href="${runtimePath(label)}#findings">${report.findings.length}</a>` : 0}</td><td>${dateOf(report)}</td></tr>
`,
  );
  const head = ['version', 'suite', 'judged', 'right', 'wrong', 'not supported', 'findings', 'run on'];
  return html`${scrolling(
    'Figures of runtimes',
    html`<table class="runtimes"><caption class="unseen">Runtimes and their figures</caption>
<thead><tr><th scope="col">runtime</th>${head.map((name, i) => html`<th scope="col"${i > 1 && i < 7 && html` class="sum"`}>${name}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>`,
  )}
<p class="sub">Cases that are not supported are not judged. ${suites.size > 1 && 'The standard suite has many more cases than the quick one, and finds more: compare figures only within a suite.'} A finding is a group of failures that seem to have one cause.</p>`;
}

/** The table of runtimes × operators over all opsets; the script can show a single opset. */
function matrix(
  known: readonly KnownBackend[],
  all: readonly ReadonlyMap<string, readonly MatrixCell[]>[],
  names: readonly string[],
): Markup {
  const opsets = Array.from({ length: newestOpset }, (_, i) => newestOpset - i);
  const rows = names.map(
    (name) =>
      html`<tr data-operator="${name}"><th scope="row"><a href="${operatorPath(name)}">${name}</a></th>${all.map((own) => figuresCell(figuresOfCells(own.get(name) ?? [])))}</tr>
`,
  );
  return html`<form id="filter" class="needs-script">
<label>Opset <select id="opset"><option value="">all</option>${opsets.map((opset) => html`<option>${opset}</option>`)}</select></label>
<label>Operator <input id="name" type="search" autocomplete="off" spellcheck="false" placeholder="part of its name"></label>
<label>Runtime <select id="runtime"><option value="">any</option>${known.map(({ label }, i) => html`<option value="${i}">${label}</option>`)}</select></label>
<label>Show <select id="state"><option value="">all</option><option value="wrong">wrong</option><option value="right">right</option><option value="unsupported">not supported</option><option value="unjudged">not judged</option></select></label>
</form>
<p id="count" class="sub" role="status"></p>
${figuresKeys}
${scrolling(
  'Operators and runtimes',
  html`<table class="matrix"><caption class="unseen">Right, wrong and unsupported cases of each operator in each runtime</caption>
${runtimesHead(known, 'operator', '')}
<tbody>
${rows}</tbody></table>`,
)}
<p class="sub">At an opset, the figures are of the version in force there, over the range of opsets with equal results.
<code>graph</code> stands for models of several nodes.</p>`;
}
