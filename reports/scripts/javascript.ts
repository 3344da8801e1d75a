import type { DType } from '../../oracles/numerics/dtype.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { call, maxLines, type PrintedOutput, printedOf, rangeOf, type Script, type ScriptContent } from './shown.ts';

/** The use of a runtime from JavaScript; each part is source text. */
interface JavaScriptRuntime {
  /** the package to install, without the version */
  readonly package: string;
  /** the lines that read the model; by default `model` holds the bytes */
  readonly read?: (model: ScriptContent['model']) => readonly string[];
  /** the lines up to the definition of `session` */
  readonly load: (shown: ScriptContent) => readonly string[];
  /** an entry for each input */
  readonly feed: (name: string, value: Tensor) => string;
  /** the text before and after these entries */
  readonly run: readonly [before: string, behind: string];
  /** dtype, shape and elements of an output; `held` is the class of the expected array */
  readonly got: (output: PrintedOutput, held: string) => string;
  /** its name of a dtype; `undefined` if it does not report one */
  readonly dtypeOf?: (dtype: DType) => string | undefined;
  /** classes of arrays for dtypes where it returns other arrays than the suite */
  readonly handsOut?: Readonly<Partial<Record<DType, string>>>;
  /** the last lines */
  readonly end?: readonly string[];
}

const text = (value: string) => `'${value.replace(/['\\]/g, '\\$&')}'`;
const list = (dims: readonly number[]) => `[${dims.join(', ')}]`;
/** Returns the text for one element of a list, or for all. */
const at = (elements: string, { place }: PrintedOutput) => (place === undefined ? elements : `${elements}[${place}]`);

const isHalves = ({ dtype }: Tensor) => dtype === 'float16';

/** onnxruntime's packages have one API. */
const onnxruntime = (name: string, usualProvider?: string): JavaScriptRuntime => ({
  package: name,
  load({ provider = usualProvider, runs }) {
    const holdsHalves = runs.some((run) => [...run.inputs.values(), ...run.outputs.values()].some(isHalves));
    const options = provider === undefined ? '' : `, { executionProviders: [${text(provider)}] }`;
    return [
      `import { InferenceSession, Tensor } from '${name}';`,
      ...(holdsHalves ? ['delete globalThis.Float16Array; // float16 as bits in any engine'] : []),
      `const session = await InferenceSession.create(model${options});`,
    ];
  },
  feed: (name, value) => `${text(name)}: new Tensor('${value.dtype}', ${arrayOf(value)}, ${list(value.dims)}),`,
  run: ['results = await session.run({', '});'],
  got(output) {
    const value = `results[${text(output.name)}]`;
    return `${value}.type, ${value}.dims, ${at(`${value}.data`, output)}`;
  },
});

/** Codes of OpenCV for types of elements, by their places. */
const depths: readonly DType[] = [
  ...(['uint8', 'int8', 'uint16', 'int16', 'int32', 'float32', 'float64', 'float16', 'bfloat16'] as const),
  ...(['bool', 'uint64', 'int64', 'uint32'] as const),
];

const narrow = (dtype: DType) => text(dtype === 'int64' ? 'int32' : dtype);
const inInt32 = { int64: 'Int32Array' } as const;

