import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { barriersOf, missingBrowser, openedPage } from '../browser.ts';
import { folder } from '../folder.ts';
import { hostileReport } from './html-sample.ts';
import { renderHtml } from './render.ts';

/** The page as people have it: a file, in a real browser. */

const missing = missingBrowser();
const opened = openedPage(async (page) => {
  const file = join(folder(), 'report.html');
  writeFileSync(file, renderHtml(hostileReport()));
  await page.goto(pathToFileURL(file).href);
});

test.skipIf(missing !== '')(`a report is read, searched and copied in a browser ${missing}`, async () => {
  const { page, asked, complaints } = opened;
  const title = await page.title();
  const details = (id: string) => page.locator(`[id="${id}"]`);
  const isOpen = (id: string) => details(id).evaluate((element) => element.hasAttribute('open'));

  // a finding is found by the id of a case, and opens
  const hits = page.locator('#hits a');
  await page.keyboard.press('/');
  await page.keyboard.type('concat 13');
  expect(await hits.count()).toBeGreaterThan(1);
  await page.fill('#query', 'Concat/13/float32/bits/2');
  expect(await hits.allTextContents()).toEqual([expect.stringMatching(/^Concat\/13\/float32\/bits .*wrong$/)]);
  const target = (await hits.getAttribute('href'))!.slice(1);
  // the first finding is open from the start, whichever it is
  await page.evaluate(`for (const one of document.querySelectorAll('#findings details')) one.open = false`);
  await page.focus('#query');
  expect(await isOpen(target)).toBe(false);
  await page.keyboard.press('Enter');
  await expect.poll(() => isOpen(target)).toBe(true);
  await expect.poll(() => hits.isVisible()).toBe(false);

  // operators open to their dtypes
  await details('operator-ReduceL1').locator('summary').click();
  expect(await details('operator-ReduceL1').locator('thead').innerText()).toContain('int64');

  // a box of the network is read about, and leads to its row and back
  const box = page.locator('.network a').nth(1);
  await box.focus();
  expect(await page.locator('#box').textContent()).toMatch(/^2 ReduceL1: 7 ulps off, wrong; /);
  await page.keyboard.press('Enter');
  const row = page.locator('tr:target');
  expect(await row.innerText()).toContain('7 ulps off');
  await row.locator('a').first().click();
  expect(await page.locator('.network a:target').getAttribute('href')).toBe(await box.getAttribute('href'));

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const button = page.locator('[data-copy]:visible').first();
  await button.click();
  await page.locator('#said', { hasText: 'Copied' }).waitFor({ state: 'attached' });
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await button.getAttribute('data-copy'));

  // read aloud, in either set of colours
  await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);
  expect(await barriersOf(page)).toEqual([]);
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await background();
  await page.click('#theme');
  expect(await background()).not.toBe(light);
  expect(await barriersOf(page, { runOnly: ['color-contrast'] })).toEqual([]);

  expect(await page.title()).toBe(title);
  expect(complaints).toEqual([]);
  expect(asked).toEqual([page.url().replace(/#.*/, '')]);
});
