import type { Proposal, ProposedInput } from '../../generators/cases/proposal.ts';
import type { Cell } from '../../generators/suite/cases.ts';
import { callOfValues } from '../../generators/suite/cases.ts';
import { isTensor, mapTensors, type Value } from '../../oracles/numerics/value.ts';
import { findOperator, newestOpset, versionAt } from '../../oracles/operators.ts';
import { BadInput, NotJudged } from '../../oracles/spec/bad-input.ts';
import type { Attributes, AttributeValue } from '../../oracles/spec/declaration.ts';
import { inputName } from '../../oracles/spec/declaration.ts';
import { expectValues } from '../../oracles/spec/expect-values.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import { encodeCase } from '../../vectors/onnx/case.ts';
import type { EncodedRun } from '../../vectors/onnx/encode.ts';
import { checkNames } from '../options/read.ts';
import { expect } from './expect.ts';
import type { Expected } from './expected.ts';
import type { KernelAttributes } from './kernel.ts';
import type { RequiredOptions } from './options.ts';
import { type NamedValues, Printable } from './printing.ts';
import { checkedValue, formatValue, printable } from './tensors.ts';
import type { Verdict } from './verdict.ts';

/** The parts of a call. */
export interface CallSource {
  readonly cell: Pick<Cell, 'operator' | 'version'>;
  readonly opset: number;
  readonly proposal: Proposal;
}

/** Returns the parts of a call, to derive other calls. */
export let sourceOf: (call: NodeCall) => CallSource;

/** A valid call of an operator version, as a model: a node with its attributes and the values of its inputs. */
export class NodeCall extends Printable {
  readonly operator: string;
  /** the opset since which this version of the operator is in force */
  readonly version: number;
  readonly opset: number;
  /** the given attributes, in the form of kernels */
  readonly attributes: KernelAttributes;
  /** the values in the order of the operator's inputs; `undefined` for an omitted one */
  readonly arguments: readonly (Value | undefined)[];
  readonly #source: CallSource;
  readonly #encoded: EncodedRun;

  static {
    sourceOf = (call) => call.#source;
  }

  /** @throws BadInput if the call is not valid */
  constructor(source: CallSource) {
    super();
    const { cell, opset, proposal } = source;
    const { operator, version } = cell;
    this.operator = operator.name;
    this.version = version.since;
    this.opset = opset;
    this.#source = source;
    this.attributes = Object.fromEntries(Object.entries(proposal.attributes).map(([name, { value }]) => [name, value]));
    this.arguments = proposal.inputs.map(({ value, held = value }) => held && mapTensors(held, printable));
    const expected = expectValues(operator, version, callOfValues(proposal));
    this.#encoded = encodeCase({ id: operator.name, cell, opset, proposal }, expected);
  }

  /** a ModelProto */
  get model(): Uint8Array {
    return this.#encoded.model;
  }

  /** the graph inputs by name: the arguments that are not constants of the model */
  get inputs(): Readonly<Record<string, Value>> {
    return Object.fromEntries(
      this.#source.proposal.inputs.flatMap(({ form, value, held = value, sameAs }, i) => {
        return form === 'input' && held && sameAs === undefined
          ? [[inputName(this.#source.cell.version, i), held]]
          : [];
      }),
    );
  }

  get expected(): Expected {
    return expect(this.model, this.inputs);
  }

  /** Judges outputs, as `expected.judge` does. */
  judge(outputs: readonly Value[] | NamedValues, options: RequiredOptions = {}): Verdict {
    return this.expected.judge(outputs, options);
  }

  /** Describes the call: "ReduceSum-13, opset 13", its attributes, and its arguments, one per line. */
  toString(): string {
    const { version } = this.#source.cell;
    return [
      `${this.operator}-${this.version}, opset ${this.opset}`,
      ...Object.entries(this.attributes).map(([name, value]) => `  ${name} = ${textOf(value)}`),
      ...this.arguments.map((value, i) => `  ${inputName(version, i)}: ${value ? formatValue(value) : 'left out'}`),
    ].join('\n');
  }
}

const textOf = (value: AttributeValue['value']): string =>
  typeof value === 'object' && 'data' in value ? String(printable(value)) : JSON.stringify(value);

/** The contents of a node. */
export interface NodeOptions {
  /** the opset; by default the newest */
  readonly opset?: number;
  /** the attributes as plain values by name: `{ keepdims: 0 }` */
  readonly attributes?: KernelAttributes;
  /** the values in the order of the operator's inputs; `undefined` for an omitted one */
  readonly inputs?: readonly (Value | undefined)[];
  /** the number of outputs asked for; by default those that a node must have */
  readonly outputs?: number;
}

/**
 * Returns a model of one node.
 * @throws BadInput if the operator does not exist at that opset, or the call is not valid; the message names the rule
 */
export function node(operator: string, options: NodeOptions = {}): NodeCall {
  checkNames(options, ['opset', 'attributes', 'inputs', 'outputs']);
  const { opset = newestOpset, attributes = {}, inputs = [], outputs } = options;
  const found = findOperator(operator);
  if (!found) throw new NotJudged('the oracle does not know …', operator);
  const version = versionAt(found, opset);
  if (outputs !== undefined) checkOutputs(outputs, operator, version);
  const proposal = {
    attributes: typedAttributes(attributes, operator, version),
    inputs: inputs.map((value, i): ProposedInput => {
      if (!value) return { form: 'omitted', value };
      const given = checkedValue(value, `input ${i}`);
      return isTensor(given) ? { form: 'input', value: given } : { form: 'input', value: undefined, held: given };
    }),
    ...(outputs !== undefined && { outputs }),
    dataClass: 'given',
  };
  return new NodeCall({ cell: { operator: found, version }, opset, proposal });
}

/** @throws BadInput if a node of the version cannot have so many outputs */
function checkOutputs(count: number, operator: string, { since, outputs }: OperatorVersion): void {
  const most = outputs.at(-1)?.variadic ? Number.POSITIVE_INFINITY : outputs.length;
  if (Number.isInteger(count) && count >= 1 && count <= most) return;
  const range = Number.isFinite(most) ? `from 1 to ${most}` : 'above 0';
  throw new BadInput(`outputs of ${operator}-${since} takes an integer ${range}, not ${count}`);
}

/** Returns the attributes with the types that the version declares. */
function typedAttributes(given: KernelAttributes, operator: string, version: OperatorVersion): Attributes {
  const entries = Object.entries(given).map(([name, value]) => {
    const declared = version.attributes.find((one) => one.name === name);
    if (!declared) throw new BadInput(`${operator}-${version.since} has no attribute '${name}'`);
    return [name, { type: declared.type, value }];
  });
  return Object.fromEntries(entries);
}
