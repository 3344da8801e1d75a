/**
 * Serves a command that is given a vector in ONNX's layout: the arguments, with {dir} where the folder of the vector goes.
 * docs/backends.md says what the command finds there, and how it answers.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { bestTensor } from '../../../oracles/acceptance/best.ts';
import { allocate, elementCount, type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import type { ExpectedOutput } from '../../../oracles/operator.ts';
import { versionAt } from '../../../oracles/operators.ts';
import { callWith, readCall } from '../../../vectors/call.ts';
import { decodeModel } from '../../../vectors/model.ts';
import { decodeTensor, encodeTensor } from '../../../vectors/tensor-proto.ts';
import { Unsupported } from '../adapter.ts';
import { fail, reserveStdout, serve } from '../host.ts';
import type { NamedBytes } from '../protocol.ts';
import { lastUsefulLine, Tail } from '../text.ts';

/** The exit code by which test programs say that they skip something. */
const skipped = 77;

reserveStdout();
const [file = fail('a command is missing'), ...args] = process.argv.slice(2);
/** what the command was seen to do: to write outputs, or to compare them itself and to notice wrong ones */
let habit: 'writes' | 'compares' | undefined;

serve({
  name: basename(file),
  version: 'unknown',
  info: { outputs: 'those that the command writes; where it writes none, it compares itself: pass or fail, no tiers' },
  async run(model, inputs, outputs) {
    const expected = habit === 'writes' ? undefined : expectedOf(model, inputs);
    const folder = mkdtempSync(join(tmpdir(), 'onnx-conformance-'));
    const paths = outputs.map((_, i) => join(folder, `output_${i}.pb`));
    try {
      writeVector(folder, model, inputs, expected?.map(bestTensor));
      const ended = await execute(folder);
      if (ended.code === skipped) throw new Unsupported(ended.reason || 'skipped');
      if (ended.code === 0 && paths.every((path) => existsSync(path))) {
        habit = 'writes';
        return paths.map((path, i) => ({ name: outputs[i]!, bytes: readFileSync(path) }));
      }
      if (!expected) throw new Error(ended.code === 0 ? 'it wrote no output_0.pb' : ended.reason);
      if (expected.some(leavesChoice)) throw new Unsupported('several answers may stand, and it compares with one');
      if (ended.code !== 0) throw new Error(ended.reason || `exit code ${ended.code}`);
      const answers = expected.map(bestTensor);
      if (habit === undefined) await notices(folder, answers);
      return answers.map((answer, i) => ({ name: outputs[i]!, bytes: encodeTensor(answer) }));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

function expectedOf(bytes: Uint8Array, inputs: readonly NamedBytes[]): readonly ExpectedOutput[] | undefined {
  const model = decodeModel(bytes, 'the model');
  const call = readCall(model);
  if (call.unknown !== undefined) return undefined;
  const given = new Map(inputs.map(({ name, bytes }) => [name, decodeTensor(bytes).tensor]));
  return call.operator.expect(versionAt(call.operator, model.opset), callWith(call, model, given));
}

/** True if what stands in an element depends on a policy: an answer unlike the file's may be right then. */
const leavesChoice = ({ dims, accept }: ExpectedOutput): boolean =>
  Array.from({ length: elementCount(dims) }, (_, i) => accept(i)).some((element) => {
    const verdict = element.judge(element.best);
    return verdict.accepted && verdict.observations.length > 0;
  });

function writeVector(
  folder: string,
  model: Uint8Array,
  inputs: readonly NamedBytes[],
  outputs?: readonly Tensor[],
): void {
  const set = join(folder, 'test_data_set_0');
  mkdirSync(set, { recursive: true });
  writeFileSync(join(folder, 'model.onnx'), model);
  for (const [i, { bytes }] of inputs.entries()) writeFileSync(join(set, `input_${i}.pb`), bytes);
  for (const [i, output] of (outputs ?? []).entries()) writeFileSync(join(set, `output_${i}.pb`), encodeTensor(output));
}

/** Before a command that writes nothing is believed, it has to notice that all is 0 where it should not be. */
async function notices(folder: string, answers: readonly Tensor[]): Promise<void> {
  if (answers.every(({ data }) => data.every((x: number | bigint) => Number(x) === 0))) return; // the next case will tell
  const wrong = answers.map(({ dtype, dims }) => tensor(dtype, dims, allocate(dtype, elementCount(dims))));
  for (const [i, output] of wrong.entries()) {
    writeFileSync(join(folder, 'test_data_set_0', `output_${i}.pb`), encodeTensor(output));
  }
  const { code } = await execute(folder);
  if (code === 0)
    throw new Error('it writes no output_0.pb, and is content with wrong ones in test_data_set_0: it tests nothing');
  habit = 'compares';
}

/** Runs the command. If a signal kills it, so does this process end: the case is a crash, and its stderr is kept. */
function execute(folder: string): Promise<{ readonly code: number; readonly reason: string }> {
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
      if (signal !== null) {
        rmSync(folder, { recursive: true, force: true });
        fail(`${lastUsefulLine(said.toString())} (${file} was ended by ${signal})`);
      }
      resolve({ code: code!, reason: lastUsefulLine(said.toString()) });
    });
  });
}
