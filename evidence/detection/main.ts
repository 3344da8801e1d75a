/**
 * `npm run evidence -- detection`: measures what the suite can catch, and writes it down. `--check` compares with what is written;
 * `npm run evidence -- detection Softplus` measures operators alone, and writes only on which cases `npm test` tries their faults;
 * `npm run evidence -- detection --drawn 4000 --seed 7` draws faults, with names of operators theirs, and prints which part of them the suites show;
 * figures of all operators become part of what is written;
 * `npm run evidence -- detection --vectors DIR` tells what the vectors of one node below a folder catch, with names of operators those of these.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { operators } from '../../oracles/operators.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { findVectors, type VectorRef } from '../../vectors/onnx/directory.ts';
import { storedFigures } from '../drawn/summary.ts';
import { type Killers, killersFile, killersOf, lastKillers } from '../kernels/killers.ts';
import { candidateOf } from '../kernels/mutant.ts';
import { mutants } from '../kernels/mutants.ts';
import { add, type Findings, unjudged } from '../kernels/suite.ts';
import { measureDrawn } from './drawn.ts';
import { performKept } from './kept.ts';
import { ofOperator } from './of-operator.ts';
import { judgeOfficial, readOfficial, vectorsOf } from './official.ts';
import { judgeOneNode } from './one-node.ts';
import { inOneLine, page, pageOf } from './page.ts';
import { Unfinished } from './pool.ts';
import { progressBar } from './progress.ts';
import { complaintsOf, enough, type OfficialFindings, type Result, resultOf } from './result.ts';
import { type Task, tasks, weightOf } from './tasks.ts';

// npm runs a script where package.json is
const summary = 'docs/evidence.md';
const officialFile = 'evidence/detection/official.json';
const vectorsFolder = '../shared/onnx-vectors';
const worker = new URL('./worker.js', import.meta.url);

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BadInput || error instanceof Unfinished)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof BadInput ? 2 : 3;
}

/**
 * The exit code: 1 if a fault is not caught, a correct implementation accused, or what is written not what was found. 2 is bad input; 3 a part
 * of the work that came to nothing, while all others are kept: the same command goes on with them.
 */
async function main(args: readonly string[]): Promise<number> {
  const { check, vectors, drawn, seed, names } = parse(args);
  if (drawn !== undefined) {
    await measureDrawn(drawn, seed, names);
    return 0;
  }
  if (vectors !== undefined) return tellOfVectors(vectors, names);
  if (names.length > 0) return measure(names);
  const official = officialFindings();
  const bar = progressBar(tasks.length);
  const parts = await performKept<Task, Findings>(worker, tasks, {
    folder: 'out/detection/modelled',
    weightOf,
    done: () => bar?.increment(),
  }).finally(() => bar?.stop());
  const result = resultOf(tasks, parts, official);
  const files = [
    { path: page, text: pageOf(result, storedFigures()) },
    { path: officialFile, text: `${JSON.stringify(official, null, 2)}\n` },
    { path: killersFile, text: textOf(killers(result)) },
  ];
  const stale = files.filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text);
  if (!check) for (const { path, text } of stale) writeFileSync(path, text);
  const line = inOneLine(result);
  const complaints = [
    ...complaintsOf(result),
    ...(onOneLine(readFileSync(summary, 'utf8')).includes(line) ? [] : [`${summary} does not say: ${line}`]),
    ...(check
      ? stale.map(({ path }) => `${path} is not what was found: run npm run evidence -- detection, and commit it`)
      : []),
  ];
  process.stdout.write(`${line}\n`);
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  return complaints.length === 0 ? 0 : 1;
}

function textOf(killers: Killers): string {
  return `${JSON.stringify(killers, null, 2)}\n`;
}

/** Those of faults that there are, in their order. */
function writeKillers(killers: Killers): void {
  const there = mutants.filter(({ name }) => killers[name]).map(({ name }) => [name, killers[name]!]);
  writeFileSync(killersFile, textOf(Object.fromEntries(there)));
}

/** The cases on which `npm test` tries the faults first. */
function killers({ faults }: Result): Killers {
  const findings = new Map(faults.map(({ fault, suite }) => [fault.name, suite]));
  return killersOf(
    findings,
    faults.map(({ fault }) => candidateOf(fault)),
    enough,
    lastKillers(),
  );
}

function parse(args: readonly string[]) {
  const options = {
    check: { type: 'boolean', default: false },
    vectors: { type: 'string' },
    drawn: { type: 'string' },
    seed: { type: 'string', default: '1' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [drawn, seed] = [values.drawn, values.seed].map((text) => (text === undefined ? undefined : countOf(text)));
    return { check: values.check, vectors: values.vectors, drawn, seed: seed!, names: positionals };
  } catch {
    throw new BadInput(
      `npm run evidence -- detection takes --check, --vectors DIR, --drawn COUNT --seed NUMBER, names of operators or nothing, not '${args.join(' ')}'`,
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

/** The exit code: 1 if a fault of one of the operators is caught too rarely, or a correct kernel accused. */
function measure(names: readonly string[]): number {
  const unknown = names.find((name) => !operators.some((operator) => operator.name === name));
  if (unknown !== undefined) throw new BadInput(`the suite has no operator '${unknown}'`);
  const all = names.map(ofOperator);
  process.stdout.write(`${all.flatMap(({ lines }) => lines).join('\n')}\n`);
  const own = mutants.map(candidateOf).filter(({ operators }) => operators.every((name) => names.includes(name)));
  const findings = unjudged(own);
  for (const part of all) add(findings, new Map([...part.findings].filter(([name]) => findings.has(name))));
  writeKillers({ ...lastKillers(), ...killersOf(findings, own, enough, lastKillers()) });
  return all.every(({ isRight }) => isRight) ? 0 : 1;
}

/** From the vectors, which are no part of the repository; where they are absent, what is kept of them. */
function officialFindings(): OfficialFindings {
  const folder = resolve(vectorsFolder);
  if (existsSync(folder)) {
    const vectors = readOfficial(folder);
    return {
      vectors: vectors.length,
      faults: Object.fromEntries(mutants.map((fault) => [fault.name, judgeOfficial(vectors, candidateOf(fault))])),
    };
  }
  process.stderr.write(
    `${vectorsFolder} is absent: the figures of the official vectors are those of ${officialFile}\n`,
  );
  const kept = JSON.parse(readFileSync(officialFile, 'utf8')) as OfficialFindings;
  const names = mutants.map(({ name }) => name);
  const unknown = names.find((name) => !kept.faults[name]);
  if (unknown)
    throw new BadInput(`${officialFile} lacks '${unknown}': run npm run evidence -- detection where the vectors are`);
  return { ...kept, faults: Object.fromEntries(names.map((name) => [name, kept.faults[name]!])) };
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