/** The runtimes by the value of `--backend`. */
const runtimes: Readonly<Record<string, JavaScriptRuntime>> = {
  'onnxruntime-node': onnxruntime('onnxruntime-node'),
  'onnxruntime-web': onnxruntime('onnxruntime-web', 'wasm'),
  '@jax-js/onnx': {
    package: '@jax-js/onnx',
    load: () => [
      'globalThis.navigator ??= {}; // Node 20 lacks both',
      'globalThis.Float16Array ??= class extends Uint16Array {};',
      "const [{ ONNXModel }, jax] = [await import('@jax-js/onnx'), await import('@jax-js/jax')];",
      "await jax.init('wasm');",
      "jax.defaultDevice('wasm');",
      'const session = new ONNXModel(model);',
    ],
    feed(name, value) {
      const [dtype, shape] = [narrow(value.dtype), list(value.dims)];
      const array = arrayOf(value, { ...inInt32, bool: 'Int32Array' });
      const isEmpty = value.data.length === 0;
      return `${text(name)}: jax.numpy.${isEmpty ? `zeros(${shape}, { dtype: ${dtype} })` : `array(${array}, { shape: ${shape}, dtype: ${dtype} })`},`;
    },
    run: ['results = session.run({', '});'],
    got(output) {
      const value = `results[${text(output.name)}]`;
      return `${value}.dtype, ${value}.shape, ${at(`(await ${value}.data())`, output)}`;
    },
    dtypeOf: narrow,
    handsOut: { ...inInt32, bool: 'Int32Array' },
  },
  tractjs: {
    package: 'tractjs',
    read: (model) =>
      'file' in model
        ? [`const path = new URL('${model.file}', import.meta.url).pathname;`]
        : [
            "import { writeFileSync } from 'node:fs';",
            "const path = 'bug.onnx';",
            `writeFileSync(path, Buffer.from('${model.base64}', 'base64'));`,
          ],
    // a model is compiled for the shapes of its inputs
    load({ runs }) {
      const facts = [...runs[0]!.inputs.values()].map(({ dtype, dims }, i) => `${i}: ['${dtype}', ${list(dims)}]`);
      return [
        "import { load, Tensor } from 'tractjs';",
        `const session = await load(path, { inputFacts: { ${facts.join(', ')} } });`,
      ];
    },
    feed: (_, value) => `new Tensor(${arrayOf(value)}, ${list(value.dims)}),`,
    run: ['results = await session.predict([', ']);'],
    got: (output) => `results[${output.position}].shape, ${at(`results[${output.position}].data`, output)}`,
    dtypeOf: () => undefined,
    handsOut: inInt32,
    end: ['process.exit(); // its worker would go on'],
  },
  '@techstark/opencv-js': {
    package: '@techstark/opencv-js',
    load: () => [
      "import opencv from '@techstark/opencv-js';",
      'const cv = await opencv;',
      "process.on('uncaughtException', (e) => process.exit(console.log('got', typeof e === 'number' ? cv.exceptionFromPtr(e).msg : e) ?? 1));",
      "cv.FS_createDataFile('/', 'model.onnx', model, true, true, false);",
      "const session = cv.readNetFromONNX('/model.onnx');",
      'const feed = (name, rows, columns, type, { buffer }, mat = new cv.Mat(rows, columns, type)) =>',
      '  session.setInput((mat.data.set(new Uint8Array(buffer)), mat), name);',
      'const get = (name, Held, mat = session.forward(name)) =>',
      '  [mat.depth(), mat.matSize, new Held(mat.data.slice().buffer)];',
    ],
    feed: (name, value) =>
      `feed(${text(name)}, ${value.dims.join(', ')}, ${depths.indexOf(value.dtype)}, ${arrayOf(value)}),`,
    run: ['results = [', '];'],
    got: (output, held) =>
      output.place === undefined
        ? `...get(${text(output.name)}, ${held})`
        : `get(${text(output.name)}, ${held})[2][${output.place}]`,
    dtypeOf: (dtype) => `${depths.indexOf(dtype)}`,
  },
  onnxjs: {
    package: 'onnxjs',
    load: () => [
      "import onnx from 'onnxjs';",
      "const session = new onnx.InferenceSession({ backendHint: 'cpu' });",
      'await session.loadModel(model);',
    ],
    feed: (name, value) =>
      `[${text(name)}, new onnx.Tensor(${arrayOf(value)}, '${value.dtype}', ${list(value.dims)})],`,
    run: ['results = await session.run(new Map([', ']));'],
    got(output) {
      const value = `results.get(${text(output.name)})`;
      return `${value}.type, ${value}.dims, ${at(`${value}.data`, output)}`;
    },
    dtypeOf: narrow,
    handsOut: inInt32,
  },
};

