import { expect, test } from 'vitest';
import type { InvalidOutcome, Report } from '../../reports/schema.ts';
import { cli, folder, harnessFake, reportIn, resultsIn, unbroken } from '../cli/cli.ts';

const fake = harnessFake('at-invalid.mjs');
const valid = 'ReduceSum/13/float32/axes-absent';
const invalid = 'ReduceSum/13/float32/invalid-{axes-out-of-range,attribute}';

async function run(
  ways: Readonly<Record<string, string>>,
  ids: readonly string[] = [valid, invalid],
  ...more: string[]
) {
  const cwd = folder();
  const ended = await cli(['run', ...ids, '--backend', fake, ...more], cwd, { FAKE_WAYS: JSON.stringify(ways) });
  return { ...ended, report: reportIn(cwd), results: resultsIn(cwd).filter(({ isInvalid }) => isInvalid) };
}

type Way = readonly [id: string, way: string, control: string | undefined, InvalidOutcome, RegExp | undefined];
const ways: readonly Way[] = [
  ['attribute/0', 'refuses', 'accepts', 'undecided', /^the control: .*shape/],
  ['attribute/1', 'refuses', 'segfault', 'undecided', /^the control: .*SIGSEGV/],
  ['attribute-type/0', 'unsupported', 'unsupported', 'unsupported', /^the control: no such thing here$/],
  ['attribute-type/1', 'refuses', 'unsupported', 'unsupported', /^the control: no such thing here$/],
  ['extra-input/0', 'traps', undefined, 'crash', /^unreachable/],
  ['extra-input/1', 'panics', undefined, 'crash', /^panicked at 'index out of bounds'/],
  ['missing-input/0', 'loop', undefined, 'timeout', /^no answer within 1000 ms$/],
  ['axes-out-of-range/0', 'refuses', undefined, 'rejected', /^axes are out of range$/],
  ['axes-out-of-range/1', 'unsupported', undefined, 'rejected', /^no such thing here$/],
  ['axes-out-of-range/2', 'accepts', undefined, 'accepted', undefined],
  ['axes-out-of-range/3', 'answers nothing', undefined, 'accepted', undefined],
  ['axes-out-of-range/4', 'segfault', undefined, 'crash', /SIGSEGV/],
  ['axes-out-of-range/5', 'refuses', 'refuses', 'undecided', /^the control: axes are out of range$/],
];

test.concurrent('the answer to an invalid model and that to its control make the outcome, and it counts nowhere', async () => {
  const idOf = ([id]: Way) => `ReduceSum/13/float32/invalid-${id}`;
  const chosen = ways.flatMap((way) => [[idOf(way), way[1]], ...(way[2] ? [[`${idOf(way)}/control`, way[2]]] : [])]);
  const { code, report, results } = await run(
    Object.fromEntries(chosen),
    [valid, ...ways.map(idOf)],
    ...['--timeout', '1'],
  );
  expect(results.map(({ id, outcome }) => ({ id, outcome }))).toEqual(
    ways.map((way) => ({ id: idOf(way), outcome: way[3] })),
  );
  ways.forEach(([, , , , message], i) => {
    if (message) expect(results[i]!.message).toMatch(message);
    else expect(results[i]).not.toHaveProperty('message');
  });
  expect(code).toBe(0);
  expect(report).toMatchObject({ complete: true, planned: report.totals.pass, findings: [], failedClauses: [] });
  const totals = { rejected: 2, accepted: 2, crash: 3, timeout: 1, undecided: 3, unsupported: 2 };
  expect(report.invalid).toMatchObject({ planned: ways.length, totals });
});

test.concurrent('the compliance of a lax backend is that of a strict one', async () => {
  const [strict, lax] = await Promise.all([run({ invalid: 'refuses' }), run({ invalid: 'accepts' })]);
  const compliance = ({ report }: { report: Report }) => ({ ...report, invalid: 0, times: 0 });
  expect(compliance(lax)).toEqual(compliance(strict));
  const headline = /^CONFORMANT .*$/m;
  expect(headline.exec(lax.stdout)![0]).toBe(headline.exec(strict.stdout)![0]);
});

test.concurrent('--gate-invalid: 1 for a backend that takes invalid models, 0 for one that does not', async () => {
  const gate = (way: string, ids?: string[], ...more: string[]) =>
    run({ invalid: way }, ids, '--gate-invalid', ...more);
  const [lax, strict, alone, forgiven] = await Promise.all([
    gate('accepts'),
    gate('refuses'),
    gate('refuses', [invalid]),
    gate('accepts', undefined, '--report-only'),
  ]);
  expect([lax, strict, alone, forgiven].map(({ code }) => code)).toEqual([1, 0, 0, 0]);
  const verdictOf = ({ stdout }: typeof lax) =>
    /^(NOT )?CONFORMANT {2}[\s\S]*?\.\n/m.exec(stdout)![0].replace(/\s+/g, ' ').replace(/\d+/g, 'N').trim();
  expect([lax, strict, alone].map(verdictOf)).toEqual([
    'NOT CONFORMANT no failure in N judged cases, but invalid models count: N of N rejected, N accepted.',
    'CONFORMANT all N judged cases pass; invalid models: N of N rejected.',
    'CONFORMANT invalid models: N of N rejected.',
  ]);
  expect(lax.stderr).toBe('');
  const { smallest, replay } = lax.report.invalid!.rules[0]!.notRejected[0]!;
  expect(replay).toMatch(/ --gate-invalid$/);
  expect((await gate('accepts', [smallest.id])).code).toBe(1);
});

test.concurrent('what is accepted is reported by its rule, in 80 columns, with the command that shows it', async () => {
  const { stdout, report } = await run({ invalid: 'accepts' }, undefined, '--full');
  const [section] = /Invalid models[\s\S]*/.exec(stdout)!;
  const long = section.split('\n').filter((line) => line.length > 80 && !line.includes('--backend '));
  expect(long).toEqual([]);
  for (const { clause, counts, notRejected } of report.invalid!.rules) {
    expect(section).toContain(`✗ ${clause} · accepted in ${counts.accepted} of ${counts.accepted} models`);
    expect(unbroken(section)).toContain(notRejected[0]!.replay);
  }
  const { smallest, replay } = report.invalid!.rules[0]!.notRejected[0]!;
  expect(replay).toBe(`npx onnx-conformance run ${smallest.id} --backend ${fake} --seed 1`);
  const again = await run({ invalid: 'accepts' }, [smallest.id]);
  expect(again).toMatchObject({ code: 3, results: [smallest] });
  expect(again.stdout).toContain('NOTHING JUDGED  the selection holds only invalid models');
});
