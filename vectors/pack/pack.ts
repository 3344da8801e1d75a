import type { Breach } from '../../generators/breach.ts';
import { type Case, type Cell, callOf, type Selection, type Chosen as Suite, select } from '../../generators/cases.ts';
import type { Proposal } from '../../generators/proposal.ts';
import { twinOf, twinOfRejectable } from '../../generators/twins.ts';
import { bestTensor } from '../../oracles/acceptance/best.ts';
import { policies } from '../../oracles/acceptance/policy.ts';
import { tiers } from '../../oracles/acceptance/tier.ts';
import type { ExpectedOutput } from '../../oracles/operator.ts';
import { isOfSessions } from '../../oracles/sessions.ts';
import { type EncodedCase, encodeCase } from '../case.ts';
import { encodeIllegalCase } from '../illegal-case.ts';
import { sha256 } from '../sha256.ts';
import { encodeTensor } from '../tensor-proto.ts';
import type { TreeFile } from '../tree.ts';
import { filesOfVector } from '../write.ts';
import { caseFile, illegalCaseFile, packFormat } from './case-file.ts';

/** How much of a selection goes into a pack. */
export type PackSize = 'full' | 'small';

/** Cases of which each is drawn when it is its turn, and forgotten after it. */
export interface Chosen<P> {
  readonly count: number;
  each(): Iterable<Case<P>>;
}

/** What a pack is made of. */
export interface PackedCases {
  readonly legal: Chosen<Proposal>;
  readonly illegal: Chosen<Breach>;
  /** how many cases are left out: files hold single runs, and what sessions are about lies between runs */
  readonly sessions: number;
}

/** Where the legal twin of a model lies that has to be refused, or may be. */
const twinFolder = 'legal-twin';

/**
 * The cases of a pack: of a small one the first of each operator version, dtype and clause, and unless opsets are
 * selected those of each operator's newest version only.
 * @throws BadInput if a part of an id can never match
 */
export function packedCases(selection: Selection, size: PackSize): PackedCases {
  const { illegal, ...legal } = select(selection);
  const isNewest = ({ operator, version }: Cell) => version === operator.versions.at(-1);
  const everyVersion = size === 'full' || selection.opsets.length > 0;
  const chosen = <P>({ cells, cases }: Suite<P>, isIn: (cell: Cell) => boolean): Chosen<P> => {
    const own = cells.filter((cell) => isIn(cell) && (everyVersion || isNewest(cell)));
    const some = (cell: Cell) => (size === 'full' ? cases(cell) : cases(cell).slice(0, 1));
    return {
      count: own.reduce((sum, cell) => sum + some(cell).length, 0),
      *each() {
        for (const cell of own) yield* some(cell);
      },
    };
  };
  return {
    legal: chosen(legal, ({ clause }) => !isOfSessions(clause)),
    illegal: chosen(illegal, () => true),
    sessions: chosen(legal, ({ clause }) => isOfSessions(clause)).count,
  };
}

/**
 * A pack as files in ONNX's layout, each case with all that its answer is judged by; pack.json comes last, so that a
 * pack without it is not whole. The same cases and seed give the same bytes.
 * @param about what pack.json is to say of what was selected and by which release of the suite
 * @param onCase told when a case is there
 */
export function* filesOfPack(
  { legal, illegal, sessions }: PackedCases,
  seed: number,
  about: object,
  onCase: () => void = () => {},
): Iterable<TreeFile> {
  const sums: string[] = [];
  for (const files of folders(legal, illegal, seed)) {
    for (const file of files) {
      sums.push(`${sha256(file.bytes)}  ${file.path}\n`);
      yield file;
    }
    onCase();
  }
  // in the order in which any shell sorts paths
  const digest = sha256(sums.sort((a, b) => (a.slice(64) < b.slice(64) ? -1 : 1)).join(''));
  const counts = { cases: legal.count, illegal: illegal.count, sessionsLeftOut: sessions };
  const facts = { format: packFormat, ...about, seed, ...counts, digest, tiers, policies: policyTable() };
  yield { path: 'pack.json', bytes: utf8(`${JSON.stringify(facts, null, 2)}\n`) };
}

function* folders(legal: Chosen<Proposal>, illegal: Chosen<Breach>, seed: number): Iterable<TreeFile[]> {
  for (const question of legal.each()) yield below(`cases/${question.id}`, filesOf(question, seed));
  for (const question of illegal.each()) yield below(`illegal/${question.id}`, filesOfIllegal(question, seed));
}

function filesOf(question: Case, seed: number): TreeFile[] {
  const twin = twinOfRejectable(question);
  return [...filesOfLegal(question, seed), ...(twin ? below(twinFolder, filesOfLegal(twin, seed)) : [])];
}

function filesOfLegal(question: Case, seed: number): TreeFile[] {
  const { cell, proposal } = question;
  const expected = cell.operator.expect(cell.version, callOf(proposal));
  return [
    ...vectorFiles(encodeCase(question, expected), expected),
    { path: 'case.json', bytes: utf8(caseFile(question, expected, seed)) },
  ];
}

function filesOfIllegal(question: Case<Breach>, seed: number): TreeFile[] {
  return [
    ...vectorFiles(encodeIllegalCase(question), []),
    { path: 'case.json', bytes: utf8(illegalCaseFile(question, seed)) },
    ...below(twinFolder, filesOfLegal(twinOf(question), seed)),
  ];
}

/** A vector in ONNX's layout; its outputs are the oracle's own answer. */
function vectorFiles({ model, inputs, outputs }: EncodedCase, expected: readonly ExpectedOutput[]): TreeFile[] {
  const answers = expected.map((output, i) => encodeTensor(bestTensor(output), outputs[i]));
  return filesOfVector({ model, dataSets: [{ inputs: inputs.map(({ bytes }) => bytes), outputs: answers }] });
}

const below = (folder: string, files: readonly TreeFile[]): TreeFile[] =>
  files.map(({ path, bytes }) => ({ path: `${folder}/${path}`, bytes }));

const utf8 = (text: string): Uint8Array => Buffer.from(text);

/** What each policy leaves open, and the choices that a case.json may name. */
function policyTable(): object {
  return Object.fromEntries(
    Object.entries(policies).map(([name, policy]) => {
      return [name, { open: policy.open, consistent: !('mayVary' in policy), choices: policy.choices }];
    }),
  );
}
