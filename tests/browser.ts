import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { chromiumExecutable } from '../src/backends/browser/executable.ts';

/** Why there is no Chromium; '' if there is one. */
export const missingBrowser = (): string => {
  try {
    chromiumExecutable('');
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

/** A page of a real browser. */
export interface OpenPage {
  readonly page: Page;
  /** addresses that it has asked for */
  readonly asked: string[];
  /** what it has said on its console, and errors that nothing caught */
  readonly complaints: string[];
}

/** Opens a page before the tests of a file, and closes its browser after them. @param begin puts something there */
export function openedPage(begin: (page: Page) => Promise<void>): OpenPage {
  const [asked, complaints]: [string[], string[]] = [[], []];
  let browser: Browser | undefined;
  let page: Page;
  beforeAll(async () => {
    if (missingBrowser() !== '') return;
    browser = await chromium.launch({ executablePath: chromiumExecutable('') });
    page = await browser.newPage({ colorScheme: 'light' });
    page.setDefaultTimeout(5000);
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await begin(page);
  });
  afterAll(() => browser?.close());
  return {
    asked,
    complaints,
    get page() {
      return page;
    },
  };
}

declare const axe: {
  run(options: object): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly impact: string | null;
      readonly nodes: readonly { readonly target: unknown }[];
    }[];
  }>;
};

/** Findings of axe-core that keep somebody from reading a page: the rule, and the first place that breaks it. */
export async function barriersOf(page: Page, options: object = {}): Promise<unknown[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations } = await page.evaluate((all) => axe.run(all), { resultTypes: ['violations'], ...options });
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.map(({ id, nodes }) => [id, nodes[0]!.target]);
}
