import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { filesOfPack, type PackedCases } from '../../vectors/pack/pack.ts';
import { answersOf, answersOfInvalid, type Line, writeFiles } from './answers.ts';
import type { Kernel } from './kernels.ts';
import { judgedByExample } from './python.ts';

/** The verdicts of the suite and the example runner on one kernel. */
export interface Agreement {
  readonly kernel: string;
  readonly isRight: boolean;
  /** the number of cases by verdict of the suite: `pass faithful`, `fail -`, `rejected -` */
  readonly verdicts: ReadonlyMap<string, number>;
  /** the cases on which they disagree, with both verdicts */
  readonly differences: readonly string[];
}

/**
 * Writes a pack and the answers of kernels, lets the suite and the example runner judge them, and compares the verdicts.
 * @param dir an empty folder
 * @param onStep called with the number of cases answered so far
 */
export async function agreements(
  dir: string,
  cases: PackedCases,
  seed: number,
  kernels: readonly Kernel[],
  onStep: (done: number) => void = () => {},
): Promise<Agreement[]> {
  const pack = join(dir, 'pack');
  writeFiles(pack, filesOfPack(cases, seed, {}));
  const ours = await answerAll(dir, pack, cases, kernels, onStep);
  return Promise.all(
    kernels.map(async ({ name, isRight }, k) => {
      const { lines, code } = await judgedByExample(pack, join(dir, String(k)));
      const said = new Map(lines.map((line) => [idOf(line), line]));
      const differences = ours[k]!.filter((line) => said.get(idOf(line)) !== line);
      const verdicts = new Map<string, number>();
      for (const line of ours[k]!) verdicts.set(verdictOf(line), (verdicts.get(verdictOf(line)) ?? 0) + 1);
      return {
        kernel: name,
        isRight,
        verdicts,
        differences: [
          ...differences.map((line) => `${line}, but the example says ${said.get(idOf(line))}`),
          ...(code === (blames(verdicts) ? 1 : 0) ? [] : [`the example exits with ${code}`]),
          ...(said.size === ours[k]!.length ? [] : [`${said.size} verdicts where the suite has ${ours[k]!.length}`]),
        ],
      };
    }),
  );
}

/** True if some verdict says that a kernel is wrong. */
export const blames = (verdicts: Agreement['verdicts']): boolean =>
  [...verdicts.keys()].some((verdict) => /^(?:fail|error|accepted) /.test(verdict));

const idOf = (line: Line): string => line.slice(0, line.indexOf('\t'));
const verdictOf = (line: Line): string => line.slice(line.indexOf('\t') + 1).replace('\t', ' ');

/** The suite's verdicts on the cases in the pack, by kernel. The answers of kernel k are written to the folder `k`. */
async function answerAll(
  dir: string,
  pack: string,
  { valid, invalid }: PackedCases,
  kernels: readonly Kernel[],
  onStep: (done: number) => void,
): Promise<readonly (readonly Line[])[]> {
  const running = kernels.map(({ start, isRight, send }, k) => {
    return { own: { implementation: start(), send }, isRight, folder: join(dir, String(k)), lines: [] as Line[] };
  });
  let done = 0;
  for (const testCase of valid.each()) {
    onStep(++done);
    if (!existsSync(join(pack, 'cases', testCase.id))) continue;
    const answer = answersOf(testCase);
    for (const { own, folder, lines } of running) lines.push(await answer(own, folder));
  }
  for (const testCase of invalid.each()) {
    onStep(++done);
    if (!existsSync(join(pack, 'invalid', testCase.id))) continue;
    const answer = answersOfInvalid(testCase);
    for (const { own, isRight, folder, lines } of running) lines.push(await answer(own, isRight, folder));
  }
  return running.map(({ lines }) => lines);
}
