/**
 * `npm run evidence -- accuracy [OPERATORS] [--backend RUNTIME …]`: asks runtimes for unary functions over the whole range of each float
 * type, and compares every answer with the exact value. The largest errors go to reports/accuracy/, and from there to the site. Without
 * names it measures all operators of one float without attributes; without `--backend`, onnxruntime-node.
 */
import { existsSync } from 'node:fs';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { isTensor } from '../../oracles/numerics/value.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { expectValues } from '../../oracles/spec/expect-values.ts';
import type { Operator, OperatorVersion } from '../../oracles/spec/operator.ts';
import { type Backend, BackendUnavailable, type RunRequest } from '../../src/backends/backend.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { encodeCase } from '../../vectors/onnx/case.ts';
import { decodeBytes } from '../../vectors/onnx/value-proto.ts';
import { readArguments } from '../arguments.ts';
import { commitOf } from '../commit.ts';
import { runtimes } from '../runtimes/targets.ts';
import { storedErrors, storeErrors } from './stored.ts';
import { describeErrors, dtypesOf, functions, measureOf, type Sweep, sweepOf } from './sweep.ts';

process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals } = readArguments({
    allowPositionals: true,
    options: { backend: { type: 'string', short: 'b', multiple: true, default: ['onnxruntime-node'] } },
  });
  const unknown = positionals.find((name) => !functions.some((operator) => operator.name === name));
  if (unknown !== undefined) {
    const known = functions.map(({ name }) => name).join(', ');
    process.stderr.write(`'${unknown}' is not an operator of one float without attributes; these are: ${known}\n`);
    return 2;
  }
  const backends: { readonly label: string; readonly backend: Backend }[] = [];
  try {
    for (const label of values.backend) backends.push({ label, backend: await opened(label) });
    const commit = commitOf(['oracles', 'evidence/accuracy', 'adapters', 'src/backends']);
    for (const operator of functions.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
      for (const dtype of dtypesOf(operator)) await measure(operator, sweepOf(dtype), backends, commit);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof BadInput || error instanceof BackendUnavailable)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  } finally {
    await Promise.all(backends.map(({ backend }) => backend.close()));
  }
}

/** Starts a runtime, one of npm from the folder of runtimes. */
function opened(label: string): Promise<Backend> {
  const where = existsSync(`${runtimes}/node_modules`) && { cwd: runtimes };
  return openBackend({ ...backendCommand(label), ...where }, { caseTimeout: 120_000, startTimeout: 120_000 });
}

/** Asks each runtime for a sweep, and stores its errors at once. */
async function measure(
  operator: Operator,
  sweep: Sweep,
  backends: readonly { readonly label: string; readonly backend: Backend }[],
  commit: string,
): Promise<void> {
  const [{ name }, { dtype }] = [operator, sweep.inputs];
  let errorsIn: ReturnType<typeof measureOf> | undefined;
  for (const { label, backend } of backends) {
    const answer = await askedAnswer(operator, sweep.inputs, backend);
    if (typeof answer === 'string') {
      process.stdout.write(`${name} ${dtype} ${label}: ${answer}\n`);
      continue;
    }
    errorsIn ??= measureOf(operator, sweep);
    const errors = errorsIn(answer);
    const before = storedErrors(label)?.errors ?? {};
    storeErrors({
      label,
      version: backend.info.version,
      commit,
      date: new Date().toISOString().slice(0, 10),
      errors: { ...before, [name]: { ...before[name], [dtype]: errors } },
    });
    process.stdout.write(`${name} ${dtype} ${label}: ${describeErrors(errors)}\n`);
  }
}

/** Returns the answer of a runtime, for the newest version that it supports; otherwise a reason. */
async function askedAnswer(operator: Operator, inputs: Tensor, backend: Backend): Promise<Tensor | string> {
  let reason = 'not supported';
  for (const version of operator.versions.toReversed()) {
    if (!version.dtypes.includes(inputs.dtype)) continue;
    const answer = await backend.run(requestOf(operator, version, inputs));
    if (answer.kind === 'outputs') {
      const output = decodeBytes(answer.outputs[0]!, 'the answer');
      const isSame = isTensor(output) && output.dtype === inputs.dtype && output.dims.join() === inputs.dims.join();
      return isSame ? output : 'an answer of another type or shape';
    }
    if ('message' in answer) reason = `${answer.kind}: ${answer.message}`;
  }
  return reason;
}

/** Returns the request for a node on a sweep, at the first opset of a version. */
function requestOf(operator: Operator, version: OperatorVersion, inputs: Tensor): RunRequest {
  const proposal = { attributes: {}, inputs: [{ form: 'input', value: inputs }], dataClass: 'sweep' } as const;
  const expected = expectValues(operator, version, { attributes: {}, inputs: [inputs], outputs: 1 });
  return encodeCase({ id: operator.name, cell: { operator, version }, opset: version.since, proposal }, expected);
}
