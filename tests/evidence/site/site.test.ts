import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { RuntimeErrors } from '../../../evidence/accuracy/stored.ts';
import { binsOfSign } from '../../../evidence/accuracy/sweep.ts';
import { knownBackend } from '../../../evidence/runtimes/known.ts';
import { operatorPath } from '../../../evidence/site/layout.ts';
import { indexOf, type SiteIndex, siteAssets, siteOf } from '../../../evidence/site/site.ts';
import { barriersOf, missingBrowser, openedPage } from '../../browser.ts';
import { folder } from '../../folder.ts';
import { hostile, hostileReport } from '../../reports/html-sample.ts';

/** The site as people have it: files, in a real browser; of two runtimes that say what is hostile wherever they may. */

const report = hostileReport();
const right = {
  ...report,
  findings: [],
  failedClauses: [],
  matrix: report.matrix.map((cell) => ({
    ...cell,
    byOpset: {},
    counts: { ...cell.counts, fail: 0, error: 0, pass: 4 },
  })),
  cells: report.cells.map((cell) => ({ ...cell, counts: { ...cell.counts, fail: 0, error: 0, pass: 4 } })),
};
const known = [
  knownBackend('@toy/one', report, { commit: 'abc', cases: {} }),
  knownBackend('other:two', right, { commit: 'abc', cases: {} }),
];
const errors: RuntimeErrors = {
  label: '@toy/one',
  version: '1',
  commit: 'abc',
  date: '2026-01-01',
  errors: {
    ReduceL1: {
      float32: {
        bins: Array.from({ length: 2 * binsOfSign }, (_, i) => [0, 0.7, 1e9, null][i % 4]!),
        worst: { input: 2, got: 3, exact: 4, ulps: 1e9 },
        wrong: { input: 5, got: 'NaN', exact: 6 },
      },
      float64: {},
    },
  },
};
const earlier = {
  name: '1.2.2',
  known: [{ ...known[0]!, report: right }, knownBackend('other:two', report, { commit: 'abc', cases: {} })],
};
const files = new Map(siteOf(known, '1.2.3', siteAssets(), { errors: [errors], earlier }));
const [finding] = report.findings;

describe('every link', () => {
  const anchors = new Map(
    [...files].map(([path, text]) => [path, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!))]),
  );
  test.each([...files.keys()].filter((path) => path.endsWith('.html')))(
    'of %s leads to a page and a place in it',
    (path) => {
      const links = [...files.get(path)!.matchAll(/ (?:href|src)="(?!data:)([^"#]*)(?:#([^"]*))?"/g)];
      const isDead = ([, to = '', anchor]: RegExpMatchArray): boolean => {
        const target = to === '' ? path : join(dirname(path), to);
        if (!files.has(target)) return true;
        // a case is shown by the script, on the page of its operator
        if (anchor?.includes('/')) return target !== operatorPath(anchor.split('/', 1)[0]!);
        return anchor !== undefined && !anchors.get(target)?.has(anchor);
      };
      expect(links.length).toBeGreaterThan(3);
      expect(links.filter(isDead).map(([link]) => link)).toEqual([]);
    },
  );
});

test('the index has the figures of every clause, by runtime', () => {
  const index = JSON.parse(files.get('index.json')!) as SiteIndex;
  expect(index).toEqual(
    JSON.parse(
      JSON.stringify(
        indexOf(
          known,
          '1.2.3',
          index.policies.map(([policy, open]) => ({ policy, open })),
        ),
      ),
    ),
  );
  expect(index.policies.map(([policy]) => policy)).toContain('integer-overflow');
  expect(index.runtimes.map(({ name, page }) => [name, files.has(page)])).toEqual([
    ['@toy/one', true],
    ['other:two', true],
  ]);
  expect(index.operators.ReduceL1!['13']!['integer-exact']).toMatch(/^(\d+)\/\1,0\/4$/);
  expect(index.findings.map(([, id]) => id)).toContain(finding!.id);
  expect(files.get('index.js')).toBe(`globalThis.siteIndex = ${files.get('index.json')!.trim()};\n`);
});

test('findings are new or gone since the last release', () => {
  const start = files.get('index.html')!;
  expect(start).toContain('Compared with 1.2.2.');
  const count = report.findings.length;
  expect(start).toContain(`${count} findings new`);
  expect(start).toContain(`${count} findings gone`);
  const first = [...siteOf(known, '1.2.3', siteAssets())].find(([path]) => path === 'index.html')![1];
  expect(first).toContain('This is the first release.');
});

