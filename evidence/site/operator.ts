import { findSubject } from '../../generators/suite/subjects.ts';
import { opsetRange } from '../../oracles/operators.ts';
import type { Clause, Operator, OperatorVersion } from '../../oracles/spec/operator.ts';
import { releaseOf } from '../../oracles/spec/releases.ts';
import { formatSource, spanOf } from '../../oracles/spec/source.ts';
import { opsetRange as formatOpsets } from '../../reports/aggregate/opsets.ts';
import { errorsChart } from '../../reports/print/charts/errors.ts';
import { lanesChart } from '../../reports/print/charts/operators.ts';
import { printBlocks } from '../../reports/print/html.ts';
import { html, type Markup } from '../../reports/print/markup.ts';
import type { Accuracy, Report } from '../../reports/schema.ts';
import { code, commands, paragraph, table } from '../../reports/view/block.ts';
import { boundsLegend, compareBounds } from '../../reports/view/bounds.ts';
import { comparePolicies } from '../../reports/view/compared-policies.ts';
import { compareErrors, describeErrors, errorsLegend } from '../../reports/view/errors.ts';
import { describeExpected, describeGot } from '../../reports/view/finding-summary.ts';
import { policyViews } from '../../reports/view/observed.ts';
import { openPoints } from '../../reports/view/pages/comparison.ts';
import { findingAnchor } from '../../reports/view/pages/findings.ts';
import { accuracyFigure } from '../../reports/view/phrases.ts';
import { plural } from '../../reports/view/plural.ts';
import { titleOf } from '../../reports/view/symptom.ts';
import { truncate } from '../../reports/view/truncate.ts';
import type { RuntimeErrors } from '../accuracy/stored.ts';
import { figuresOf, type KnownBackend } from '../runtimes/known.ts';
import { errorPlots } from './accuracy.ts';
import {
  byOperator,
  clauseAnchor,
  figuresCell,
  figuresKeys,
  figuresOfCells,
  operatorPath,
  runtimePath,
  runtimesHead,
  type SiteContent,
  scrolling,
} from './layout.ts';

/** The page of an operator: the clauses of each version, and the results of each runtime. */
export function operatorPage(
  name: string,
  known: readonly KnownBackend[],
  errors: readonly RuntimeErrors[] = [],
): SiteContent {
  const operator = findSubject(name)!;
  const own = known.map((one) => ownOf(name, one));
  const versions = operator.versions.toReversed();
  const findings = own.flatMap(({ label, report }) => report.findings.map((finding) => ({ label, finding })));
  return {
    title: name,
    summary: html`<h1>${name}</h1>
<p class="lead"><code>${operator.definition}</code></p>
<p class="sub">${plural(versions.length, 'version')}: ${versions.map(({ since }) => `${name}-${since}`).join(', ')}</p>
${caseBox(own)}`,
    sections: [
      { id: 'runtimes', title: 'Runtimes', body: runtimes(operator, own) },
      findings.length > 0 && { id: 'findings', title: 'What is wrong', count: findings.length, body: wrong(findings) },
      {
        id: 'clauses',
        title: 'Clauses',
        count: versions[0]!.clauses.length,
        body: html`<p>Each clause is one sentence of the specification, in our words, with its source.
A clause that is <i>specified</i> rests on a sentence of ONNX, an <i>implied</i> one on what ONNX builds on.</p>
${figuresKeys}
${versions.map((version, i) => clauses(operator, version, own, i === 0))}`,
      },
      choices(own),
      accuracy(own, errorPlots(name, errors)),
    ],
  };
}

/** The part of a runtime's results that concerns an operator. */
function ownOf(name: string, known: KnownBackend): KnownBackend {
  const { report } = known;
  const isOwn = ({ operator }: { readonly operator: string }) => operator === name;
  const part: Report = {
    ...report,
    matrix: byOperator(report).get(name) ?? [],
    findings: report.findings.filter(({ where }) => where.some(isOwn)),
    failedClauses: report.failedClauses.filter(isOwn),
    policies: report.policies.filter(isOwn),
    accuracy: report.accuracy.filter(isOwn),
  };
  return { ...known, report: part };
}

/** A box for a case, which the script fills if the address ends in a case id. */
const caseBox = (known: readonly KnownBackend[]): Markup => html`<div id="case" class="raised" hidden>
<h2 tabindex="-1">Case <code id="case-id"></code></h2>
<p id="case-text"></p>
${scrolling(
  'Its clause in each runtime',
  html`<table class="matrix clauses"><caption class="unseen">Its clause in each runtime</caption>${runtimesHead(known, 'clause')}<tbody></tbody></table>`,
)}
${printBlocks([
  commands([
    'npx onnx-conformance explain CASE',
    'npx onnx-conformance run CASE --seed 1 --backend RUNTIME',
    'npx onnx-conformance export CASE --out case',
  ]),
])}</div>`;

