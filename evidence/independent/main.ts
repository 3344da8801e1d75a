/**
 * `npm run evidence -- independent`: exports every case of the operators that the Python checker knows, operator by operator. The checker
 * then derives the acceptance on its own. `npm run evidence -- independent 'ReduceSum/13/**'` checks a part; `SUITE=full` before it uses
 * the cases of that suite. If Python has numpy and ml_dtypes, a second checker checks the operators that they have functions for.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suites } from '../../generators/cases/proposal.ts';
import { checked, checkedWithNumpy, known, python, pythonWithNumpy, writePack } from './checker.ts';

interface Counts {
  elements: number;
  cases: number;
  complaints: number;
}

const given = process.argv.slice(2);
const suite = suites.find((name) => name === process.env.SUITE);

if (python === undefined) {
  process.stderr.write('python3 was not found: install it, or activate an environment that has it\n');
  process.exitCode = 2;
} else {
  const counted = { elements: 0, cases: 0, complaints: 0 };
  const withNumpy = { elements: 0, cases: 0, complaints: 0 };
  for (const id of given.length > 0 ? given : known) {
    const pack = mkdtempSync(join(tmpdir(), 'independent-'));
    try {
      writePack(pack, [id], 'full', suite);
      const { lines, code } = checked(pack);
      process.stdout.write(`${lines.join('\n')}\n`);
      if (code !== 0) process.exitCode = 1;
      add(counted, lines.at(-1)!);
      if (!pythonWithNumpy) continue;
      const second = checkedWithNumpy(pack);
      process.stdout.write(`${second.lines.join('\n')}\n`);
      if (second.code !== 0) process.exitCode = 1;
      add(withNumpy, second.lines.at(-1)!);
    } finally {
      rmSync(pack, { recursive: true });
    }
  }
  process.stdout.write(`in all ${describeCounts(counted)}\n`);
  process.stdout.write(
    pythonWithNumpy
      ? `with numpy ${describeCounts(withNumpy)}\n`
      : 'the check with numpy is left out: Python does not have numpy and ml_dtypes\n',
  );
}

/** Adds the numbers in the last line of a checker. */
function add(counts: Counts, line: string): void {
  const [, elements, cases, complaints] = /(\d+) elements of (\d+) cases .* (\d+) complaints$/.exec(line) ?? [];
  counts.elements += Number(elements ?? 0);
  counts.cases += Number(cases ?? 0);
  counts.complaints += Number(complaints ?? 0);
}

function describeCounts({ elements, cases, complaints }: Counts): string {
  return `${elements} elements of ${cases} cases: ${complaints} complaints`;
}
