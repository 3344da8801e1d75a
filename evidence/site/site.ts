import { readFileSync } from 'node:fs';
import { unique } from '../../reports/aggregate/grouping.ts';
import { printBlocks } from '../../reports/print/html.ts';
import { html } from '../../reports/print/markup.ts';
import { pageScript, pageStyle } from '../../reports/print/page.ts';
import { broken } from '../../reports/schema/counts.ts';
import { type ComparedPolicy, comparePolicies } from '../../reports/view/compared-policies.ts';
import { policyViews } from '../../reports/view/observed.ts';
import { openPoints } from '../../reports/view/pages/comparison.ts';
import { titleOf } from '../../reports/view/symptom.ts';
import { type Figures, figuresOf, type KnownBackend } from '../runtimes/known.ts';
import { dateOf, suiteOf } from '../runtimes/page.ts';
import { operatorPath, operatorsOf, printPage, runtimePath, type SiteContent, type SitePage } from './layout.ts';
import { operatorPage } from './operator.ts';
import { runtimePage } from './runtime.ts';
import { startPage } from './start.ts';

/** What the search finds, and what can be downloaded. */
export interface SiteIndex {
  /** of this form */
  readonly format: 1;
  /** of the suite */
  readonly version: string;
  readonly runtimes: readonly {
    readonly name: string;
    readonly page: string;
    readonly version: string;
    readonly suite: string;
    readonly date: string;
    readonly commit: string;
    readonly right: number;
    readonly wrong: number;
    readonly unsupported: number;
  }[];
  /** by operator, version and clause what each runtime makes of it, in their order: `3/12` cases are wrong; `-`: not supported; empty: not judged */
  readonly operators: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  /** points that the text leaves open, with what is open */
  readonly policies: readonly (readonly [policy: string, open: string])[];
  /** the place of the runtime, the id, the title, and how many cases */
  readonly findings: readonly (readonly [runtime: number, id: string, title: string, cases: number])[];
}

/** All files of the site. @param version of the suite @param style and script: what is added to those of a report */
export function* siteOf(
  known: readonly KnownBackend[],
  version: string,
  { style, script }: { readonly style: string; readonly script: string },
): Iterable<SitePage> {
  const foot = `onnx-conformance ${version} · runs of ${unique(known.map(({ report }) => dateOf(report)))
    .sort()
    .join(', ')}`;
  const page = (path: string, content: SiteContent) => printPage(path, content, foot);
  const points = comparePolicies(known.map(({ report }) => policyViews(report)));
  yield page('index.html', startPage(known, points.length));
  yield page('policies.html', {
    title: 'Where ONNX is silent',
    summary: html`<h1>Where ONNX is silent</h1><p class="lead">What each runtime does at points that the text leaves open. An answer that makes any of these choices is right, but a runtime has to choose consistently.</p>`,
    sections: [
      {
        id: 'points',
        title: 'Points',
        count: points.length,
        body: printBlocks(
          openPoints(
            points,
            known.map(({ label }) => label),
          ),
        ),
      },
    ],
  });
  for (const one of known) yield page(runtimePath(one.label), runtimePage(one));
  for (const name of operatorsOf(known)) yield page(operatorPath(name), operatorPage(name, known));
  const index = JSON.stringify(indexOf(known, version, points));
  yield ['index.json', `${index}\n`];
  // a page that was opened as a file may load a script, and no data
  yield ['index.js', `globalThis.siteIndex = ${index};\n`];
  yield ['site.css', pageStyle() + style];
  yield ['site.js', `${script}\n{\n${pageScript()}\n}\n`];
}

export function indexOf(
  known: readonly KnownBackend[],
  version: string,
  points: readonly Pick<ComparedPolicy, 'policy' | 'open'>[],
): SiteIndex {
  const operators: Record<string, Record<string, Record<string, string>>> = {};
  const versions = unique(known.flatMap(({ clauses }) => Object.keys(clauses)));
  for (const name of versions) {
    const [operator, since] = name.split('-') as [string, string];
    const ids = unique(known.flatMap(({ clauses }) => Object.keys(clauses[name] ?? {})));
    operators[operator] ??= {};
    operators[operator][since] = Object.fromEntries(
      ids.map((id) => [id, known.map(({ clauses }) => shortFigures(figuresOf(clauses[name]?.[id]))).join()]),
    );
  }
  return {
    format: 1,
    version,
    runtimes: known.map(({ label, commit, report }) => ({
      name: label,
      page: runtimePath(label),
      version: report.backend.version,
      suite: suiteOf(report),
      date: dateOf(report),
      commit,
      right: report.totals.pass,
      wrong: broken(report.totals),
      unsupported: report.totals.unsupported,
    })),
    operators,
    policies: points.map(({ policy, open }) => [policy, open] as const),
    findings: known.flatMap(({ report }, i) =>
      report.findings.map((finding) => [i, finding.id, titleOf(finding), finding.cases] as const),
    ),
  };
}

function shortFigures([right, wrong, unsupported]: Figures): string {
  if (right + wrong > 0) return `${wrong}/${right + wrong}`;
  return unsupported > 0 ? '-' : '';
}

/** The stylesheet and the script of the site, from the folder of its sources. */
export const siteAssets = () => ({
  style: readFileSync('evidence/site/site.css', 'utf8'),
  script: readFileSync('evidence/site/site.js', 'utf8'),
});
