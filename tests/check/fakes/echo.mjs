// Gives inputs and constants back, as the models of the checks ask; breaks the rule that its argument names.
import { writeSync } from 'node:fs';
import { decodeModel } from '../../../dist/bundled/parts/vectors/onnx/model.js';
import { encodeTensor } from '../../../dist/bundled/parts/vectors/onnx/tensor-proto.js';
import { frame, sleep, speak, write } from '../../backends/fakes/frames.mjs';

const broken = process.argv[2];
const backend = { name: 'echo', version: '1.0', provider: 'none', accumulator: 'none' };
let previous;
let before;

function greet({ id, protocol, options }) {
  if (protocol !== 1 && broken !== 'any version') return write(frame({ id, status: 'failed', message: 'only 1' }));
  const applied = broken === 'any option' ? { options } : {};
  const declared = { 'misspelt dtype': ['float32', 'fp16'], 'float32 alone': ['float32'] }[broken];
  const dtypes = declared ? { dtypes: declared } : {};
  write(frame({ id, status: 'ok', backend, ...applied, ...dtypes, methods: ['run'] }));
}

function answer(request, payloads) {
  const model = decodeModel(payloads[0], 'the model');
  const values = new Map(model.initializers.map(({ name, tensor }) => [name, encodeTensor(tensor, name)]));
  for (const [i, { name }] of request.inputs.entries()) values.set(name, payloads[i + 1]);
  const results = new Map(model.nodes.map(({ inputs: [from], outputs: [to] }) => [to, values.get(from)]));
  let names = request.outputs;
  if (broken === 'all outputs') names = [...results.keys()];
  if (broken === 'sorted outputs') names = [...names].sort();
  const outputs = names.map((name) => [name, results.get(name)]);
  if (outputs.some(([, bytes]) => bytes === undefined)) {
    if (broken === 'lax') return frame({ id: request.id, status: 'ok', outputs: [] });
    throw new Error('a node reads a value that nothing gives');
  }
  if (broken === 'negative zero') for (const [, bytes] of outputs) flatten(bytes);
  if (broken === 'remembers' && previous) outputs[0][1] = previous;
  previous = outputs[0][1];
  const listed = outputs.map(([name, bytes]) => ({
    name,
    size: broken === 'counts letters' ? name.length : bytes.length,
  }));
  return frame({ id: request.id, status: 'ok', outputs: listed }, ...outputs.map(([, bytes]) => bytes));
}

/** -0 of float32, at the end of the bytes of an element, becomes 0. */
function flatten(bytes) {
  for (let i = 3; i < bytes.length; i++)
    if (bytes[i] === 0x80 && !bytes[i - 1] && !bytes[i - 2] && !bytes[i - 3]) bytes[i] = 0;
}

speak(async (request, payloads) => {
  if (broken === 'late for much' && payloads.some(({ length }) => length > 2 ** 20)) await sleep(60_000);
  let bytes;
  try {
    bytes = answer(request, payloads);
  } catch (error) {
    if (broken === 'dies of errors') process.exit(1);
    if (broken === 'ok to rubbish') return write(frame({ id: request.id, status: 'ok', outputs: [] }));
    const status = broken === 'unsupported for errors' ? 'unsupported' : 'failed';
    bytes = frame({ id: request.id, status, message: error.message });
  }
  if (broken === 'prints') writeSync(1, 'ran 1 model\n');
  if (broken === 'ids') return write(Buffer.from(bytes.toString('latin1').replace(/"id":\d+/, '"id":1'), 'latin1'));
  if (broken === 'order') {
    if (before) write(bytes);
    if (before) write(before);
    before = before ? undefined : bytes;
    return (
      before &&
      sleep(30)
        .then(() => before && write(before))
        .then(() => (before = undefined))
    );
  }
  write(bytes);
}, greet);
if (broken === 'stays') setInterval(() => {}, 1000);
if (broken === 'stays') process.exit = () => {};
