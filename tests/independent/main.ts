/**
 * `npm run independent`: exports every case of the operators that the checker in Python knows, one operator after the
 * other, and lets it derive what may be accepted. `npm run independent -- 'ReduceSum/13/**'` does so with a part, and with `SUITE=full` before it
 * with the cases of that suite.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suites } from '../../generators/proposal.ts';
import { checked, known, python, writePack } from './checker.ts';

const given = process.argv.slice(2);
const suite = suites.find((name) => name === process.env.SUITE);

if (python === undefined) {
  process.stderr.write('there is no python3: install it, or activate an environment that has it\n');
  process.exitCode = 2;
} else {
  const counted = { elements: 0, cases: 0, complaints: 0 };
  for (const id of given.length > 0 ? given : known) {
    const pack = mkdtempSync(join(tmpdir(), 'independent-'));
    try {
      writePack(pack, [id], 'full', suite);
      const { lines, code } = checked(pack);
      process.stdout.write(`${lines.join('\n')}\n`);
      if (code !== 0) process.exitCode = 1;
      const [, elements, cases, complaints] =
        /^(\d+) elements of (\d+) cases .* (\d+) complaints$/.exec(lines.at(-1)!) ?? [];
      counted.elements += Number(elements ?? 0);
      counted.cases += Number(cases ?? 0);
      counted.complaints += Number(complaints ?? 0);
    } finally {
      rmSync(pack, { recursive: true });
    }
  }
  const { elements, cases, complaints } = counted;
  process.stdout.write(`in all ${elements} elements of ${cases} cases: ${complaints} complaints\n`);
}
