import { isOpen } from '../../oracles/level.ts';
import { decodeModel } from '../../vectors/model.ts';
import { encodeTensor } from '../../vectors/tensor-proto.ts';
import { type Exhibit, exhibitOf } from '../exhibit.ts';
import { gravityOf, isKnown } from '../schema/predicates.ts';
import type { Finding, Report } from '../schema.ts';
import { groupBy, unique } from '../tally/grouping.ts';
import { type FindingView, findingViews } from '../words/finding-view.ts';
import { gravityInWords } from '../words/gravity.ts';
import { quoted } from '../words/launch.ts';
import { operatorsInWords } from '../words/phrases.ts';
import { thousands } from '../words/plural.ts';
import { symptomOf } from '../words/symptom.ts';
import { drawGraph } from './graph.ts';
import { html, type Markup } from './markup.ts';
import { codes, command, facts, opened } from './parts.ts';

/** What to look into: a card for each finding, by what they break; the first one is open. */
export function findings(report: Report): Markup {
  const views = findingViews(report);
  const groups = groupBy([...report.findings.entries()], ([, finding]) => gravityOf(finding));
  return html`${[...groups].map(
    ([gravity, own]) => html`<h3>${own.length} ${gravityInWords(gravity, own.length)}</h3>
${own.map(([i, finding]) => card(report, finding, views[i]!, i + 1))}`,
  )}`;
}

/** The anchor of a finding: its id, which stays the same from run to run. */
export const findingAnchor = (id: string): string => `finding-${id}`;

/** The anchor of a clause. */
export const clauseAnchor = (clause: string): string => `clause-${clause}`;

function card(report: Report, finding: Finding, view: FindingView, number: number): Markup {
  const operators = operatorsInWords(unique(finding.where.map(({ operator }) => operator)), report);
  return html`<details class="card" id="${findingAnchor(view.id)}"${opened(number === 1)}>
<summary><span class="number">${number}</span>
<span class="what"><b>${symptomOf(finding)}</b><span class="sub">${operators} · ${view.opsets}</span></span>
${known(finding)}<span class="cases"><b>${thousands(finding.cases)}</b> ${finding.cases === 1 ? 'case' : 'cases'}</span></summary>
<div class="inside">
${clauseText(report, view)}
${view.message !== undefined && html`<p class="message"><span class="label">message</span> <code>${view.message}</code></p>`}
${smallestCase(report, finding, view)}
${facts([
  ['seen in', html`<ul>${view.places.map((place) => html`<li>${place}</li>`)}</ul>`],
  [view.breaks ? 'breaks' : 'seen under', clauseLinks(report, view.clauses)],
  ...(view.common.length > 0 ? [['common to all', view.common.join(', ')] as const] : []),
  ...(view.always.length > 0 ? [['always with', view.always.join(', ')] as const] : []),
  ['cases', `${thousands(finding.cases)} of ${thousands(finding.of)} that could show it`],
  ['finding', codes([view.id])],
])}
</div>
</details>
`;
}

/** Whether somebody expects it. */
function known(finding: Finding): Markup | false {
  if (!finding.known) return false;
  return html`<span class="tag">${isKnown(finding) ? 'known' : `${thousands(finding.known)} known`}</span>`;
}

/** What the answer should have been. */
function clauseText({ findings }: Report, { clause, wanted }: FindingView): Markup | false {
  if (clause) {
    return html`<blockquote><p>${clause.text}</p><p class="source">${clause.source}</p></blockquote>`;
  }
  return wanted !== undefined && findings.length > 0 && html`<blockquote><p>${wanted}</p></blockquote>`;
}

function clauseLinks({ failedClauses }: Report, clauses: readonly string[]): Markup {
  const known = new Set(failedClauses.map(({ clause }) => clause));
  return html`${clauses.map((clause, i) => {
    const code = html`<code>${clause}</code>`;
    return html`${i > 0 && ', '}${known.has(clause) ? html`<a href="#${clauseAnchor(clause)}">${code}</a>` : code}`;
  })}`;
}

/** Rows that have a place of their own. */
const apart = ['where', 'got', 'exact', 'allowed'];

function smallestCase({ options }: Report, finding: Finding, view: FindingView): Markup {
  const exhibit = exhibitOf(finding.smallest, options);
  // where several answers may stand, one of them would pass for the only one
  const outputs = isOpen(finding.level) ? [] : (exhibit?.outputs ?? []);
  const drawing = exhibit && drawGraph(decodeModel(exhibit.model), new Map([...exhibit.inputs, ...outputs]));
  const rows = view.rows.filter(([label]) => !apart.includes(label));
  const exported =
    options.vectors === undefined
      ? command(`npx onnx-conformance export ${quoted(view.smallest)} --seed ${options.seed} --out case`)
      : undefined;
  return html`<div class="smallest">
<h3>Smallest case <code>${view.smallest}</code></h3>
<div class="shown">
${drawing !== undefined && html`<div class="wide drawing" role="region" aria-label="Model of ${view.smallest}" tabindex="0">${drawing}</div>`}
${comparison(finding)}</div>
${facts(rows.map(([label, text]) => [label, html`<code>${text}</code>`]))}
${command(view.replay)}
${exported}
${exhibit && downloads(exhibit)}
</div>`;
}

/** Expected against got, where one element decided. */
function comparison({ smallest: { failure }, other }: Finding): Markup | false {
  if (!failure || other) return false;
  const { output, index, got, exact, allowed } = failure;
  const element = index.length === 0 ? 'the only element' : `element [${index.join(', ')}]`;
  const rows = [
    ['got', got, 'bad'],
    ['exact', exact, 'good'],
    ...(allowed === exact || allowed === `exactly ${exact}` ? [] : [['allowed', allowed, '']]),
  ];
  return html`<div class="against"><p class="sub">output ${output}, ${element}</p>
<dl>${rows.map(([label, text, mood]) => html`<div class="${mood}"><dt>${label}</dt><dd><code>${text}</code></dd></div>`)}</dl></div>`;
}

/** Bytes from which on a file is rather exported than put into a page. */
const maxBytes = 1 << 16;

/** The model and its tensors, as they lie in a folder of ONNX's layout. */
function downloads({ model, inputs, outputs, runs }: Exhibit): Markup {
  const tensors = (role: string, all: Exhibit['inputs']) =>
    [...all].map(([name, tensor], i) => [`${role}_${i}.pb`, encodeTensor(tensor, name)] as const);
  const files = [['model.onnx', model] as const, ...tensors('input', inputs), ...tensors('output', outputs)];
  const small = files.filter(([, bytes]) => bytes.length <= maxBytes);
  return html`<p class="files">${small.map(
    ([name, bytes]) =>
      html`<a download="${name}" href="data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}">${name}</a> `,
  )}<span class="sub">${runs > 1 && `the first of ${runs} runs`}</span></p>`;
}
