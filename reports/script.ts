import type { DType } from '../oracles/numerics/dtype.ts';
import { elementCount, type Tensor } from '../oracles/numerics/tensor.ts';
import type { Exhibit } from './exhibit.ts';
import type { Finding, Report } from './schema.ts';
import { gotInWords, wantInWords } from './words/first-look.ts';

/** A program that shows a fault without the suite. */
export interface Script {
  /** for a block of code */
  readonly language: string;
  readonly lines: readonly string[];
}

/** Elements of all inputs that a script spells out. */
const mostElements = 500;

/** The runtimes that a script can be written for, by the value of `--backend`. */
const writers: Readonly<Record<string, (exhibit: Exhibit, model: string, report: Report) => Script | undefined>> = {
  'onnxruntime-node': inJavaScript,
  'python:onnxruntime': inPython,
};

/**
 * A script of a few lines for the runtime of a report; `undefined` where it has none, where the inputs are many, and where one run of one
 * model does not show the fault.
 * @param model the model of the exhibit in base64
 */
export function scriptFor(report: Report, finding: Finding, exhibit: Exhibit, model: string): Script | undefined {
  const elements = [...exhibit.inputs.values()].reduce((sum, { dims }) => sum + elementCount(dims), 0);
  if (exhibit.runs > 1 || finding.other || elements > mostElements) return undefined;
  const backend = report.launch?.backend ?? '';
  const script = Object.hasOwn(writers, backend) ? writers[backend]!(exhibit, model, report) : undefined;
  const comment = script?.language === 'python' ? '#' : '//';
  const outcome = `${comment} got ${gotInWords(finding)}; expected ${wantInWords(finding)}`.replace(/\s+/g, ' ');
  return script && { ...script, lines: [...script.lines, outcome] };
}

function inJavaScript({ inputs }: Exhibit, model: string, { backend, launch }: Report): Script {
  const provider = launch?.options?.provider;
  const options = provider === undefined ? '' : `, { executionProviders: [${JSON.stringify(provider)}] }`;
  return {
    language: 'js',
    lines: [
      `// npm install onnxruntime-node@${backend.version}; save as bug.mjs; node bug.mjs`,
      "import { InferenceSession, Tensor } from 'onnxruntime-node';",
      `const model = Buffer.from('${model}', 'base64');`,
      `const session = await InferenceSession.create(model${options});`,
      'const results = await session.run({',
      ...[...inputs].map(
        ([name, { dtype, dims, data }]) =>
          `  ${JSON.stringify(name)}: new Tensor('${dtype}', ${arrayInJavaScript(data)}, ${JSON.stringify(dims)}),`,
      ),
      '});',
      'for (const [name, { type, dims, data }] of Object.entries(results)) console.log(name, type, dims, data);',
    ],
  };
}

function arrayInJavaScript(data: Tensor['data']): string {
  const values = [...(data as Iterable<number | bigint | string>)].map((value) => {
    if (typeof value === 'string') return JSON.stringify(value);
    return typeof value === 'bigint' ? `${value}n` : Object.is(value, -0) ? '-0' : `${value}`;
  });
  const type = data.constructor.name;
  return type === 'Array' ? `[${values.join(', ')}]` : `${type}.from([${values.join(', ')}])`;
}

function inPython({ inputs }: Exhibit, model: string, { backend, launch }: Report): Script | undefined {
  const arrays = [...inputs].map(([name, value]) => [name, arrayInPython(value)] as const);
  if (arrays.some(([, text]) => text === undefined)) return undefined;
  const provider = launch?.options?.provider;
  const providers = provider === undefined ? '' : `, providers=[${JSON.stringify(provider)}]`;
  return {
    language: 'python',
    lines: [
      `# pip install onnxruntime==${backend.version}`,
      'import base64',
      'import numpy as np',
      'import onnxruntime as ort',
      `model = base64.b64decode("${model}")`,
      'feeds = {',
      ...arrays.map(([name, text]) => `    ${JSON.stringify(name)}: ${text},`),
      '}',
      `print(ort.InferenceSession(model${providers}).run(None, feeds))`,
    ],
  };
}

/** Types of numpy by name where they have another than ours; those that numpy lacks have none. */
const numpyTypes: Readonly<Partial<Record<DType, string>>> = { bool: 'bool_', string: 'object_' };
const ofNumpy = /^(?:u?int(?:8|16|32|64)|float(?:16|32|64)|bool|string)$/;

function arrayInPython({ dtype, dims, data }: Tensor): string | undefined {
  if (!ofNumpy.test(dtype)) return undefined;
  const values = [...(data as Iterable<number | bigint | string>)].map((value) => {
    if (typeof value === 'string') return JSON.stringify(value);
    if (Number.isNaN(value)) return 'np.nan';
    if (typeof value === 'number' && !Number.isFinite(value)) return value > 0 ? 'np.inf' : '-np.inf';
    return Object.is(value, -0) ? '-0.0' : `${value}`;
  });
  const list = `[${values.join(', ')}]`;
  const shape = `.reshape(${JSON.stringify(dims)})`;
  if (dtype === 'float16') return `np.array(${list}, np.uint16).view(np.float16)${shape}`;
  return `np.array(${list}, np.${numpyTypes[dtype] ?? dtype})${shape}`;
}
