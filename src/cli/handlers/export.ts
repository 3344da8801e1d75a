import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { controlOf } from '../../../generators/cases/control.ts';
import { type Run, runsOf } from '../../../generators/sessions/runs.ts';
import { type Case, callOfValues, select } from '../../../generators/suite/cases.ts';
import { formatScalar } from '../../../oracles/judge/acceptance.ts';
import { referenceValue } from '../../../oracles/judge/reference-tensor.ts';
import { elementCount, elementsOf, type Tensor } from '../../../oracles/numerics/tensor.ts';
import { isTensor, tensorsIn, typeOf, type Value } from '../../../oracles/numerics/value.ts';
import { formatType } from '../../../oracles/numerics/value-type.ts';
import { opsetRange } from '../../../oracles/operators.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { type AttributeValue, inputAt, outputName, type WrittenNode } from '../../../oracles/spec/declaration.ts';
import { expectValues } from '../../../oracles/spec/expect-values.ts';
import { isOpen } from '../../../oracles/spec/level.ts';
import type { ExpectedValue } from '../../../oracles/spec/operator.ts';
import { writeVectorFiles } from '../../../vectors/export/write.ts';
import { answersExpected, encodeCaseRuns, encodeInvalidCase } from '../../../vectors/onnx/case.ts';
import { reportWriteErrors } from '../../../vectors/onnx/files.ts';
import { encodeValue } from '../../../vectors/onnx/value-proto.ts';
import { parseSelection } from '../../options/selection.ts';
import { nameOfStep } from '../../run/trial/compare-session.ts';

/** The options of `export`. */
export interface ExportArguments {
  readonly id: string;
  readonly out: string;
  readonly seed: number;
  readonly opset: number | undefined;
}

/**
 * The command `export`: writes a case as a vector and prints its contents.
 * @throws BadInput if the id does not name a single case, or the folder cannot be written
 */
export function exportCase(args: ExportArguments): void {
  const testCase = theCase(args);
  const lines = (testCase.cell.expects === 'outputs' ? exportValid : exportInvalid)(testCase, args.out);
  process.stdout.write(`${lines.join('\n')}\n`);
}

function exportValid(testCase: Case, out: string, level: string = testCase.cell.clause.level): string[] {
  const runs = runsOf(testCase).map((run) => ({ ...run, answers: answersTo(run.testCase) }));
  const files = orBadInput(out, () => writeRuns(out, runs));
  return [
    ...headOf(testCase, level),
    ...runs.flatMap((run, i) => [
      ...(runs.length > 1 ? [capital(nameOfStep(runs, i))] : []),
      ...describeCase(run.testCase, run.answers.map(referenceValue)),
    ]),
    ...written(out, files),
    ...(runs.length > 1
      ? [`A session: the files hold its ${runs.length} runs; state between them shows only with 'run ${testCase.id}'`]
      : []),
  ];
}

/** Exports an invalid model, which has no expected outputs, with its control in a subfolder. */
function exportInvalid(testCase: Case, out: string): string[] {
  const { model, inputs } = encodeInvalidCase(testCase);
  const dataSets = [{ inputs: inputs.map(({ bytes }) => bytes), outputs: [] }];
  const files = orBadInput(out, () => writeVectorFiles(out, { model, dataSets }));
  return [
    ...headOf(testCase, 'invalid'),
    ...describeNode(testCase),
    'Expected',
    ...section(['a refusal, while the control is answered']),
    ...written(out, files),
    '',
    ...exportValid(controlOf(testCase)!, join(out, 'control'), 'corrected'),
  ];
}

function headOf({ id, summary, cell: { clause } }: Case, level: string): string[] {
  return [`${id}  ${summary}`, `Clause ${clause.id} (${level}): ${clause.text}`];
}

const written = (out: string, files: readonly string[]): string[] => [
  'Written',
  ...section(files.map((file) => join(out, file))),
];

const answersTo = ({ cell, proposal }: Case) => expectValues(cell.operator, cell.version, callOfValues(proposal));

/**
 * Writes each model with a data set for each of its runs, in their order: a single model into the folder itself, several
 * models into one subfolder each.
 * @returns the paths below `dir`
 */
function writeRuns(dir: string, runs: readonly (Run & { readonly answers: readonly ExpectedValue[] })[]): string[] {
  const session = encodeCaseRuns(
    runs,
    runs.map(({ answers }) => answers),
  );
  const several = session.models.length > 1;
  const stale = several ? 'model.onnx' : folderOf(0);
  if (existsSync(join(dir, stale))) throw new BadInput(`${dir} holds ${stale} of another export; name another folder`);
  return session.models.flatMap((model, k) => {
    const folder = several ? folderOf(k) : '';
    const dataSets = session.runs.flatMap((run, i) => {
      if (run.model !== k) return [];
      const { testCase, answers } = runs[i]!;
      const outputs = answersExpected(testCase, answers).map((answer, o) =>
        encodeValue(referenceValue(answer), run.outputs[o]!),
      );
      return [{ inputs: run.inputs.map(({ bytes }) => bytes), outputs }];
    });
    return writeVectorFiles(join(dir, folder), { model, dataSets }).map((file) => join(folder, file));
  });
}

