import { controlOf } from '../../generators/cases/control.ts';
import { type Case, type Cell, callOfValues, type Selection, select } from '../../generators/suite/cases.ts';
import { policies } from '../../oracles/judge/policy.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { tiers } from '../../oracles/judge/tier.ts';
import { areTensors } from '../../oracles/numerics/value.ts';
import { NotJudged } from '../../oracles/spec/bad-input.ts';
import { expectValues } from '../../oracles/spec/expect-values.ts';
import type { ExpectedOutput } from '../../oracles/spec/operator.ts';
import { isOfSessions } from '../../oracles/spec/sessions.ts';
import { sha256 } from '../export/sha256.ts';
import type { TreeFile } from '../export/tree.ts';
import { filesOfVector } from '../export/write.ts';
import { answersExpected, encodeCase, encodeInvalidCase } from '../onnx/case.ts';
import type { EncodedRun } from '../onnx/encode.ts';
import { encodeTensor } from '../onnx/tensor-proto.ts';
import { caseFile, packFormat } from './case-file.ts';

/** The part of a selection that goes into a pack. */
export type PackSize = 'full' | 'small';

/** Cases, each of which is drawn when it is written, and then discarded. */
export interface CaseStream {
  readonly count: number;
  each(): Iterable<Case>;
}

/** The contents of a pack. */
export interface PackedCases {
  readonly valid: CaseStream;
  readonly invalid: CaseStream;
  /** the number of omitted cases: files contain single runs, and sessions need several */
  readonly sessions: number;
}

/** The numbers of cases that a pack contains and omits. */
export interface PackCounts {
  readonly cases: number;
  /** models that must be rejected */
  readonly invalid: number;
  readonly sessionsLeftOut: number;
  /** cases without a range for each element, or without any answer that the oracle knows */
  readonly withoutRangesLeftOut: number;
}

/** The folder of the control of a model that must, or may, be rejected. */
const controlFolder = 'control';

/**
 * Returns the cases of a pack. A small one has the first of each operator version, dtype and clause, and unless opsets are
 * selected only those of each operator's newest version.
 * @throws BadInput if a part of an id can never match
 */
export function packedCases(selection: Selection, size: PackSize): PackedCases {
  const { cells, invalid, cases } = select(selection);
  const isNewest = ({ operator, version }: Cell) => version === operator.versions.at(-1);
  const everyVersion = size === 'full' || selection.opsets.length > 0;
  const chosen = (among: readonly Cell[]): CaseStream => {
    const own = among.filter((cell) => everyVersion || isNewest(cell));
    const some = (cell: Cell) => (size === 'full' ? cases(cell) : cases(cell).slice(0, 1));
    return {
      count: own.reduce((sum, cell) => sum + some(cell).length, 0),
      *each() {
        for (const cell of own) yield* some(cell);
      },
    };
  };
  return {
    valid: chosen(cells.filter(({ clause }) => !isOfSessions(clause))),
    invalid: chosen(invalid),
    sessions: chosen(cells.filter(({ clause }) => isOfSessions(clause))).count,
  };
}

/**
 * Writes a pack as files in ONNX's layout, each case with everything that judges its answer. pack.json is written last, so that
 * a pack without it is incomplete. The same cases and seed give the same bytes.
 * @param about the description of the selection and the release of the suite, for pack.json
 * @param onCase called when a case is written, or omitted
 * @returns the numbers of cases
 */
export function* filesOfPack(
  { valid, invalid, sessions }: PackedCases,
  seed: number,
  about: object,
  onCase: () => void = () => {},
): Generator<TreeFile, PackCounts> {
  const sums: string[] = [];
  const written = { cases: 0, invalid: 0 };
  let withoutRangesLeftOut = 0;
  for (const [part, { each }] of [['cases', valid] as const, ['invalid', invalid] as const]) {
    for (const testCase of each()) {
      const files = filesIfJudged(testCase, seed);
      for (const file of below(`${part}/${testCase.id}`, files ?? [])) {
        sums.push(`${sha256(file.bytes)}  ${file.path}\n`);
        yield file;
      }
      if (files) written[part]++;
      else withoutRangesLeftOut++;
      onCase();
    }
  }
  // in the order that any shell sorts paths
  const digest = sha256(sums.sort((a, b) => (a.slice(64) < b.slice(64) ? -1 : 1)).join(''));
  const counts = { ...written, sessionsLeftOut: sessions, withoutRangesLeftOut };
  const facts = { format: packFormat, ...about, seed, ...counts, digest, tiers, policies: policyTable() };
  yield { path: 'pack.json', bytes: utf8(`${JSON.stringify(facts, null, 2)}\n`) };
  return counts;
}

/** Returns the files of a case; `undefined` if its answer or its control's answer cannot be judged by ranges. */
function filesIfJudged(testCase: Case, seed: number): TreeFile[] | undefined {
  try {
    return filesOf(testCase, seed);
  } catch (error) {
    if (error instanceof NotJudged) return undefined;
    throw error;
  }
}

/** Returns the files of a case. @throws NotJudged if the oracle has no answer */
function filesOf(testCase: Case, seed: number): TreeFile[] | undefined {
  const { cell, proposal } = testCase;
  const isInvalid = cell.expects === 'rejection';
  const ofNode = isInvalid ? [] : expectValues(cell.operator, cell.version, callOfValues(proposal));
  const expected = answersExpected(testCase, ofNode);
  if (!areTensors(expected)) return undefined;
  const about = caseFile(testCase, expected, seed);
  const control = controlOf(testCase);
  const ofControl = control ? filesOf(control, seed) : [];
  if (about === undefined || ofControl === undefined) return undefined;
  return [
    ...vectorFiles(isInvalid ? encodeInvalidCase(testCase) : encodeCase(testCase, ofNode), expected),
    { path: 'case.json', bytes: utf8(about) },
    ...below(controlFolder, ofControl),
  ];
}

/** Returns a vector in ONNX's layout; its outputs are the oracle's own answer. */
export function vectorFiles({ model, inputs, outputs }: EncodedRun, expected: readonly ExpectedOutput[]): TreeFile[] {
  const answers = expected.map((output, i) => encodeTensor(referenceTensor(output), outputs[i]));
  return filesOfVector({ model, dataSets: [{ inputs: inputs.map(({ bytes }) => bytes), outputs: answers }] });
}

const below = (folder: string, files: readonly TreeFile[]): TreeFile[] =>
  files.map(({ path, bytes }) => ({ path: `${folder}/${path}`, bytes }));

const utf8 = (text: string): Uint8Array => Buffer.from(text);

/** The subject of each policy, and the choices that a case.json may name. */
function policyTable(): object {
  return Object.fromEntries(
    Object.entries(policies).map(([name, policy]) => {
      return [name, { open: policy.open, consistent: !('mayVary' in policy), choices: policy.choices }];
    }),
  );
}
