import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
// where the packages that the page imports are found
const folder = join(root, 'out/library-page');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

/** A block of code, and what stands below it. */
const blocks = [
  ...readFileSync(join(root, 'docs/library.md'), 'utf8').matchAll(/```js ?(\S*)\n(.*?)```(?:\n\n```text\n(.*?)```)?/gs),
].map(([, name, code, output], i) => ({ file: name!.endsWith('.js') ? name! : `block-${i}.js`, code: code!, output }));

const built = (file: string) => pathToFileURL(join(root, 'dist/src', file)).href;
for (const { file, code } of blocks) {
  const here = code
    .replace("'onnx-conformance/vitest'", `'${built('library/vitest.js')}'`)
    .replace("'onnx-conformance'", `'${built('index.js')}'`)
    // tests of node:test are written as those of vitest are
    .replace("{ after, test } from 'node:test'", "{ afterAll as after, test } from 'vitest'")
    .replaceAll('console.log(', 'globalThis.printed(');
  writeFileSync(join(folder, file), here);
}

const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href);

test('the page has code with output', () => {
  expect(blocks.filter(({ output }) => output !== undefined).length).toBeGreaterThan(5);
});

test.each(blocks.filter(({ output }) => output !== undefined))(
  '$file prints what the page says',
  async ({ file, output }) => {
    const lines: string[] = [];
    Object.assign(globalThis, { printed: (...values: unknown[]) => lines.push(`${format(...values)}\n`) });
    await load(file);
    expect(lines.join('')).toBe(output);
  },
);

describe('blocks that declare tests', async () => {
  for (const { file, code } of blocks) if (/'(?:node:test|onnx-conformance\/vitest)'/.test(code)) await load(file);
});
