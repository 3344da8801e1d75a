/**
 * `npm run pack:check`: exports the whole pack, lets kernels answer it, and compares the example runner with the suite.
 * `npm run pack:check -- ReduceSum` does so with a part.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cliProgress from 'cli-progress';
import { packedCases } from '../../vectors/pack/pack.ts';
import { agreements } from './agreement.ts';
import { kernels } from './kernels.ts';
import { python } from './python.ts';

const selection = { seed: 1, ids: process.argv.slice(2), opsets: [], dtypes: [] };

if (python === undefined) {
  process.stderr.write(
    'no Python with numpy (python3, /usr/bin/python3): install it, e.g. Debian package python3-numpy\n',
  );
  process.exitCode = 2;
} else process.exitCode = await main();

/** The exit code: 1 if the two disagree anywhere, or a kernel is not taken for what it is. */
async function main(): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'pack-'));
  const cases = packedCases(selection, 'full');
  process.stdout.write(`${cases.valid.count} cases and ${cases.invalid.count} illegal models\n`);
  const bar = progressBar(cases.valid.count + cases.invalid.count);
  try {
    const all = await agreements(dir, cases, selection.seed, kernels, (done) => bar?.update(done));
    bar?.stop();
    for (const { kernel, isRight, verdicts, differences } of all) {
      const counts = [...verdicts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([verdict, n]) => `${n} ${verdict}`);
      process.stdout.write(`${isRight ? 'right' : 'wrong'} kernel '${kernel}': ${counts.join(', ')}\n`);
      process.stdout.write(`  the example runner differs in ${differences.length} verdicts\n`);
      for (const difference of differences.slice(0, 10)) process.stdout.write(`    ${difference}\n`);
    }
    return all.every(({ differences }) => differences.length === 0) ? 0 : 1;
  } finally {
    bar?.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

function progressBar(total: number): cliProgress.SingleBar | undefined {
  if (!process.stderr.isTTY) return undefined;
  const format = '{bar} {percentage}% · {value}/{total} cases answered · {eta_formatted} left';
  const bar = new cliProgress.SingleBar({ format, clearOnComplete: true }, cliProgress.Presets.shades_classic);
  bar.start(total, 0);
  return bar;
}
