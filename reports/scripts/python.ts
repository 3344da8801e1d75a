import type { DType } from '../../oracles/numerics/dtype.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { call, maxLines, type PrintedOutput, printedOf, rangeOf, type Script, type ScriptContent } from './shown.ts';

/** The use of a runtime from Python; each part is source text. */
interface PythonRuntime {
  readonly package: string;
  readonly from: string;
  /** the expression for an object with `run`, created from `model` */
  readonly session: (provider: string | undefined) => string;
  /** whether it accepts arrays of ml_dtypes, which is installed with onnx */
  readonly hasSmallTypes: boolean;
}

const runtimes: Readonly<Record<string, PythonRuntime>> = {
  'python:onnxruntime': {
    package: 'onnxruntime',
    from: 'from onnxruntime import InferenceSession',
    session: (provider) => `InferenceSession(model${provider === undefined ? '' : `, providers=["${provider}"]`})`,
    hasSmallTypes: false,
  },
  'python:onnx.reference': {
    package: 'onnx',
    from: 'from onnx.reference import ReferenceEvaluator',
    session: () => 'ReferenceEvaluator(model)',
    hasSmallTypes: true,
  },
};

/** Returns a script for Python and one of the runtimes; `undefined` for others, and for types without arrays. */
export function pythonScript(backend: string, shown: ScriptContent): Script | undefined {
  const known = backend.replace(/^python@[^:]*:/, 'python:');
  if (!Object.hasOwn(runtimes, known)) return undefined;
  const runtime = runtimes[known]!;
  const { model, runs, version, provider } = shown;
  const values = runs.flatMap(({ inputs, outputs }) => [...inputs.values(), ...outputs.values()]);
  const needsSmallTypes = values.some(({ dtype }) => Object.hasOwn(smallTypes, dtype));
  if (needsSmallTypes && !runtime.hasSmallTypes) return undefined;
  const isFile = 'file' in model;
  const head = [
    `# pip install ${runtime.package}==${version}${isFile ? '; python script.py' : ''}`,
    isFile ? 'import pathlib' : 'import base64',
    'import numpy as np',
    ...(needsSmallTypes ? ['import ml_dtypes'] : []),
    runtime.from,
    isFile
      ? `model = (pathlib.Path(__file__).parent / "${model.file}").read_bytes()`
      : `model = base64.b64decode("${model.base64}")`,
    `session = ${runtime.session(provider)}`,
    'values = lambda arrays: [(a.dtype, a.shape, a.tolist()) for a in map(np.asarray, arrays)]',
    'show = lambda label, *arrays: print(label, *values(arrays)) or str(values(arrays))',
  ];
  const body = runs.flatMap((run) => {
    const feeds = [...run.inputs].map(([input, value]) => `${JSON.stringify(input)}: ${arrayOf(value)},`);
    const printed = printedOf(shown, run);
    const element = (place: number | undefined) => (place === undefined ? '' : `.ravel()[${place}]`);
    const expected = printed.map(({ tensor, place }) => `${arrayOf(tensor)}${element(place)}`);
    const isAll = printed.length === run.outputs.size && printed.every(({ place }) => place === undefined);
    const got = isAll
      ? '*results'
      : printed.map(({ position, place }) => `results[${position}]${element(place)}`).join(', ');
    return [
      ...(printed.length > 0 ? [`expected = show("expected", ${expected.join(', ')})`] : []),
      ...call('results = session.run(None, {', feeds, '})', runs.length > 1 ? maxLines : head.length + 4, '    '),
      `got = show("got     ", ${got})`,
      ...(printed.length > 0 ? [`if ${isWrong(shown, printed)}: raise SystemExit("differs")`] : []),
    ];
  });
  return { language: 'python', lines: [...head, ...body] };
}

/** Returns the condition under which the result is still wrong. */
function isWrong(shown: ScriptContent, printed: readonly PrintedOutput[]): string {
  const range = rangeOf(shown, printed);
  if (!range) return 'got != expected';
  const { position } = printed[0]!;
  return `not ${range.least} <= np.asarray(results[${position}]).ravel()[${range.at}] <= ${range.most}`;
}

/** Types that numpy has itself, by name. */
const ofNumpy = /^(?:u?int(?:8|16|32|64)|float(?:16|32|64))$/;

/** Types of ml_dtypes; integers of less than a byte are converted, floats are given as bits. */
const smallTypes: Readonly<Partial<Record<DType, string>>> = {
  bfloat16: 'bfloat16',
  float8e4m3fn: 'float8_e4m3fn',
  float8e4m3fnuz: 'float8_e4m3fnuz',
  float8e5m2: 'float8_e5m2',
  float8e5m2fnuz: 'float8_e5m2fnuz',
  float8e8m0: 'float8_e8m0fnu',
  float6e2m3: 'float6_e2m3fn',
  float6e3m2: 'float6_e3m2fn',
  float4e2m1: 'float4_e2m1fn',
  int4: 'int4',
  uint4: 'uint4',
  int2: 'int2',
  uint2: 'uint2',
};

function arrayOf({ dtype, dims, data }: Tensor): string {
  const shape = `.reshape(${JSON.stringify(dims)})`;
  const held = data.constructor.name.replace(/^Big|Array$/g, '').toLowerCase();
  const all = [...(data as Iterable<number | bigint | string>)];
  const literals = (type: string) =>
    all.length > 8 && all.every((x) => Object.is(x, all[0]))
      ? `np.full(${all.length}, ${literal(all[0]!)}, ${type})`
      : `np.array([${all.map(literal).join(', ')}], ${type})`;
  if (dtype === 'string') return `${literals('object')}${shape}`;
  if (dtype === 'bool') return `${literals('bool')}${shape}`;
  const small = smallTypes[dtype];
  const isInteger = /^u?int/.test(dtype);
  const plain = literals(`np.${held}`);
  if (small) return `${plain}${isInteger ? `.astype(ml_dtypes.${small})` : `.view(ml_dtypes.${small})`}${shape}`;
  if (dtype.startsWith('complex')) return `${plain}.view(np.${dtype})${shape}`;
  return ofNumpy.test(dtype) && dtype !== held ? `${plain}.view(np.${dtype})${shape}` : `${plain}${shape}`;
}

function literal(x: number | bigint | string): string {
  if (typeof x === 'string') return JSON.stringify(x);
  if (Number.isNaN(x)) return 'np.nan';
  if (typeof x === 'number' && !Number.isFinite(x)) return x > 0 ? 'np.inf' : '-np.inf';
  return Object.is(x, -0) ? '-0.0' : `${x}`;
}
