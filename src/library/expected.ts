import { placeOf } from '../../oracles/arrays/index-map.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import type { DType } from '../../oracles/numerics/dtype.ts';
import { elementCount, type Tensor } from '../../oracles/numerics/tensor.ts';
import { formatForm, isTensor, mapTensors, tensorsIn, type Value } from '../../oracles/numerics/value.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { ExpectedOutput, ExpectedValue } from '../../oracles/spec/operator.ts';
import type { JudgedPart } from '../../vectors/onnx/graph.ts';
import type { NamedBytes } from '../../vectors/onnx/value-proto.ts';
import { encodeOutputs } from '../backends/adapter.ts';
import type { RunRequest } from '../backends/backend.ts';
import { requirementOptions } from '../options/groups.ts';
import { parseRequirements } from '../options/selection.ts';
import { unlessLimited } from '../run/trial/effort.ts';
import { judge } from '../run/trial/judge.ts';
import { isOpen } from '../run/trial/prepare-graph.ts';
import type { Prepared, PreparedRun } from '../run/trial/prepared.ts';
import { Allowed } from './allowed.ts';
import { type RequiredOptions, readCall } from './options.ts';
import { type NamedValues, Printable } from './printing.ts';
import { printable, refuseNoTensors } from './tensors.ts';
import { Verdict } from './verdict.ts';

type During = NonNullable<PreparedRun['during']>;

/** The accepted values of one output, or of one tensor of an output with several. */
export class ExpectedTensor extends Printable {
  readonly name: string;
  readonly dtype: DType;
  readonly dims: readonly number[];
  readonly #output: ExpectedOutput;
  readonly #during: During;

  constructor(name: string, output: ExpectedOutput, during: During = (work) => work()) {
    super();
    this.#during = during;
    this.name = name;
    this.dtype = output.dtype;
    this.dims = output.dims;
    this.#output = output;
  }

  /** the exact values, each rounded once */
  get best(): Tensor {
    return this.#during(() => printable(referenceTensor(this.#output)));
  }

  /** Returns the accepted values of an element. @param index its coordinates. @throws RangeError if they are out of range */
  at(...index: readonly number[]): Allowed {
    const inside = index.length === this.dims.length && index.every((i, k) => i >= 0 && i < this.dims[k]!);
    if (!inside) throw new RangeError(`[${index}] is outside of [${this.dims}]`);
    return this.#allowed(index.reduce((sum, i, k) => sum * this.dims[k]! + i, 0));
  }

  #allowed(place: number): Allowed {
    return new Allowed(this.#output.accept(place), this.dtype);
  }

  /** Describes the accepted values of the first elements. */
  toString(elements: number = few): string {
    return this.#during(() => this.#describe(elements));
  }

  #describe(elements: number): string {
    const count = elementCount(this.dims);
    const lines = Array.from({ length: Math.min(count, elements) }, (_, i) => {
      const place = this.dims.length > 0 ? `[${placeOf(i, this.dims)}] ` : '';
      return `  ${place}${this.#allowed(i)}`;
    });
    const more = count > elements ? [`  … ${count - elements} more`] : [];
    const { given, hasRows = () => true } = this.#output;
    const together = given && hasRows() ? ['  (elements also depend on each other)'] : [];
    const most = Math.min(elements, few);
    const isAny = unlessLimited(
      () => isOpen(this.#output, most),
      () => false,
    );
    const open = isAny ? ['  (most elements may be nearly anything: an answer that passes says little)'] : [];
    return [`${this.name}: ${this.dtype}[${this.dims}]`, ...lines, ...more, ...together, ...open].join('\n');
  }
}

/** The greatest number of elements to print. */
const few = 8;

/** The accepted outputs of a model. */
export class Expected extends Printable {
  /** the outputs that the oracle can compute; for a sequence each tensor, such as `parts[0]`, for an optional its content */
  readonly outputs: readonly ExpectedTensor[];
  /** why it cannot compute the others, by name; empty if there are none */
  readonly unjudged: ReadonlyMap<string, string>;
  readonly #prepared: Prepared<RunRequest>;
  readonly #values: readonly { readonly name: string; readonly value: ExpectedValue }[];

  /** @param part the judged part of the model; all if absent */
  constructor(prepared: Prepared<RunRequest>, part?: JudgedPart) {
    super();
    this.#prepared = prepared;
    const { expected = [], during } = prepared.runs[0]!;
    const names = part?.graph.outputs ?? prepared.request.outputs;
    this.#values = expected.map((value, i) => ({ name: names[i]!, value }));
    this.outputs = this.#values.flatMap(({ name, value }) =>
      tensorsIn(value).map((output, i) => new ExpectedTensor(isTensor(value) ? name : `${name}[${i}]`, output, during)),
    );
    this.unjudged = part?.unjudged ?? new Map();
  }

  /** the exact values, each rounded once, in the order of the outputs */
  get best(): readonly Value[] {
    const { during = (work) => work() } = this.#prepared.runs[0]!;
    return during(() =>
      this.#values.map(({ value }) => mapTensors(value, (output) => printable(referenceTensor(output)))),
    );
  }

  /**
   * Judges outputs: a list in the order of the model's outputs, or by name.
   * @throws BadInput for an unknown policy or tier, or a list that contains anything but values
   */
  judge(outputs: readonly Value[] | NamedValues, options: RequiredOptions = {}): Verdict {
    refuseNoTensors(outputs, 'the outputs');
    const requirements = parseRequirements(readCall(requirementOptions, options));
    const names = this.#prepared.request.outputs;
    const list = Array.isArray(outputs) ? outputs : listed(outputs as NamedValues, names);
    const answer = { kind: 'outputs', outputs: encoded(list, names) } as const;
    return new Verdict(judge(this.#prepared, answer, requirements));
  }

  toString(): string {
    const left = [...this.unjudged].map(([name, why]) => `${name}: not judged: ${why}`);
    const held = this.#values.filter(({ value }) => !isTensor(value));
    const forms = held.map(({ name, value }) => `${name}: ${formatForm(value)}`);
    return [...forms, ...this.outputs.map(String), ...left].join('\n');
  }
}

function listed(outputs: NamedValues, names: readonly string[]): readonly Value[] {
  const byName = new Map(outputs instanceof Map ? outputs : Object.entries(outputs));
  const stranger = [...byName.keys()].find((name) => !names.includes(name));
  if (stranger !== undefined) throw new BadInput(`the model has no output '${stranger}'; it has ${names.join(', ')}`);
  return names.flatMap((name) => byName.get(name) ?? []);
}

function encoded(list: readonly Value[], names: readonly string[]): NamedBytes[] {
  try {
    return encodeOutputs(list, names);
  } catch (error) {
    throw new BadInput((error as Error).message);
  }
}
