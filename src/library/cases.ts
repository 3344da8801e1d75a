import { type Case as Question, select } from '../../generators/suite/cases.ts';
import { mapTensors, type Value } from '../../oracles/numerics/value.ts';
import type { Level } from '../../oracles/spec/level.ts';
import { isOfSessions } from '../../oracles/spec/sessions.ts';
import { decodeBytes } from '../../vectors/onnx/value-proto.ts';
import type { RunRequest } from '../backends/backend.ts';
import { parseSelection } from '../options/selection.ts';
import { prepareModel } from '../run/trial/prepare-case.ts';
import type { Prepared } from '../run/trial/prepared.ts';
import { Expected } from './expected.ts';
import { caseOptions, type RequiredOptions, readCall, type SelectionOptions } from './options.ts';
import { type NamedValues, Printable, printAs } from './printing.ts';
import { printable } from './tensors.ts';
import type { Verdict } from './verdict.ts';

/** A valid model with its inputs and accepted outputs. Data are drawn, and the oracle evaluates, at first use. */
export class Case extends Printable {
  /** `ReduceSum/13/float32/keepdims-zero/3` */
  readonly id: string;
  readonly operator: string;
  /** the opset since which this version of the operator is in force */
  readonly version: number;
  /** the dtype of the main type variable */
  readonly dtype: string;
  /** the id of its clause: the fourth part of the id */
  readonly clause: string;
  /** the text of its clause */
  readonly clauseText: string;
  readonly level: Level;
  /** the opset that the model imports */
  readonly opset: number;
  /** one line: shapes, attributes, kind of data */
  readonly summary: string;
  readonly #testCase: Question;
  #prepared: Prepared<RunRequest> | undefined;

  constructor(testCase: Question) {
    super();
    const { id, cell, opset, summary } = testCase;
    this.id = id;
    this.operator = cell.operator.name;
    this.version = cell.version.since;
    this.dtype = cell.dtype;
    this.clause = cell.clause.id;
    this.clauseText = cell.clause.text;
    this.level = cell.clause.level;
    this.opset = opset;
    this.summary = summary;
    this.#testCase = testCase;
  }

  get #asked(): Prepared<RunRequest> {
    this.#prepared ??= prepareModel(this.#testCase);
    return this.#prepared;
  }

  /** a ModelProto */
  get model(): Uint8Array {
    return this.#asked.request.model;
  }

  /** the graph inputs by name */
  get inputs(): Readonly<Record<string, Value>> {
    const { inputs } = this.#asked.request;
    return Object.fromEntries(inputs.map((input) => [input.name, mapTensors(decodeBytes(input), printable)]));
  }

  /** the names of the graph outputs, in order */
  get outputs(): readonly string[] {
    return this.#asked.request.outputs;
  }

  get expected(): Expected {
    return new Expected(this.#asked);
  }

  /** the policy under which a runtime may refuse the model; `undefined` if it must run */
  get mayBeRefused(): string | undefined {
    return this.#testCase.proposal.rejection?.policy;
  }

  /** Judges outputs, as `expected.judge` does. */
  judge(outputs: readonly Value[] | NamedValues, options: RequiredOptions = {}): Verdict {
    return this.expected.judge(outputs, options);
  }

  /** Describes the case: "ReduceSum/13/float32/keepdims-zero/3  opset 13, …", with the values of the inputs if they are few. */
  toString(): string {
    const values = this.#asked.inputs?.();
    return `${this.id}  ${this.summary}${values ? `\n  ${values}` : ''}`;
  }
}

/**
 * Yields the cases of a part of the suite; each is drawn only when it is used. Cases of several runs and invalid models are
 * left out: {@link run} has them.
 * @throws BadInput for ids, opsets or dtypes that cannot match
 */
export function cases(options: SelectionOptions = {}): Generator<Case, void, undefined> {
  return printAs(drawn(options), () => `cases of ${JSON.stringify(options)}, one after the other`);
}

function* drawn(options: SelectionOptions): Generator<Case, void, undefined> {
  const { cells, cases: casesOf } = select(parseSelection(readCall(caseOptions, options)));
  for (const cell of cells) {
    if (isOfSessions(cell.clause)) continue;
    for (const testCase of casesOf(cell)) yield new Case(testCase);
  }
}