const bytesOfModel = (model: ScriptContent['model']) =>
  'file' in model
    ? [
        "import { readFileSync } from 'node:fs';",
        `const model = readFileSync(new URL('${model.file}', import.meta.url));`,
      ]
    : [`const model = Buffer.from('${model.base64}', 'base64');`];

/** Returns a script for Node and one of the runtimes; `undefined` for others. */
export function nodeScript(backend: string, shown: ScriptContent): Script | undefined {
  if (!Object.hasOwn(runtimes, backend)) return undefined;
  const runtime = runtimes[backend]!;
  const { model, runs, version } = shown;
  const { read = bytesOfModel, end = [] } = runtime;
  const how = 'file' in model ? 'node script.mjs' : 'save as bug.mjs; node bug.mjs';
  const head = [
    `// npm install ${runtime.package}@${version}; ${how}`,
    "import { inspect } from 'node:util';",
    ...read(model),
    ...runtime.load(shown),
    'const show = (label, ...all) => (console.log(label, ...all), all);',
    ...(runs.length > 1 ? ['let results, expected, got;'] : []),
  ];
  const before = runs.length > 1 ? '' : 'const ';
  const others = head.length + 5 + end.length;
  const body = runs.flatMap((run) => {
    const printed = printedOf(shown, run);
    return [
      ...(printed.length > 0
        ? [`${before}expected = show('expected', ${each(printed, (one) => wanted(runtime, one))});`]
        : []),
      ...call(
        `${before}${runtime.run[0]}`,
        [...run.inputs].map(([name, value]) => runtime.feed(name, value)),
        runtime.run[1],
        runs.length > 1 ? maxLines : others,
      ),
      `${before}got = show('got     ', ${printed.length > 0 ? each(printed, (one) => given(runtime, one)) : 'results'});`,
      ...(printed.length > 0
        ? [`if (${isWrong(shown, printed)}) process.exitCode = console.log('differs') ?? 1;`]
        : []),
    ];
  });
  return { language: 'js', lines: [...head, ...body, ...end] };
}

/** Returns the condition under which the result is still wrong. */
function isWrong(shown: ScriptContent, printed: readonly PrintedOutput[]): string {
  const range = rangeOf(shown, printed);
  if (!range) return 'inspect(got) !== inspect(expected)';
  const element = printed[0]!.place === undefined ? `got.at(-1)[${range.at}]` : 'got.at(-1)';
  return `!(${range.least} <= ${element} && ${element} <= ${range.most})`;
}

const each = (printed: readonly PrintedOutput[], write: (one: PrintedOutput) => string) =>
  printed.map((one) => `${text(one.name)}, ${write(one)}`).join(', ');

function wanted({ dtypeOf = text, handsOut }: JavaScriptRuntime, one: PrintedOutput): string {
  const { dtype, dims } = one.tensor;
  const parts = [dtypeOf(dtype), list(dims), arrayOf(one.tensor, handsOut, one.place)];
  return parts.filter((part) => part !== undefined).join(', ');
}

const given = (runtime: JavaScriptRuntime, one: PrintedOutput): string =>
  runtime.got(one, runtime.handsOut?.[one.tensor.dtype] ?? one.tensor.data.constructor.name);

/** Returns the elements of a tensor, or one of them, as an array of its class or of another one. */
function arrayOf(
  { data, dtype }: Tensor,
  others: Readonly<Partial<Record<DType, string>>> = {},
  place?: number,
): string {
  const type = others[dtype] ?? data.constructor.name;
  const isBig = type.startsWith('Big');
  const write = (x: number | bigint | string) => {
    if (typeof x === 'string') return JSON.stringify(x); // which has all escapes
    return Object.is(x, -0) ? '-0' : `${x}${isBig ? 'n' : ''}`;
  };
  const all = [...(data as Iterable<number | bigint | string>)];
  if (place !== undefined) return write(all[place]!);
  if (type === 'Array') return `[${all.map(write).join(', ')}]`;
  if (all.length > 8 && all.every((x) => Object.is(x, all[0])))
    return `new ${type}(${all.length}).fill(${write(all[0]!)})`;
  return `${type}.from([${all.map(write).join(', ')}])`;
}