function runtimes({ name, versions }: Operator, known: readonly KnownBackend[]): Markup {
  const rows = versions.toReversed().map((version) => {
    const { first, last } = opsetRange(findSubject(name)!, version);
    const cells = known.map(({ report }) =>
      figuresCell(
        figuresOfCells(report.matrix.filter((cell) => cell.version === version.since)),
        `#version-${version.since}`,
      ),
    );
    return html`<tr><th scope="row"><a href="#version-${version.since}">${name}-${version.since}</a> <span class="sub">opset ${formatOpsets({ first, last })}</span></th>${cells}</tr>
`;
  });
  return html`${lanesChart(
    known.map(({ label, report }) => ({
      label: html`<a href="../${runtimePath(label)}">${label}</a>`,
      cells: report.matrix,
    })),
  )}
${figuresKeys}
${scrolling(
  'Versions in each runtime',
  html`<table class="matrix"><caption class="unseen">Versions in each runtime</caption>${runtimesHead(known, 'version')}<tbody>
${rows}</tbody></table>`,
)}`;
}

/** The address of a case; the smallest case of a finding may belong to another operator. */
const caseAddress = (id: string): string => `../${operatorPath(id.split('/', 1)[0]!)}#${id}`;

function wrong(all: readonly { readonly label: string; readonly finding: Report['findings'][number] }[]): Markup {
  return html`<ul class="found">${all.map(({ label, finding }) => {
    const address = `../${runtimePath(label)}#${findingAnchor(finding)}`;
    return html`<li><p><a href="${address}">${titleOf(finding)}</a> <span class="sub">${label}, ${plural(finding.cases, 'case')}</span></p>
<dl class="facts"><div><dt>smallest case</dt><dd><a href="${caseAddress(finding.smallest.id)}"><code>${finding.smallest.id}</code></a></dd></div><div><dt>got</dt><dd><code>${truncate(describeGot(finding), longest)}</code></dd></div><div><dt>expected</dt><dd><code>${truncate(describeExpected(finding), longest)}</code></dd></div></dl></li>
`;
  })}</ul>`;
}

/** The clauses of a version, with the figures of each runtime. */
function clauses(
  { name }: Operator,
  version: OperatorVersion,
  known: readonly KnownBackend[],
  isOpen: boolean,
): Markup {
  const { since } = version;
  const { first, last } = opsetRange(findSubject(name)!, version);
  const rows = version.clauses.map((clause) => {
    const cells = known.map(({ report, clauses }) => {
      const figures = figuresOf(clauses[`${name}-${since}`]?.[clause.id]);
      const failed = report.failedClauses.find(
        (one) => one.operator === name && one.version === since && one.clause === clause.id,
      );
      const smallest = failed?.smallest.id;
      return figuresCell(figures, smallest === undefined ? undefined : caseAddress(smallest));
    });
    return html`<tr id="${clauseAnchor(name, since, clause.id)}"><th scope="row">${sayClause(clause)}</th>${cells}</tr>
`;
  });
  return html`<details id="version-${since}"${isOpen && html` open`}><summary><b>${name}-${since}</b> <span class="sub">opset ${formatOpsets({ first, last })} · since ONNX ${releaseOf(since)} · ${plural(rows.length, 'clause')}</span></summary><div class="inside">
${scrolling(
  `Clauses of ${name}-${since}`,
  html`<table class="matrix clauses"><caption class="unseen">Clauses of ${name}-${since} in each runtime</caption>${runtimesHead(known, 'clause')}<tbody>
${rows}</tbody></table>`,
)}</div></details>
`;
}

const sayClause = ({ id, text, level, source }: Clause): Markup =>
  html`<code>${id}</code> <span class="sub">${level}</span><span class="says">${text}</span><span class="sub">${formatSource(source)}</span>${(source.before ?? []).map((reading) => html`<span class="sub">ONNX ${spanOf(reading)}: ${reading.wording}</span>`)}`;

function choices(known: readonly KnownBackend[]) {
  const points = comparePolicies(known.map(({ report }) => policyViews(report)));
  const labels = known.map(({ label }) => label);
  return (
    points.length > 0 && {
      id: 'choices',
      title: 'Where ONNX is silent',
      count: points.length,
      body: printBlocks(openPoints(points, labels, true)),
    }
  );
}

function accuracy(known: readonly KnownBackend[], plots: Markup | undefined) {
  const all = known.map(({ report }) => report.accuracy);
  const labels = known.map(({ label }) => code(label));
  const errors = compareErrors(all).map((row) => [row.dtype, ...known.map((_, i) => describeErrors(row, i))]);
  const bounds = compareBounds(all).map(({ dtype, seen }) => [
    dtype,
    ...seen.map((one) => (one ? accuracyFigure(one).join(' ') : '')),
  ]);
  const entries = known.flatMap(({ label, report }) =>
    report.accuracy
      .filter(({ worstErrorOverBound }) => worstErrorOverBound > 0)
      .map((entry): Accuracy => ({ ...entry, operator: label })),
  );
  return (
    (entries.length > 0 || plots !== undefined) && {
      id: 'accuracy',
      title: 'Accuracy',
      body: html`${plots}${
        entries.length > 0 &&
        html`<h3>Errors and bounds in the suite</h3>
<p class="sub">The worst error of each runtime and dtype, as a share of the proven or published bound.</p>
${errorsChart(entries, 'runtime')}
${printBlocks([
  ...(errors.length > 0 ? [paragraph(errorsLegend)] : []),
  ...table('Worst errors', ['', ...labels], errors),
  ...(bounds.length > 0 ? [paragraph(`${boundsLegend}:`)] : []),
  ...table('Errors and bounds', ['', ...labels], bounds),
])}`
      }`,
    }
  );
}

/** The greatest length of a message in a list; the page of the runtime has the full text. */
const longest = 200;
