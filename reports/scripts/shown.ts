import { elementCount, type Tensor } from '../../oracles/numerics/tensor.ts';

/** A program that shows a fault without the suite. */
export interface Script {
  /** for a block of code */
  readonly language: 'js' | 'python';
  readonly lines: readonly string[];
}

/** The values of one run of a model, by name, in the order of the graph. */
export interface ShownRun {
  readonly inputs: ReadonlyMap<string, Tensor>;
  /** what should come out; empty where that is not known */
  readonly outputs: ReadonlyMap<string, Tensor>;
}

/** What a script shows: a model, what goes in, and what should come out. */
export interface ScriptContent {
  /** as npm or pip have it */
  readonly version: string;
  readonly provider: string | undefined;
  /** a ModelProto in base64, or as a file beside the script */
  readonly model: { readonly base64: string } | { readonly file: string };
  /** of one loaded model, one after the other */
  readonly runs: readonly ShownRun[];
  /** the element that decided: which output, by position, its coordinates, and in words what would have been accepted */
  readonly element:
    | { readonly output: number; readonly index: readonly number[]; readonly allowed?: string }
    | undefined;
}

/** Elements that are read at a glance; of a larger output only the one that decided is printed. */
const atAGlance = 64;

/** An output, and of a large one the place of the element that is printed of it. */
export interface PrintedOutput {
  readonly name: string;
  /** position among the outputs of the graph */
  readonly position: number;
  readonly tensor: Tensor;
  readonly place: number | undefined;
}

/** What a script prints of a run: the output that decided, else all. */
export function printedOf({ element }: ScriptContent, { outputs }: ShownRun): readonly PrintedOutput[] {
  const all = [...outputs].map(([name, tensor], position) => ({ name, position, tensor, place: undefined }));
  const decisive = element && all[element.output];
  if (!decisive) return all;
  const { dims } = decisive.tensor;
  const isLarge = elementCount(dims) > atAGlance && element.index.length === dims.length;
  const place = isLarge ? flatIndex(element.index, dims) : undefined;
  return [{ ...decisive, place }];
}

/** Where the element that decided lies among all of its output, and the range in which it would be right. */
export interface InRange {
  readonly at: number;
  readonly least: string;
  readonly most: string;
}

/** Of a float that need not be one number: when it is right. Everything else is right as printed. */
export function rangeOf({ element }: ScriptContent, [only, ...others]: readonly PrintedOutput[]): InRange | undefined {
  if (!element || !only || others.length > 0 || !/^float(?:32|64)$/.test(only.tensor.dtype)) return undefined;
  const [, least, most] = /^\[(-?[\d.e+-]+), (-?[\d.e+-]+)\]$/.exec(element.allowed ?? '') ?? [];
  const { dims } = only.tensor;
  return least === undefined ? undefined : { at: flatIndex(element.index, dims), least, most: most! };
}

const flatIndex = (index: readonly number[], dims: readonly number[]): number =>
  index.reduce((at, i, axis) => at * dims[axis]! + i, 0);

/** Lines that a script may have. */
export const mostLines = 20;

/** A call with an entry for each input: a line for each, or all in one line where that would be too many. */
export function call(
  before: string,
  inputs: readonly string[],
  behind: string,
  otherLines: number,
  indent = '  ',
): readonly string[] {
  if (inputs.length + 2 + otherLines > mostLines) return [`${before} ${inputs.join(' ')} ${behind}`];
  return [before, ...inputs.map((line) => `${indent}${line}`), behind];
}
