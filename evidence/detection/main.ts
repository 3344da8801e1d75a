/**
 * `npm run evidence -- detection`: measures what the suite can catch, operator by operator: those first that were never measured or whose
 * cases or kernels have changed, then the oldest. What is measured is stored at once, and evidence/detection.md made of all that is stored.
 * Names measure those operators alone. `--render` measures nothing, and `--check` says what is out of date.
 * `npm run evidence -- detection --drawn 4000 --seed 7` draws faults, with names of operators theirs, and prints which part of them the suites show;
 * figures of all operators become part of what is written;
 * `npm run evidence -- detection --vectors DIR` tells what the vectors of one node below a folder catch, with names of operators those of these.
 */
import { parseArgs } from 'node:util';
import { operators } from '../../oracles/operators.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { findVectors, type VectorRef } from '../../vectors/onnx/directory.ts';
import { commitOf } from '../commit.ts';
import { hashedCases } from '../runtimes/cases.ts';
import { documents, render } from './documents.ts';
import { measureDrawn } from './drawn.ts';
import { kernelsOf, weightOf } from './measure.ts';
import { type Findings, type Measurement, store, storedMeasurements } from './measurement.ts';
import { measureOfficial, vectorsOf } from './official.ts';
import { judgeOneNode } from './one-node.ts';
import { performAll, Unfinished } from './pool.ts';
import { complaintsOf, storedResult } from './result.ts';

const worker = new URL('./worker.js', import.meta.url);
const all = operators.map(({ name }) => name);

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BadInput || error instanceof Unfinished)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof BadInput ? 2 : 3;
}

/**
 * The exit code: 1 if a fault is not caught, a correct kernel accused, or something out of date. 2 is bad input; 3 operators that could not
 * be measured, while all others are stored.
 */
async function main(args: readonly string[]): Promise<number> {
  const { check, rendersOnly, vectors, drawn, seed, names } = parse(args);
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new BadInput(`the suite has no operator '${unknown}'`);
  if (drawn !== undefined) {
    await measureDrawn(drawn, seed, names);
    return 0;
  }
  if (vectors !== undefined) return tellOfVectors(vectors, names);
  if (check) return complain([...outOfDate(), ...complaintsOf(storedResult())]);
  if (rendersOnly) {
    render();
    return 0;
  }
  await measureAll(names.length > 0 ? names : inTurn());
  return complaintsOf(storedResult(), names).length === 0 ? 0 : 1;
}

/** Prints complaints; the exit code. */
function complain(complaints: readonly string[]): number {
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  return complaints.length === 0 ? 0 : 1;
}

/** Measures operators one after another; each is stored, and its complaints printed, as soon as it is measured. */
async function measureAll(names: readonly string[]): Promise<void> {
  const commit = commitOf(['oracles', 'generators', 'evidence/*.ts']);
  measureOfficial(names);
  await performAll<string, Findings>(worker, names, (name, findings) => {
    store(name, { date: new Date().toISOString().replace(/\..*/, 'Z'), commit, ...findings });
    render();
    process.stdout.write(`${lineOf(name, findings)}\n`);
    complain(complaintsOf(storedResult(), [name]));
  });
}

/** "Softmax: 38 of 38 faults caught, 37 by quick; 0 of 28 right kernels accused". */
function lineOf(name: string, { faults, right }: Findings): string {
  const [caught, passed] = [Object.values(faults), Object.values(right)];
  const count = <T>(list: readonly T[], holds: (one: T) => boolean) => list.filter(holds).length;
  return (
    `${name}: ${count(caught, ([cases]) => cases > 0)} of ${caught.length} faults caught, ${count(caught, ([, quick]) => quick > 0)} by quick; ` +
    `${count(passed, ([, , accused]) => accused !== undefined)} of ${passed.length} right kernels accused`
  );
}

/** All operators: those first that were never measured, or other than they are now, and of these what takes little time; then the oldest. */
function inTurn(): string[] {
  const measured = storedMeasurements(all);
  const changes = changesSince(measured);
  const turn = new Map(all.map((name) => [name, changes.has(name) ? '' : (measured.get(name)?.date ?? '')]));
  const weights = new Map(all.map((name) => [name, weightOf(name)]));
  return all.toSorted((a, b) => {
    const [one, other] = [turn.get(a)!, turn.get(b)!];
    return one === other ? weights.get(a)! - weights.get(b)! : one < other ? -1 : 1;
  });
}

/** What has changed since an operator was measured, by name. */
function changesSince(measured: ReadonlyMap<string, Measurement>): ReadonlyMap<string, string> {
  const hashes = hashedCases('standard');
  return new Map(
    [...measured].flatMap(([name, { hash, faults, right }]) => {
      const now = kernelsOf(name);
      const then = new Set([...Object.keys(faults), ...Object.keys(right)]);
      const there = new Set([...now.faults, ...now.right].map((kernel) => kernel.name));
      const come = [...there].filter((kernel) => !then.has(kernel));
      const gone = [...then].filter((kernel) => !there.has(kernel));
      const changes = [
        ...(hash === hashes[name] ? [] : ['other cases']),
        ...(come.length > 0 ? [`${come.length} more kernels`] : []),
        ...(gone.length > 0 ? [`${gone.length} kernels that are gone`] : []),
      ];
      return changes.length > 0 ? [[name, changes.join(', ')] as const] : [];
    }),
  );
}

/** One line for each document and each operator that is not up to date. */
function outOfDate(): string[] {
  const measured = storedMeasurements(all);
  const left = all.filter((name) => !measured.has(name));
  return [
    ...documents().flatMap(({ path, text, made }) =>
      text === made ? [] : [`${path} is not up to date: take --render`],
    ),
    ...[...changesSince(measured)].map(([name, changes]) => `${name}: ${changes} since it was measured`),
    ...(left.length > 0 ? [`never measured: ${left.join(', ')}`] : []),
  ];
}

function parse(args: readonly string[]) {
  const options = {
    check: { type: 'boolean', default: false },
    render: { type: 'boolean', default: false },
    vectors: { type: 'string' },
    drawn: { type: 'string' },
    seed: { type: 'string', default: '1' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [drawn, seed] = [values.drawn, values.seed].map((text) => (text === undefined ? undefined : countOf(text)));
    return {
      check: values.check,
      rendersOnly: values.render,
      vectors: values.vectors,
      drawn,
      seed: seed!,
      names: positionals,
    };
  } catch {
    throw new BadInput(
      `npm run evidence -- detection takes --check, --render, --vectors DIR, --drawn COUNT --seed NUMBER, names of operators or nothing, not '${args.join(' ')}'`,
    );
  }
}

function countOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new BadInput(`'${text}' is not a number`);
  return Number(text);
}

function tellOfVectors(folder: string, names: readonly string[]): number {
  const read = (ref: VectorRef) => {
    try {
      return vectorsOf(ref);
    } catch (error) {
      // of sequences, or other than tensors
      if (error instanceof BadInput) return [];
      throw error;
    }
  };
  const { vectors, kinds } = judgeOneNode(findVectors(folder).flatMap(read), names);
  const rows = kinds.map(({ kind, faults, caught }) => `${caught} of ${faults}`.padStart(12).concat(`  ${kind}`));
  process.stdout.write(
    `faults caught by ${vectors} vectors of one node, of those of their operators\n${rows.join('\n')}\n`,
  );
  return 0;
}