test('errors over the range are a plot and a table', () => {
  const page = files.get('operators/ReduceL1.html')!;
  expect(page).toContain('Largest error in ulp over the range of float32');
  expect(page).toContain('NaN instead of 6 at 5');
  expect(page).toContain('every answer is correctly rounded');
  expect(files.get('operators/Concat.html')).not.toContain('Errors over the whole range');
});

let root = '';
const missing = missingBrowser();
const opened = openedPage(async () => {
  const out = folder();
  for (const [path, text] of files) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
  }
  root = pathToFileURL(`${out}/`).href;
});

const hits = () => opened.page.locator('#hits a');

test.skipIf(missing !== '')(`operators are found, filtered and read in a browser ${missing}`, async () => {
  const { page, asked, complaints } = opened;
  await page.goto(`${root}index.html`);
  // the search: an operator, its clauses by runtime, a finding, a case
  await page.keyboard.press('/');
  await page.keyboard.type('concat axis other');
  await expect.poll(() => hits().count()).toBe(1);
  expect(await hits().first().textContent()).toBe('Concat/13/other:two/axis-given all 4 pass');
  await page.fill('#query', 'reducel1');
  await expect.poll(() => hits().first().textContent()).toBe('ReduceL1 operator');
  await page.fill('#query', finding!.id);
  expect(await hits().first().getAttribute('href')).toBe(`runtimes/toy-one.html#finding-${finding!.id}`);
  await page.fill('#query', 'ReduceL1/13/int64/integer-exact/0');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/ReduceL1.html#ReduceL1/13/int64/integer-exact/0');

  // the page of a case
  expect(await page.locator('#case').innerText()).toMatch(
    /It tests integer-exact of ReduceL1-13: Integers are computed exactly/,
  );
  expect(await page.locator('#case .command code').allTextContents()).toEqual([
    'npx onnx-conformance explain ReduceL1/13/int64/integer-exact/0',
    'npx onnx-conformance run ReduceL1/13/int64/integer-exact/0 --seed 1 --backend RUNTIME',
    'npx onnx-conformance export ReduceL1/13/int64/integer-exact/0 --out case',
  ]);
  await page.goto(`${root}operators/ReduceL1.html#Gone/13/int64/integer-exact/0`);
  expect(await page.locator('#case').innerText()).toContain('no such clause any more');

  // the table: by opset, name, runtime and state, which its address keeps
  await page.goto(`${root}index.html`);
  const rows = () => page.locator('[data-operator]:visible').allInnerTexts();
  expect(await rows()).toHaveLength(3);
  await page.selectOption('#state', 'wrong');
  expect((await rows()).map((text) => text.split(/\s/)[0])).toEqual(['Concat', 'ReduceL1']);
  await page.selectOption('#runtime', '1');
  expect(await rows()).toEqual([]);
  await page.selectOption('#state', '');
  await page.selectOption('#opset', '12');
  expect(await rows()).toEqual([]);
  await page.reload();
  expect(await page.locator('#count').innerText()).toBe('0 operators at opset 12');
  await page.selectOption('#opset', '13');
  expect(await page.locator('#count').innerText()).toMatch(/^3 operators at opset 13: /);
  await page.fill('#name', 'concat');
  expect(await rows()).toHaveLength(1);

  // a permanent address opens its finding; colours stay from page to page
  await page.click('#theme');
  const dark = await page.evaluate('document.documentElement.dataset.theme');
  await page.goto(`${root}runtimes/toy-one.html#finding-${finding!.id}`);
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe(dark);
  expect(await page.locator(`[id="finding-${finding!.id}"]`).getAttribute('open')).not.toBeNull();
  expect(await page.title()).toContain('@toy/one');

  expect(complaints).toEqual([]);
  expect(asked.filter((url) => !url.startsWith(root))).toEqual([]);
  expect(existsSync(new URL(asked[0]!.replace(/[#?].*/, '')))).toBe(true);
});

const pages = [
  'index.html',
  'policies.html',
  'operators/ReduceL1.html',
  'operators/Concat.html#Concat/13/float32/bits/0',
  'runtimes/toy-one.html',
];
test.skipIf(missing !== '').each(pages)(
  '%s can be read aloud, in either set of colours, at any width',
  async (path) => {
    const { page } = opened;
    for (const [colorScheme, width] of [
      ['light', 390],
      ['dark', 1920],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${root}index.html`);
      await page.evaluate('localStorage.clear()');
      await page.goto(root + path);
      await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);
      expect(await barriersOf(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${width}`).toBe(true);
    }
    expect(await page.title()).not.toBe('taken');
    expect(await page.content()).not.toContain(hostile);
  },
);
