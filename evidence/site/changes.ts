import { html, type Markup } from '../../reports/print/markup.ts';
import type { Report } from '../../reports/schema.ts';
import { findingAnchor } from '../../reports/view/pages/findings.ts';
import { plural } from '../../reports/view/plural.ts';
import { share } from '../../reports/view/share.ts';
import { titleOf } from '../../reports/view/symptom.ts';
import type { KnownBackend } from '../runtimes/known.ts';
import { suiteOf } from '../runtimes/page.ts';
import { runtimePath } from './layout.ts';

/** The results of the last release. */
export interface EarlierRelease {
  /** its tag */
  readonly name: string;
  readonly known: readonly KnownBackend[];
}

/** Returns what changed in the results of each runtime since the last release. */
export function changes(known: readonly KnownBackend[], earlier: EarlierRelease | undefined): Markup {
  if (!earlier) return html`<p>This is the first release.</p>`;
  return html`<p>Compared with ${earlier.name}. A finding that disappeared was fixed in the runtime or corrected in the suite.</p>
<ul class="found">${known.map((one) => {
    const before = earlier.known.find(({ label }) => label === one.label);
    return html`<li><p><a href="${runtimePath(one.label)}">${one.label}</a> <span class="sub">${describeRuns(one, before)}</span></p>${
      before && differences(one, before)
    }</li>
`;
  })}</ul>`;
}

/** "1.29.0, quick: 97.1 % right → 1.30.0, quick: 97.6 % right". */
function describeRuns({ report }: KnownBackend, before: KnownBackend | undefined): string {
  const describe = (one: Report) => `${one.backend.version}, ${suiteOf(one)}: ${share(one.totals)} right`;
  return before ? `${describe(before.report)} → ${describe(report)}` : `new: ${describe(report)}`;
}

function differences({ label, report }: KnownBackend, before: KnownBackend): Markup {
  // another suite has other cases, and so other findings
  if (suiteOf(report) !== suiteOf(before.report))
    return html`<p class="sub">The suites differ, so the findings cannot be compared.</p>`;
  const missingIn = (other: Report) => {
    const ids = new Set(other.findings.map(({ id }) => id));
    return ({ id }: Report['findings'][number]) => !ids.has(id);
  };
  const added = report.findings.filter(missingIn(before.report));
  const gone = before.report.findings.filter(missingIn(report));
  if (added.length + gone.length === 0) return html`<p class="sub">The same findings.</p>`;
  const list = (name: string, items: readonly Markup[]) =>
    items.length > 0 &&
    html`<details><summary>${plural(items.length, 'finding')} ${name}</summary><ul>${items}</ul></details>`;
  return html`${list(
    'new',
    added.map(
      (finding) => html`<li><a href="${runtimePath(label)}#${findingAnchor(finding)}">${titleOf(finding)}</a></li>`,
    ),
  )}${list(
    'gone',
    gone.map((finding) => html`<li>${titleOf(finding)}</li>`),
  )}`;
}
