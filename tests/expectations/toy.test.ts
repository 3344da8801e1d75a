import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { verdict } from '../../reports/view/verdict.ts';
import { cli, folder, reportIn, resultsIn } from '../cli/cli.ts';

/** The story of docs/expectations.md, with the toy runtime of which it tells. */
const cwd = folder();
const toy = fileURLToPath(new URL('./fakes/toy.mjs', import.meta.url));
const file = join(cwd, 'onnx-conformance.expectations.yaml');
const three = ['abs-keeps-infinity', 'neg-loses-zero', 'ceil-refuses-nothing'];

async function run(bugs: readonly string[], ...options: readonly string[]) {
  writeFileSync(join(cwd, 'bugs.txt'), bugs.join(' '));
  const only = ['Abs', 'Ceil', 'Floor', 'Neg', '--suite', 'quick', '--opset', '14', '--dtype', 'float32'];
  const { code, stdout } = await cli(['run', ...only, '-b', toy, ...options], cwd);
  return { code, said: stdout.replace(/\s+/g, ' ') };
}

test('new and worse failures and a smaller run fail; known failures pass, and a fixed one is reported', async () => {
  const written = await run(
    three,
    '--update-expectations',
    '--format',
    'junit=junit.xml',
    '--format',
    'shield=badge.json',
  );
  expect(written).toMatchObject({
    code: 0,
    said: expect.stringContaining('3 entries added; say why in place of each TODO'),
  });
  // all that a run writes is judged by the file that it has written
  expect(written.said).toContain('CONFORMANT BUT FOR KNOWN FAILURES');
  const xml = readFileSync(join(cwd, 'junit.xml'), 'utf8');
  expect(xml).toMatch(/^<testsuites .*failures="0"/m);
  expect(readFileSync(join(cwd, 'badge.json'), 'utf8')).toContain('"yellow"');
  expect(verdict(reportIn(cwd)).kind).toBe('known-failures');
  const broken = resultsIn(cwd).filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
  expect(broken.every(({ known }) => known?.startsWith('TODO: '))).toBe(true);
  expect(broken.length).toBeGreaterThan(2);
  const cells = new Set(broken.map(({ id }) => id.slice(0, id.lastIndexOf('/'))));
  expect(xml.match(/<skipped message="known: /g)).toHaveLength(cells.size);
  const text = readFileSync(file, 'utf8');
  expect(text.match(/- id: \S+/g)).toEqual([
    '- id: Abs/13/float32/special-values',
    '- id: Ceil/13/float32/size-zero',
    '- id: Neg/13/float32/{combinations,session-combinations,special-values}',
  ]);
  writeFileSync(file, text.replaceAll('TODO: ', 'as we know: '));

  const green = await run(three, '--strict');
  expect(green).toMatchObject({ code: 0, said: expect.stringContaining('CONFORMANT BUT FOR KNOWN FAILURES') });

  const fourth = await run(['abs-keeps-lowest', ...three.slice(1), 'floor-truncates']);
  expect(fourth.code).toBe(1);
  expect(fourth.said).toMatch(/NOT CONFORMANT .* new: no entry of onnx-conformance\.expectations\.yaml expects/);
  expect(fourth.said).toContain('fix what is wrong, or note it as known by --update-expectations');
  // its drawn cases may fail as well, which is new
  expect(fourth.said).toMatch(/Abs\/13\/float32\/\S*special-values\S*: got worse: the worst error is \S+ ulp/);

  const mended = await run(three.slice(0, 2));
  expect(mended).toMatchObject({
    code: 0,
    said: expect.stringContaining('Ceil/13/float32/size-zero passes now: remove the entry'),
  });

  const smaller = await run([...three, 'no-floor']);
  expect(smaller.code).toBe(1);
  expect(smaller.said).toMatch(/NOT AS EXPECTED no new failure .* Floor: only 0 cases are judged, not \d+/);
  expect(smaller.said).toContain('select and support what was judged before, or note it by --update-expectations');
});
