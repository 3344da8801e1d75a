/**
 * `npm run evidence -- pack`: exports packs of all operators, family by family, lets kernels answer them, and compares the example runner
 * with the suite. It uses every fifth case. `npm run evidence -- pack --all` uses all cases and takes half an hour; `npm run evidence --
 * pack ReduceSum` uses all cases of a part.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cliProgress from 'cli-progress';
import type { Case } from '../../generators/suite/cases.ts';
import { operators } from '../../oracles/operators.ts';
import { type CaseStream, type PackedCases, packedCases } from '../../vectors/pack/pack.ts';
import { readArguments } from '../arguments.ts';
import { agreements, blames } from './agreement.ts';
import { kernels } from './kernels.ts';
import { python } from './python.ts';

const { values: options, positionals: ids } = readArguments({
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const selection = { seed: 1, opsets: [], dtypes: [] };

/** One of this many cases is used by default. */
const step = 5;

if (python === undefined) {
  process.stderr.write(
    'no Python with numpy (python3, /usr/bin/python3): install it, e.g. Debian package python3-numpy\n',
  );
  process.exitCode = 2;
} else process.exitCode = await main();

/** The exit code: 1 if the verdicts differ, a correct kernel is accused or a faulty one is not. */
async function main(): Promise<number> {
  const families = new Set(operators.map(({ family }) => family));
  const parts = ids.length > 0 ? [packedCases({ ...selection, ids }, 'full')] : [...families].map(packOf);
  const total = (which: 'valid' | 'invalid') => parts.reduce((sum, part) => sum + part[which].count, 0);
  const sampled = options.all || ids.length > 0 ? '' : `, every ${step}th of all; --all takes all of them`;
  process.stdout.write(`${total('valid')} cases and ${total('invalid')} invalid models${sampled}\n`);
  const bar = progressBar(total('valid') + total('invalid'));
  const verdicts = kernels.map(() => new Map<string, number>());
  const differences: string[][] = kernels.map(() => []);
  let before = 0;
  for (const part of parts) {
    const dir = mkdtempSync(join(tmpdir(), 'pack-'));
    try {
      const found = await agreements(dir, part, selection.seed, kernels, (done) => bar?.update(before + done));
      for (const [k, one] of found.entries()) {
        for (const [verdict, n] of one.verdicts) verdicts[k]!.set(verdict, (verdicts[k]!.get(verdict) ?? 0) + n);
        differences[k]!.push(...one.differences);
      }
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
    before += part.valid.count + part.invalid.count;
  }
  bar?.stop();
  const failures = kernels.map(({ name, isRight }, k) => {
    const counts = [...verdicts[k]!].sort(([a], [b]) => (a < b ? -1 : 1)).map(([verdict, n]) => `${n} ${verdict}`);
    process.stdout.write(`${isRight ? 'right' : 'wrong'} kernel '${name}': ${counts.join(', ')}\n`);
    process.stdout.write(`  the example runner differs in ${differences[k]!.length} verdicts\n`);
    for (const difference of differences[k]!.slice(0, 10)) process.stdout.write(`    ${difference}\n`);
    const isAccused = blames(verdicts[k]!);
    if (isAccused === isRight) process.stdout.write(`  but it is ${isAccused ? '' : 'not '}accused\n`);
    return differences[k]!.length > 0 || isAccused === isRight;
  });
  return failures.includes(true) ? 1 : 0;
}

/** The cases of a family that are used. */
function packOf(family: string): PackedCases {
  const own = operators.filter((operator) => operator.family === family).map(({ name }) => name);
  const { valid, invalid, sessions } = packedCases({ ...selection, ids: own }, 'full');
  const every = options.all ? 1 : step;
  const thinned = (cases: CaseStream) => listed([...cases.each()].filter((_, i) => i % every === 0));
  return { valid: thinned(valid), invalid: thinned(invalid), sessions };
}

function listed(cases: readonly Case[]): CaseStream {
  return { count: cases.length, each: () => cases };
}

function progressBar(total: number): cliProgress.SingleBar | undefined {
  if (!process.stderr.isTTY) return undefined;
  const format = '{bar} {percentage}% · {value}/{total} cases answered · {eta_formatted} left';
  const bar = new cliProgress.SingleBar({ format, clearOnComplete: true }, cliProgress.Presets.shades_classic);
  bar.start(total, 0);
  return bar;
}
