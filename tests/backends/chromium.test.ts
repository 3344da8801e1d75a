import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tensor } from '../../oracles/numerics/tensor.ts';
import type { Backend } from '../../src/backends/backend.ts';
import { chromiumExecutable } from '../../src/backends/browser/executable.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { missingBrowser } from '../browser.ts';
import { askFor, runtimes, tensorIn } from './runtime.ts';

const command = { ...backendCommand('onnxruntime-web-chromium:wasm'), cwd: runtimes };

/** What keeps the tests from a page in a browser; '' if nothing does. */
function whatIsMissing(): string {
  const absent = ['onnxruntime-web', 'playwright-core'].filter(
    (name) => !existsSync(join(runtimes, 'node_modules', name)),
  );
  if (absent.length > 0) return `${absent.join(', ')}: npm run runtimes`;
  return missingBrowser();
}

const missing = whatIsMissing();
let backend: Backend;
beforeAll(async () => {
  if (missing === '') backend = await openBackend(command);
});
afterAll(() => backend?.close());

test.skipIf(missing !== '')(
  `a page answers, with values of several dtypes, and goes on after errors ${missing}`,
  async () => {
    expect(backend.info).toMatchObject({ name: 'onnxruntime-web', browser: expect.stringMatching(/^Chromium \d/) });
    const six = tensor('float32', [2, 3], Float32Array.of(1, 2, 3, 4, 5, 6));
    const attributes = { axes: { type: 'INTS', value: [1] } } as const;
    const sum = askFor(backend, { opType: 'ReduceSum', opset: 12, data: six, attributes, dims: [2, 1] });
    const wide = tensor('int64', [2], BigInt64Array.of(2n ** 62n, -1n));
    const astray = { axes: { type: 'INTS', value: [7] } } as const;
    const answers = await Promise.all([
      sum,
      askFor(backend, { opType: 'ReduceSum', opset: 12, data: six, attributes: astray, dims: [2, 1] }),
      askFor(backend, { opType: 'Identity', opset: 14, data: wide, dims: [2] }),
      askFor(backend, {
        opType: 'Identity',
        opset: 14,
        data: tensor('float16', [1], Uint16Array.of(0x7e01)),
        dims: [1],
      }),
      askFor(backend, { opType: 'Identity', opset: 14, data: tensor('bfloat16', [1], Uint16Array.of(1)), dims: [1] }),
    ]);
    expect(tensorIn(answers[0])).toEqual(tensor('float32', [2, 1], Float32Array.of(6, 15)));
    expect(answers[1].kind).toBe('error');
    expect(tensorIn(answers[2])).toEqual(wide);
    expect(tensorIn(answers[3])).toEqual(tensor('float16', [1], Uint16Array.of(0x7e01)));
    expect(answers[4].kind).toBe('unsupported');
  },
);

test.skipIf(missing !== '')(`WebGL answers, which says nothing of its outputs ${missing}`, async () => {
  const webgl = await openBackend({ ...backendCommand('onnxruntime-web-chromium:webgl'), cwd: runtimes });
  try {
    const data = tensor('float32', [2, 2], Float32Array.of(1, -2, 3, -4));
    const answer = await askFor(webgl, { opType: 'Abs', opset: 13, data, dims: [2, 2] });
    expect(tensorIn(answer)).toEqual(tensor('float32', [2, 2], Float32Array.of(1, 2, 3, 4)));
  } finally {
    await webgl.close();
  }
});

/** The processes whose command line holds a text. */
const processesWith = (text: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
    } catch {
      return false; // it has ended
    }
  });

test.skipIf(missing !== '' || process.platform !== 'linux')(
  `a host that is killed leaves no Chromium ${missing}`,
  async () => {
    const [host] = processesWith('hosts/chromium.js').filter((pid) =>
      readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`),
    );
    const own = `onnx-conformance-chromium-${host}`;
    expect(processesWith(own).length).toBeGreaterThan(1);
    process.kill(Number(host), 'SIGKILL');
    await expect.poll(() => processesWith(own), { timeout: 10_000 }).toEqual([]);
  },
);

test('the program is the one that is named, else one that is there, else there is a remedy', () => {
  const here = import.meta.filename;
  expect(chromiumExecutable('', { PLAYWRIGHT_CHROMIUM_EXECUTABLE: here }, [])).toBe(here);
  expect(chromiumExecutable(here, {}, [])).toBe(here);
  expect(chromiumExecutable('/none', {}, ['/none', here])).toBe(here);
  expect(() => chromiumExecutable('', {}, [])).toThrow(/no Chromium was found; install one/);
  const named = { ONNX_CONFORMANCE_CHROMIUM: '/none' };
  expect(() => chromiumExecutable(here, named, [])).toThrow(
    'ONNX_CONFORMANCE_CHROMIUM names /none, which does not exist',
  );
});
