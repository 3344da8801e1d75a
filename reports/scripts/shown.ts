import { elementCount, type Tensor } from '../../oracles/numerics/tensor.ts';
import { areTensors, type Value } from '../../oracles/numerics/value.ts';

/** A program that shows a fault without the suite. */
export interface Script {
  /** the language of its block of code */
  readonly language: 'js' | 'python';
  readonly lines: readonly string[];
}

/** Returns the name and the contents of a script's file. */
export const scriptFile = ({ language, lines }: Script): readonly [name: string, text: string] => [
  language === 'js' ? 'script.mjs' : 'script.py',
  `${lines.join('\n')}\n`,
];

/** The values of one run of a model, by name, in the order of the graph. */
export interface ShownRun {
  readonly inputs: ReadonlyMap<string, Tensor>;
  /** the expected outputs; empty if not known */
  readonly outputs: ReadonlyMap<string, Tensor>;
}

/** Returns a run for a script; `undefined` if a value is not a tensor. */
export function shownRun({ inputs, outputs }: RunValues): ShownRun | undefined {
  const isOfTensors = (values: ReadonlyMap<string, Value>): values is ReadonlyMap<string, Tensor> =>
    areTensors([...values.values()]);
  return isOfTensors(inputs) && isOfTensors(outputs) ? { inputs, outputs } : undefined;
}

type RunValues = Readonly<Record<keyof ShownRun, ReadonlyMap<string, Value>>>;

/** The contents of a script: a model, inputs, and expected outputs. */
export interface ScriptContent {
  /** the version of the package in npm or pip */
  readonly version: string;
  readonly provider: string | undefined;
  /** a ModelProto in base64, or as a file next to the script */
  readonly model: { readonly base64: string } | { readonly file: string };
  /** the runs of one loaded model, in order */
  readonly runs: readonly ShownRun[];
  /** the deciding element: the position of its output, its coordinates, and the accepted answers in words */
  readonly element:
    | { readonly output: number; readonly index: readonly number[]; readonly allowed?: string }
    | undefined;
}

/** The greatest number of elements to print; for a larger output only the deciding element is printed. */
const atAGlance = 64;

/** An output to print; for a large one, the place of the element to print. */
export interface PrintedOutput {
  readonly name: string;
  /** position among the outputs of the graph */
  readonly position: number;
  readonly tensor: Tensor;
  readonly place: number | undefined;
}

/** Returns the outputs that a script prints of a run: the deciding one, or else all. */
export function printedOf({ element }: ScriptContent, { outputs }: ShownRun): readonly PrintedOutput[] {
  const all = [...outputs].map(([name, tensor], position) => ({ name, position, tensor, place: undefined }));
  const decisive = element && all[element.output];
  if (!decisive) return all;
  const { dims } = decisive.tensor;
  const isLarge = elementCount(dims) > atAGlance && element.index.length === dims.length;
  const place = isLarge ? flatIndex(element.index, dims) : undefined;
  return [{ ...decisive, place }];
}

/** The index of the deciding element in its output, and its accepted range. */
export interface InRange {
  readonly at: number;
  readonly least: string;
  readonly most: string;
}

/** Returns the accepted range of a float, if it is not a single number. Other values have to be as printed. */
export function rangeOf({ element }: ScriptContent, [only, ...others]: readonly PrintedOutput[]): InRange | undefined {
  if (!element || !only || others.length > 0 || !/^float(?:32|64)$/.test(only.tensor.dtype)) return undefined;
  const [, least, most] = /^\[(-?[\d.e+-]+), (-?[\d.e+-]+)\]$/.exec(element.allowed ?? '') ?? [];
  const { dims } = only.tensor;
  return least === undefined ? undefined : { at: flatIndex(element.index, dims), least, most: most! };
}

const flatIndex = (index: readonly number[], dims: readonly number[]): number =>
  index.reduce((at, i, axis) => at * dims[axis]! + i, 0);

/** The greatest number of lines of a script. */
export const maxLines = 20;

/** Returns a call with an entry for each input, on separate lines, or on one line if these are too many. */
export function call(
  before: string,
  inputs: readonly string[],
  behind: string,
  otherLines: number,
  indent = '  ',
): readonly string[] {
  if (inputs.length + 2 + otherLines > maxLines) return [`${before} ${inputs.join(' ')} ${behind}`];
  return [before, ...inputs.map((line) => `${indent}${line}`), behind];
}
