/**
 * Creates the sessions of each request of a file, does their runs, releases them, and looks at nothing. An invalid model has
 * a control, which is asked when the model is refused. The second argument names the package, where it is not onnxruntime-node.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { deserialize } from 'node:v8';

const [file, name = 'onnxruntime-node'] = process.argv.slice(2);
const provider = name === 'onnxruntime-web' ? 'wasm' : 'cpu';
const options = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 4, executionProviders: [provider] };
const ort = createRequire(join(process.cwd(), 'here'))(name);
ort.env.logLevel = 'fatal';
if (provider === 'wasm') ort.env.wasm.numThreads = 1;
/** The dtypes that have typed arrays in JavaScript. */
const held = new Set([
  ...['float16', 'float32', 'float64', 'int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64'],
  ...['bool', 'string'],
]);

const requests = deserialize(readFileSync(file));
const started = performance.now();
for (const request of requests) {
  const ran = await run(request);
  if (!ran && request.control) await run(request.control);
}

console.log(JSON.stringify({ programs: requests.length, seconds: (performance.now() - started) / 1000 }));

/** Returns false where onnxruntime refuses: what it does not implement, the suite meets as well. */
async function run({ models, runs }) {
  // the adapter refuses these without asking onnxruntime, which has no such tensors in JavaScript
  if (runs.some(({ inputs }) => inputs.some(({ dtype }) => dtype === 'bfloat16'))) return false;
  const sessions = [];
  try {
    for (const { model, inputs, outputs } of runs) {
      const feeds = Object.fromEntries(
        inputs.map(({ name, dtype, dims, data }) => [name, new ort.Tensor(dtype, data, dims)]),
      );
      sessions[model] ??= await ort.InferenceSession.create(models[model], options);
      // to make a tensor of these of an output ends the process
      if (sessions[model].outputMetadata.some(({ type }) => !held.has(type))) return false;
      await sessions[model].run(feeds, outputs);
    }
    return true;
  } catch {
    return false;
  } finally {
    for (const session of sessions) await session?.release();
  }
}
