/**
 * Serves a command that runs a vector in ONNX's layout. In its arguments, {dir} stands for the folder of the vector.
 * docs/backends.md describes the contents of the folder and the answers.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { expectGraph } from '../../../oracles/graph/expect.ts';
import { referenceTensor } from '../../../oracles/judge/reference-tensor.ts';
import { elementCount, type Tensor } from '../../../oracles/numerics/tensor.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import type { ExpectedOutput } from '../../../oracles/spec/operator.ts';
import { readGraph } from '../../../vectors/onnx/graph.ts';
import { decodeModel } from '../../../vectors/onnx/model.ts';
import { decodeTensor, encodeTensor } from '../../../vectors/onnx/tensor-proto.ts';
import type { NamedBytes } from '../../../vectors/onnx/value-proto.ts';
import { Unsupported } from '../adapter.ts';
import { fail, reserveStdout, serve } from '../host.ts';
import { lastUsefulLine, noProgram, Tail } from '../text.ts';
import { withWrongElement } from '../wrong-element.ts';

/** The exit code by which test programs report that they skip a test. */
const skipped = 77;
const comparesNothing = 'it writes no output_0.pb, and accepts a wrong one in test_data_set_0: it compares nothing';

reserveStdout();
const [file = fail('a command is missing'), ...args] = process.argv.slice(2);
if (!isProgram(file)) fail(noProgram(file));
/** whether the command has written its own outputs before: if it then writes none, it has failed */
let writes = false;

serve({
  name: basename(file),
  version: 'unknown',
  info: { outputs: 'those that the command writes; where it writes none, it compares itself: pass or fail, no tiers' },
  async run(model, inputs, outputs) {
    const folder = mkdtempSync(join(tmpdir(), 'onnx-conformance-'));
    const paths = outputs.map((_, i) => join(folder, `output_${i}.pb`));
    const written = () => paths.every((path) => existsSync(path));
    const read = () => paths.map((path, i) => ({ name: outputs[i]!, bytes: readFileSync(path) }));
    try {
      const expected = expectedOf(model, inputs);
      // a command that copies these outputs is wrong, and one that compares has to reject them
      const wrong = expected && withWrongElement(expected);
      writeVector(folder, model, inputs);
      writeExpected(folder, wrong);
      const first = await execute(folder);
      if (first.code === 0 && written()) {
        writes ||= wrong !== undefined;
        return read();
      }
      if (!expected || writes) throw failureOf(first, folder);
      if (first.code === 0 && wrong) throw new Error(comparesNothing);
      const answers = expected.map(referenceTensor);
      writeExpected(folder, answers);
      const second = first.code === 0 ? first : await execute(folder);
      if (second.signal) throw failureOf(second, folder);
      if (expected.some(leavesChoice)) throw new Unsupported('several answers are right, and it compares with one');
      if (second.code !== 0) throw failureOf(second, folder);
      if (!wrong) throw new Unsupported('no element to compare');
      const found = written() ? read() : answers.map((x, i) => ({ name: outputs[i]!, bytes: encodeTensor(x) }));
      return Object.assign(found, { compared: true as const });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** Returns why a run without outputs fails the case. If a signal killed the command, this process exits too: a crash. */
function failureOf({ code, signal, reason }: Ended, folder: string): Error {
  if (signal) {
    rmSync(folder, { recursive: true, force: true });
    fail(`${reason} (${file} was ended by ${signal})`);
  }
  return new Error(code === 0 ? 'it wrote no output_0.pb' : reason || `exit code ${code}`);
}

/** Returns the oracle's expected outputs; `undefined` for an invalid model and for one that it does not know. */
function expectedOf(bytes: Uint8Array, inputs: readonly NamedBytes[]): readonly ExpectedOutput[] | undefined {
  try {
    const model = decodeModel(bytes, 'the model');
    const graph = readGraph(model);
    if ('unknown' in graph) return undefined;
    return expectGraph(graph, new Map(inputs.map(({ name, bytes }) => [name, decodeTensor(bytes).tensor])));
  } catch (error) {
    if (error instanceof BadInput) return undefined;
    throw error;
  }
}

/** Whether an element depends on a policy: an answer other than the file's may then be right. */
const leavesChoice = ({ dims, accept }: ExpectedOutput): boolean =>
  Array.from({ length: elementCount(dims) }, (_, i) => accept(i)).some((element) => {
    const verdict = element.judge(element.best);
    return verdict.accepted && verdict.observations.length > 0;
  });

function writeVector(folder: string, model: Uint8Array, inputs: readonly NamedBytes[]): void {
  const set = join(folder, 'test_data_set_0');
  mkdirSync(set, { recursive: true });
  writeFileSync(join(folder, 'model.onnx'), model);
  for (const [i, { bytes }] of inputs.entries()) writeFileSync(join(set, `input_${i}.pb`), bytes);
}

function writeExpected(folder: string, outputs: readonly Tensor[] = []): void {
  for (const [i, output] of outputs.entries()) {
    writeFileSync(join(folder, 'test_data_set_0', `output_${i}.pb`), encodeTensor(output));
  }
}

/** How a run of the command ended: its exit code or signal, and the last useful line that it printed. */
interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly reason: string;
}

/**
 * Runs the command once.
 * @throws Unsupported if it reports that it skips the case
 */
function execute(folder: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const said = new Tail();
    const words = args.map((word) => word.replaceAll('{dir}', folder));
    const child = spawn(file.replaceAll('{dir}', folder), words, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said.push(chunk);
        process.stderr.write(chunk);
      });
    }
    child.once('error', ({ message }) => reject(new Error(`${file} cannot be run: ${message}`)));
    child.once('close', (code, signal) => {
      const reason = lastUsefulLine(said.toString());
      if (code === skipped) reject(new Unsupported(reason || 'skipped'));
      else resolve({ code, signal, reason });
    });
  });
}

/** Whether a file exists at a path, or with that name in a folder of PATH. */
function isProgram(name: string): boolean {
  const { PATH = '', PATHEXT = '' } = process.env;
  const folders = /[\\/]/.test(name) ? [''] : PATH.split(delimiter);
  const endings = process.platform === 'win32' ? ['', ...PATHEXT.split(';')] : [''];
  return folders.some((folder) => endings.some((ending) => existsSync(join(folder, name + ending))));
}
