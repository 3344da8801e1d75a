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
import type { RuntimeErrors } from '../accuracy/stored.ts';
import { type Figures, figuresOf, type KnownBackend } from '../runtimes/known.ts';
import { dateOf, suiteOf } from '../runtimes/page.ts';
import type { EarlierRelease } from './changes.ts';
import { operatorPath, operatorsOf, printPage, runtimePath, type SiteContent, type SitePage } from './layout.ts';
import { operatorPage } from './operator.ts';
import { runtimePage } from './runtime.ts';
import { startPage } from './start.ts';

/** The data of the search, which can also be downloaded. */
export interface SiteIndex {
  /** the version of this format */
  readonly format: 1;
  /** the version of the suite */
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
  /**
   * by operator, version and clause: the results of the runtimes, in order. `3/12`: 3 of 12 cases are wrong; `-`: not supported; empty:
   * not judged
   */
  readonly operators: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  /** points that the text leaves open, each with a description */
  readonly policies: readonly (readonly [policy: string, open: string])[];
  /** the index of the runtime, the id, the title and the number of cases */
  readonly findings: readonly (readonly [runtime: number, id: string, title: string, cases: number])[];
}

/** Parts of the site that other programs make. */
export interface SiteExtras {
  /** errors of runtimes over the range of float types */
  readonly errors?: readonly RuntimeErrors[];
  /** the reference of the library is in `api/` */
  readonly hasApi?: boolean;
  /** the results of the last release */
  readonly earlier?: EarlierRelease | undefined;
}

/**
 * Yields all files of the site.
 * @param version the version of the suite
 */
export function* siteOf(
  known: readonly KnownBackend[],
  version: string,
  { style, script }: { readonly style: string; readonly script: string },
  { errors = [], hasApi = false, earlier }: SiteExtras = {},
): Iterable<SitePage> {
  const foot = `onnx-conformance ${version} · runs of ${unique(known.map(({ report }) => dateOf(report)))
    .sort()
    .join(', ')}`;
  const page = (path: string, content: SiteContent) => printPage(path, content, foot);
  const points = comparePolicies(known.map(({ report }) => policyViews(report)));
  yield page('index.html', startPage(known, points.length, { hasApi, earlier }));
  yield page('policies.html', {
    title: 'Where ONNX is silent',
    summary: html`<h1>Where ONNX is silent</h1><p class="lead">The behaviour of each runtime at points that the text leaves open.
Each of these choices is correct, but a runtime must choose consistently.</p>`,
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
  for (const name of operatorsOf(known)) yield page(operatorPath(name), operatorPage(name, known, errors));
  const index = JSON.stringify(indexOf(known, version, points));
  yield ['index.json', `${index}\n`];
  // a page opened as a file may load a script, but not data
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
