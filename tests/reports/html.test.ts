import { expect, test } from 'vitest';
import { html, Markup } from '../../reports/print/markup.ts';
import { comparison } from '../../reports/view/comparison.ts';
import { decodeModel } from '../../vectors/onnx/model.ts';
import { hostile, hostileReport } from './html-sample.ts';
import { renderComparisonHtml, renderHtml } from './render.ts';

test('what is put into a template is text, unless it is markup', () => {
  expect(html`<b title="${'"\'<&>'}">${['a', 1, false, undefined, html`<i>${'<'}</i>`]}</b>`).toEqual(
    new Markup('<b title="&quot;&#39;&lt;&amp;&gt;">a1<i>&lt;</i></b>'),
  );
});

test('characters that cannot be seen, and turn what follows, are shown as a box', () => {
  expect(html`${'a\u202eb\u0000c\ud800\td\n'}`.text).toBe('a\ufffdb\ufffdc\ufffd\td\n');
});

const report = hostileReport();
const page = renderHtml(report);

test('nothing that a backend says becomes markup', () => {
  expect(page).not.toContain(hostile);
  expect(page).not.toMatch(/<img|<script>document|onerror='|=taken/);
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page.match(/<\/script/g)).toHaveLength(2);
  expect(page).toContain('&lt;/script&gt;');
});

test('nothing that a backend says becomes markup in a comparison', () => {
  const other = { ...report, backend: { name: 'toy-runtime', version: '2.3.1' } };
  const compared = renderComparisonHtml(comparison([report, other]));
  expect(compared).toContain('2 runtimes side by side');
  expect(compared).toMatch(/<th scope="col">toy-<wbr>runtime<\/th>/);
  expect(compared).not.toMatch(/<img|<script>document|onerror='|=taken/);
  expect(compared.match(/<script/g)).toHaveLength(1);
});

test('every link within the page leads somewhere, and no two places have the same name', () => {
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const links = [...page.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(8);
  expect(links.filter((link) => !ids.includes(link))).toEqual([]);
});

/** The names of the models that a page hands out. */
const modelsIn = (text: string) =>
  [...text.matchAll(/download="model.onnx" href="data:application\/octet-stream;base64,([^"]*)"/g)].map(
    ([, base64]) => decodeModel(Buffer.from(base64!, 'base64')).name,
  );

test('the models are those of the smallest cases', () => {
  expect(modelsIn(page)).toEqual(report.findings.map(({ smallest }) => smallest.id));
});

test('a case that the suite does not draw as the run did has no model in the page', () => {
  const [first, second, ...others] = report.findings;
  const otherwise = { ...first!.smallest, summary: 'as another release drew it' };
  const unknown = { ...second!.smallest, id: `${second!.smallest.id}000` };
  const findings = [{ ...first!, smallest: otherwise }, { ...second!, smallest: unknown }, ...others];
  expect(modelsIn(renderHtml({ ...report, findings }))).toEqual(others.map(({ smallest }) => smallest.id));
});
