import { findSubject } from '../../generators/subjects.ts';
import { strictest } from '../../oracles/level.ts';
import type { Clause } from '../../oracles/operator.ts';
import { sourceInWords, spanOf } from '../../oracles/source.ts';
import type { FailedClause, Report } from '../schema.ts';
import { groupBy } from '../tally/grouping.ts';
import { thousands } from '../words/plural.ts';
import { clauseAnchor, findingAnchor } from './findings.ts';
import { html, type Markup } from './markup.ts';
import { table } from './parts.ts';

/** Every clause that is broken, with what ONNX says, said before, and who breaks it. */
export function clauses(report: Report): Markup {
  const byClause = groupBy(report.failedClauses, ({ clause }) => clause);
  return html`${[...byClause].map(([clause, all]) => part(report, clause, all))}`;
}

function part({ findings }: Report, clause: string, all: readonly FailedClause[]): Markup {
  const failed = all.reduce((sum, one) => sum + one.failed, 0);
  const cases = all.reduce((sum, one) => sum + one.cases, 0);
  // operators word the same clause for themselves
  const texts = groupBy(all, ({ text }) => text);
  return html`<details class="card clause" id="${clauseAnchor(clause)}">
<summary><span class="what"><code>${clause}</code><span class="sub">${thousands(failed)} of ${thousands(cases)} cases wrong, ${all.length} operator ${all.length === 1 ? 'version' : 'versions'}</span></span><span class="tag">${strictest(all.map(({ level }) => level))}</span></summary>
<div class="inside">
${[...texts].map(([text, own]) => html`<blockquote><p>${text}</p>${sources(own)}</blockquote>`)}
${table(
  `Who breaks ${clause}`,
  ['operator version', 'dtypes', 'wrong of judged', 'finding', 'smallest case'],
  all.map((one) => [
    `${one.operator}-${one.version}`,
    one.dtypes.join(', '),
    `${one.failed} of ${one.cases}`,
    one.findings.map((number, i) => {
      const id = findings[number - 1]?.id ?? '';
      return html`${i > 0 && ', '}<a href="#${findingAnchor(id)}">${number}</a>`;
    }),
    html`<code>${one.smallest.id}</code>`,
  ]),
)}
</div></details>
`;
}

/** Where one text stands, each place once, and what stood there before. */
function sources(own: readonly FailedClause[]): Markup {
  const known = own.map((failed) => ({ failed, clause: clauseOf(failed) }));
  const places = groupBy(known, ({ failed, clause }) => (clause ? sourceInWords(clause.source) : failed.source));
  const few = [...places.keys()].slice(0, 3);
  const more = places.size - few.length;
  const histories = groupBy(
    known.flatMap(({ clause }) => (clause ? (clause.source.before ?? []) : [])),
    (reading) => `ONNX ${spanOf(reading)}: ${reading.said}`,
  );
  return html`<p class="source">${few.join('; ')}${more > 0 && `; and ${more} more`}</p>
${histories.size > 0 && html`<ul class="history">${[...histories.keys()].map((line) => html`<li>${line}</li>`)}</ul>`}`;
}

/** The clause as the suite has it, with its history; files have none. */
function clauseOf({ operator, version, clause }: FailedClause): Clause | undefined {
  const known = findSubject(operator)?.versions.find(({ since }) => since === version);
  return known?.clauses.find(({ id }) => id === clause);
}
