/**
 * `npm run evidence -- questions [FOLDER]`: answers five questions of users on the site in out/site/ or another folder, in Chromium, as a
 * user does. It prints the clicks, the seconds and the answer of each. It fails if an answer is missing, if the browser reports an error,
 * or if axe finds a barrier, at three widths in both colour schemes.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Locator, type Page } from 'playwright-core';
import { chromiumExecutable } from '../../src/backends/browser/executable.ts';

const [folder = 'out/site'] = process.argv.slice(2);

/** A user at a page. */
class User {
  readonly page: Page;
  clicks = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await target.first().click();
  }

  async choose(select: string, label: string): Promise<void> {
    this.clicks++;
    await this.page.selectOption(select, { label });
  }

  /** Types or pastes into the search, and opens the hit. */
  async search(text: string, hit: string, how: 'type' | 'insertText' = 'type'): Promise<void> {
    await this.page.keyboard.press('/');
    await this.page.keyboard[how](text);
    await this.click(this.page.locator(`#hits a[href$="${hit}"]`));
  }

  /** The head of each column whose cell in a row passes a test. */
  async columnsOf(row: Locator, wanted: string): Promise<readonly string[]> {
    const names = await row.locator('xpath=ancestor::table').locator('thead th').allInnerTexts();
    const looks = await row.locator('th, td').evaluateAll((cells) => cells.map(({ className }) => className));
    return names.filter((_, i) => looks[i] === wanted);
  }
}

interface Question {
  readonly asked: string;
  /** Returns the answer; '' if the site has none. */
  readonly answer: (user: User) => Promise<string>;
}

const questions: readonly Question[] = [
  {
    asked: 'Which runtime has Resize-19 antialias right?',
    async answer(user) {
      await user.search('Resize 19 antialias', 'Resize.html#Resize-19-antialias');
      return (await user.columnsOf(user.page.locator('[id="Resize-19-antialias"]'), 'good')).join(', ');
    },
  },
  {
    asked: 'What does tract do with NaN in Max?',
    async answer(user) {
      await user.search('nan-in-extremum', 'policies.html#policy-nan-in-extremum');
      const table = user.page.locator('[id="policy-nan-in-extremum"] ~ .wide table').first();
      const names = (await table.locator('thead th').allInnerTexts()).map((name) => name.replaceAll('\u200b', ''));
      const rows = table.locator('tbody tr', { hasText: 'Max' });
      return await rows.first().locator('th, td').nth(names.indexOf('tractjs')).innerText();
    },
  },
  {
    asked: 'May I export opset 21 for onnxruntime-web on WebGPU?',
    async answer(user) {
      await user.choose('#opset', '21');
      await user.choose('#runtime', 'onnxruntime-web-chromium:webgpu');
      return await user.page.locator('#count').innerText();
    },
  },
  {
    asked: 'Which clause does Resize/19/float32/cubic/3 test?',
    async answer(user) {
      await user.search('Resize/19/float32/cubic/3', '#Resize/19/float32/cubic/3', 'insertText');
      await user.page.locator('#case').waitFor();
      return await user.page.locator('#case-text').innerText();
    },
  },
  {
    asked: 'What changed since the last release?',
    async answer(user) {
      await user.click(user.page.locator('nav a[href="#changes"]'));
      return await user.page.locator('#changes p').first().innerText();
    },
  },
];

const looked = ['index.html', 'policies.html', 'operators/Resize.html', 'operators/Exp.html', 'runtimes/tractjs.html'];
const complaints: string[] = [];

if (existsSync(join(folder, 'index.html'))) await ask();
else complaints.push(`${folder} has no site; make it with npm run site`);
for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
process.exitCode = complaints.length > 0 ? 1 : 0;

async function ask(): Promise<void> {
  const root = pathToFileURL(`${folder}/`).href;
  const browser = await chromium.launch({ executablePath: chromiumExecutable('') });
  const page = await browser.newPage();
  page.on('console', (message) => complaints.push(`${page.url()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  for (const { asked, answer } of questions) {
    const begun = performance.now();
    await page.goto(`${root}index.html`);
    const loaded = performance.now();
    const user = new User(page);
    const text = await answer(user).catch((error: Error) => {
      complaints.push(`${asked} ${error.message.split('\n', 1)[0]}`);
      return '';
    });
    if (text === '') complaints.push(`no answer: ${asked}`);
    const [loading, all] = [loaded - begun, performance.now() - begun].map((ms) => (ms / 1000).toFixed(1));
    process.stdout.write(`${asked}\n  clicks ${user.clicks}, ${all} s with ${loading} s to load: ${text}\n`);
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280, 1920]) await look(page, root, colorScheme, width);
  }
  await browser.close();
}

declare const axe: {
  run(options: object): Promise<{
    readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly target: unknown }[] }[];
  }>;
};

/** Notes barriers of pages for a user of assistive technology, and pages that are wider than the window. */
async function look(page: Page, root: string, colorScheme: 'light' | 'dark', width: number): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 900 });
  for (const path of looked) {
    await page.goto(root + path);
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
    const { violations } = await page.evaluate(() => axe.run({ resultTypes: ['violations'], preload: false }));
    for (const { id, nodes } of violations)
      complaints.push(`${path}, ${width} px, ${colorScheme}: ${id} ${nodes[0]!.target}`);
    const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    if (isWide) complaints.push(`${path}, ${width} px: wider than the window`);
  }
  process.stdout.write(`${looked.length} pages at ${width} px, ${colorScheme}\n`);
}