const folderOf = (model: number): string => `model_${model + 1}`;

/** Describes the node, its inputs and its expected outputs. */
function describeCase(testCase: Case, answers: readonly Value[]): string[] {
  const { proposal, cell } = testCase;
  const { clause, version } = cell;
  return [
    ...describeNode(testCase),
    `Expected (the true values, rounded once${isOpen(clause.level) ? '; other answers may be right as well' : ''})`,
    ...section(
      answers.map((answer, i) => `${proposal.graph?.outputs[i] ?? outputName(version, i)}: ${valueText(answer)}`),
    ),
  ];
}

function describeNode({ cell, opset, proposal }: Case): string[] {
  const { graph, attributes } = proposal;
  return [
    ...(graph
      ? [`Graph of ${graph.nodes.length} nodes, model of opset ${opset}`, ...section(graph.nodes.map(lineOf))]
      : [
          `Node ${cell.operator.name}, model of opset ${opset}`,
          'Attributes',
          ...section(Object.entries(attributes).map(formatAttribute)),
        ]),
    'Inputs',
    ...section(
      proposal.inputs.map(({ form, value, held = value, sameAs }, i) => {
        const nameOf = (at: number) => graph?.inputs[at] ?? inputAt(cell.version, at)?.name ?? 'undeclared';
        const name = nameOf(i);
        if (sameAs !== undefined) return `${name}: the same value as ${nameOf(sameAs)}`;
        if (form === 'omitted' || !held) return `${name}: omitted`;
        return `${name}${form === 'initializer' ? ' (initializer)' : ''}: ${valueText(held)}`;
      }),
    ),
  ];
}

/** Formats a node: "b = OperatorA(a, x)  axis = 1 (INT)". */
function lineOf({ opType, attributes, inputs, outputs }: WrittenNode): string {
  const set = Object.entries(attributes).map(formatAttribute).join(', ');
  return `${outputs.join(', ')} = ${opType}(${inputs.join(', ')})${set && `  ${set}`}`;
}

function theCase({ id, seed, opset }: ExportArguments): Case {
  const find = (opsets: readonly number[]) => {
    const { cells, invalid, cases } = select(parseSelection({ ids: [id], opset: opsets.map(String), dtype: [], seed }));
    return [...cells, ...invalid].flatMap((cell) => cases(cell));
  };
  const found = find(opset === undefined ? [] : [opset]);
  if (found.length > 1) {
    const some = found.slice(0, 2).map((each) => each.id);
    throw new BadInput(
      `export takes the id of one case, but '${id}' matches ${found.length}: ${some.join(', ')}${found.length > 2 ? ', …' : ''}`,
    );
  }
  if (found[0]) return found[0];
  const [elsewhere] = opset === undefined ? [] : find([]);
  if (!elsewhere) throw new BadInput(`no case matches '${id}'; 'onnx-conformance list --cases' shows all`);
  const { operator, version } = elsewhere.cell;
  const { first, last } = opsetRange(operator, version);
  if (opset! >= first && opset! <= last) {
    throw new BadInput(`'${id}' asks for another opset than --opset ${opset}; leave one of them out`);
  }
  throw new BadInput(`--opset ${opset}: ${operator.name}-${version.since} is in force at opsets ${first} to ${last}`);
}

function orBadInput<T>(dir: string, work: () => T): T {
  try {
    return reportWriteErrors(work, dir);
  } catch (error) {
    throw error instanceof BadInput ? new BadInput(`--out ${error.message}`) : error;
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const section = (lines: readonly string[]): string[] =>
  (lines.length > 0 ? lines : ['none']).map((line) => `  ${line}`);

/** The greatest number of elements of a tensor that is printed in full. */
const few = 16;

function tensorText(tensor: Tensor): string {
  const type = `${tensor.dtype}[${tensor.dims}]`;
  const count = elementCount(tensor.dims);
  return count > few ? `${type}, ${count} elements` : `${type} = [${elementsOf(tensor).map(formatScalar).join(', ')}]`;
}

/** Formats a tensor, or the type of another value with its tensors. */
function valueText(value: Value): string {
  if (isTensor(value)) return tensorText(value);
  return [formatType(typeOf(value)), tensorsIn(value).map(tensorText).join('; ') || 'no tensors'].join(' of ');
}

const formatAttribute = ([name, value]: [string, AttributeValue]): string => `${name} = ${attributeText(value)}`;

function attributeText(attribute: AttributeValue): string {
  if (attribute.type === 'TENSOR') return tensorText(attribute.value);
  return `${JSON.stringify(attribute.value)} (${attribute.type})`;
}
