import picomatch from 'picomatch';
import { type DType, isDType } from '../../oracles/numerics/dtype.ts';
import type { Value } from '../../oracles/numerics/value.ts';
import { opsetRange, testedDTypes } from '../../oracles/operators.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { isDrawn } from '../../oracles/spec/combinations.ts';
import type { Call } from '../../oracles/spec/declaration.ts';
import { tensorCall } from '../../oracles/spec/legality.ts';
import type { Operator } from '../../oracles/spec/operator.ts';
import type { Case, Cell, OpsetRange, SelectedCases } from '../cases/case.ts';
import type { Facts } from '../cases/facts.ts';
import { type Draft, type Proposal, type SuiteName, suites } from '../cases/proposal.ts';
import { Random, seedOf } from '../cases/random.ts';
import { isCurrent } from '../cases/take-turns.ts';
import { chosenCallsOf, drawnCallCount } from '../covering/rows.ts';
import { formatChoices, nearest } from '../did-you-mean.ts';
import { budgetOf, smallestByBudget } from './budget.ts';
import { cellsOf } from './cells.ts';
import { checkId, parseId } from './check-id.ts';
import { candidateIn, planOf } from './plans.ts';
import { subjects } from './subjects.ts';

export type { Case, Cell, SelectedCases } from '../cases/case.ts';

/** Selects a part of the suite; empty lists mean everything. */
export interface Selection {
  readonly seed: number;
  /** case ids; a prefix of whole parts selects every id that begins with it; `*` and `**` are wildcards; a final `@15` requests opset 15 */
  readonly ids: readonly string[];
  /** only versions in force at these; a case of another opset is rewritten to one of them */
  readonly opsets: readonly number[];
  readonly dtypes: readonly DType[];
  /** `standard` if absent */
  readonly suite?: SuiteName;
  /**
   * The newest opset that the backend takes, if it takes no newer one: the versions in force there are tried as fully as the newest ones.
   * The newest of `opsets` if absent.
   */
  readonly newest?: number | undefined;
}

type ProposedCall = Pick<Proposal, 'attributes' | 'inputs' | 'outputs' | 'graph'>;

/** The call of tensors that a proposal makes, as input of the oracle. @throws BadInput if a value is not a tensor */
export const callOf = (proposal: ProposedCall): Call => tensorCall(callOfValues(proposal));

/** The call that a proposal makes, with values of any kind. */
export function callOfValues({ attributes, inputs, outputs, graph }: ProposedCall): Call<Value> {
  const values = inputs.map(({ value, held = value }) => held);
  return { attributes, inputs: values, ...(outputs !== undefined && { outputs }), ...(graph && { graph }) };
}

/**
 * Selects cases, by cell, with those of invalid models apart. The content of a case depends only on the seed and its id, not on the rest
 * of the selection.
 * @param outlines of an earlier selection with the same seed, so that cells need not be drafted
 * @throws BadInput if a part of an id can never match
 */
export function select(selection: Selection, outlines?: Outlines): SelectedCases {
  const { seed, ids } = selection;
  checkIds(selection);
  const matchers = ids.map(matcherOf);
  const wanted = opsetsWanted(selection, matchers);
  const concerned = subjects.filter(({ name }) => ids.length === 0 || matchers.some(({ mayName }) => mayName(name)));
  const cellsIn = (which: 'valid' | 'invalid') =>
    concerned.flatMap((operator) => cellsOf(operator)[which].filter((cell) => mayHold(cell, selection, matchers)));
  const largest = suites.indexOf(selection.suite ?? 'standard');
  const drafted = (cell: Cell) => new CellDrafts(cell, seed, outlines);
  const isLeading = leadingIn(selection);
  const mayHaveSome = (cell: Cell) =>
    suites.indexOf(smallestSuite(cell, isLeading(cell), drafted)) <= largest ||
    matchers.some(({ isCase, mayMatch }) => isCase && mayMatch(cell));
  return {
    cells: cellsIn('valid'),
    invalid: cellsIn('invalid'),
    mayHaveSome,
    cases: (cell) => (mayHaveSome(cell) ? casesOf(drafted(cell), isLeading(cell), wanted) : []),
  };
}

/** Returns whether the version of a cell is tried as fully as a current one; the full suite has all cases in any selection. */
function leadingIn({ suite, opsets, newest = Math.max(...opsets) }: Selection): (cell: Cell) => boolean {
  return (cell) => suite !== 'full' && isInForce(cell, newest);
}

/** Of the drawn calls of an older version, those that quick has where the version is the newest that is selected. */
const drawnOfLeading = 12;

/** @throws BadInput if a part of an id can never match */
export function checkIds({ ids, seed }: Pick<Selection, 'ids' | 'seed'>): void {
  const suite = {
    cellsOf: (operator: Operator) => cellsOf(operator).all,
    numbersOf: (cell: Cell) => draftsOf(cell, seed).map(({ number }, place) => number ?? place),
  };
  for (const id of ids) checkId(id, suite);
}

/** The smallest suite that may have a case of a cell; smaller suites do not draft its cases. */
function smallestSuite(cell: Cell, isLeading: boolean, drafted: (cell: Cell) => CellDrafts): SuiteName {
  if (isDrawn(cell.clause))
    return isLeading || chosenCallsOf(cell).some(({ suite }) => suite === 'quick') ? 'quick' : 'standard';
  if (!cell.operator.isGraph) return smallestByBudget(cell, isLeading);
  const own = drafted(cell).outline.map(({ suite }) => suite);
  return suites.find((suite) => own.includes(suite)) ?? 'quick';
}

function mayHold(cell: Cell, { dtypes, opsets }: Selection, matchers: readonly Matcher[]): boolean {
  return (
    (dtypes.length === 0 || [cell.dtype, ...Object.values(cell.types)].some((dtype) => dtypes.includes(dtype))) &&
    (opsets.length === 0 || opsets.some((opset) => isInForce(cell, opset))) &&
    (matchers.length === 0 || matchers.some((matcher) => matcher.mayMatch(cell)))
  );
}

/** A case that may or may not be selected. */
interface CandidateCase {
  readonly cell: Cell;
  readonly id: string;
  readonly index: number;
  /** the opset that its model imports unless another one is requested */
  readonly own: number;
  /** the smallest suite that has it */
  readonly suite: SuiteName;
}

/** Returns the opsets at which a case is selected; empty if it is not selected. */
type OpsetsOf = (numbered: CandidateCase) => readonly number[];

function opsetsWanted({ opsets, suite = 'standard' }: Selection, matchers: readonly Matcher[]): OpsetsOf {
  const inSuite = suites.slice(0, suites.indexOf(suite) + 1);
  return ({ cell, id, index, own, suite: smallest }) => {
    // a case named by its id is selected in every suite
    const isNamed = () => matchers.some(({ isCase, matches }) => isCase && matches(id));
    if (!inSuite.includes(smallest) && !isNamed()) return [];
    const allowed = opsets.filter((opset) => isInForce(cell, opset));
    const usual = opsets.length === 0 || allowed.includes(own) ? own : allowed[index % allowed.length]!;
    if (matchers.length === 0) return [usual];
    const asked = matchers.filter(({ matches }) => matches(id)).map(({ opset = usual }) => opset);
    return [...new Set(asked)].filter(
      (opset) => isInForce(cell, opset) && (opsets.length === 0 || opsets.includes(opset)),
    );
  };
}

function isInForce({ operator, version }: Cell, opset: number): boolean {
  const { first, last } = opsetRange(operator, version);
  return first <= opset && opset <= last;
}

/** The drafts of a cell in all suites. */
export function draftsOf(cell: Cell, seed: number): Draft[] {
  const random = new Random(seedOf(seed, cell.name));
  return planOf(cell)({ ...cell, random, seed: random.next() | 0 });
}

/** What is known of a draft without drafting it. */
export type DraftOutline = Pick<Draft, 'number' | 'suite'>;

/** The outlines of cells by their names. They depend on the seed. */
export type Outlines = Map<string, readonly DraftOutline[]>;

/** The drafts of a cell. Those of one cell at a time are kept: a whole suite has very many. */
class CellDrafts {
  readonly cell: Cell;
  readonly seed: number;
  readonly outline: readonly DraftOutline[];

  /** @param outlines takes the outline if it does not have it */
  constructor(cell: Cell, seed: number, outlines?: Outlines) {
    this.cell = cell;
    this.seed = seed;
    this.outline = outlines?.get(cell.name) ?? outlineOf(this.#all());
    outlines?.set(cell.name, this.outline);
  }

  at(place: number): Draft {
    return this.#all()[place]!;
  }

  #all(): readonly Draft[] {
    const { cell, seed } = this;
    if (latest?.cell !== cell || latest.seed !== seed) latest = { cell, seed, made: draftsOf(cell, seed) };
    return latest.made;
  }
}

/** The drafts made last: cases of a cell follow one another. */
let latest: { readonly cell: Cell; readonly seed: number; readonly made: readonly Draft[] } | undefined;

const outlineOf = (drafts: readonly Draft[]): readonly DraftOutline[] =>
  drafts.map(({ number, suite }) =>
    number === undefined && suite === undefined
      ? unnamed
      : { ...(number !== undefined && { number }), ...(suite && { suite }) },
  );

/** The outline of most drafts: its number is its place, and the budget says which suites have it. */
const unnamed: DraftOutline = {};

/** The cases of a cell. */
function casesOf(drafts: CellDrafts, isLeading: boolean, opsetsOf: OpsetsOf): Case[] {
  const { cell, outline } = drafts;
  const { first, last } = opsetRange(cell.operator, cell.version);
  // drafts of the full suite only are not distributed
  const budget = budgetOf(cell, outline.filter(({ suite }) => suite !== 'full').length || outline.length, isLeading);
  const isInQuick = (place: number) => isLeading && !isCurrent(cell) && isDrawn(cell.clause) && place < drawnOfLeading;
  const suiteOf = ({ suite }: DraftOutline, index: number, place: number): SuiteName => {
    if (isInQuick(place)) return 'quick';
    // drawn calls and graphs name their suite
    if (suite && (suite === 'full' || isDrawn(cell.clause) || cell.operator.isGraph)) return suite;
    if (!suite && !budget.isStandard(index)) return 'full';
    return budget.isQuick(index) || (suite === 'quick' && budget.hasQuick) ? 'quick' : 'standard';
  };
  return outline.flatMap((draft, place) => {
    const { number: index = place } = draft;
    const id = `${cell.name}/${index}`;
    const own = chooseOpset(first, last, index, cell.name);
    return opsetsOf({ cell, id, index, own, suite: suiteOf(draft, index, place) }).map(
      (opset) => new LazyCase(cell, opset === own ? id : `${id}@${opset}`, opset, drafts, place),
    );
  });
}

/** A case outside all suites, with a call drawn for a cell. @param number its number among such cases */
export function furtherCase(cell: Cell, seed: number, number: number): Case {
  const { first, last } = opsetRange(cell.operator, cell.version);
  const index = drawnCallCount(cell) + number;
  const id = `${cell.name}/${index}`;
  const draft = candidateIn(cell, { index, seed: seedOf(seed, cell.name), suite: 'full' });
  return new LazyCase(cell, id, chooseOpset(first, last, index, cell.name), { seed, at: () => draft }, 0);
}

/** A draft with an id and an opset, made at first use. Its proposal is drawn at first use, and again if it was garbage-collected. */
class LazyCase implements Case {
  readonly cell: Cell;
  readonly id: string;
  readonly opset: number;
  readonly #drafts: Pick<CellDrafts, 'seed' | 'at'>;
  readonly #place: number;
  #known: Draft | undefined;
  #drawn: WeakRef<Proposal> | undefined;

  constructor(cell: Cell, id: string, opset: number, drafts: Pick<CellDrafts, 'seed' | 'at'>, place: number) {
    this.cell = cell;
    this.id = id;
    this.opset = opset;
    this.#drafts = drafts;
    this.#place = place;
  }

  get #draft(): Draft {
    this.#known ??= this.#drafts.at(this.#place);
    return this.#known;
  }

  get summary(): string {
    return `opset ${this.opset}, ${this.#draft.summary}`;
  }

  get facts(): Facts {
    return this.#draft.facts;
  }

  get proposal(): Proposal {
    let proposal = this.#drawn?.deref();
    if (!proposal) {
      proposal = this.#draft.draw(new Random(seedOf(this.#drafts.seed, parseId(this.id).path)));
      this.#drawn = new WeakRef(proposal);
    }
    return proposal;
  }

  within([first, last = Number.POSITIVE_INFINITY]: OpsetRange): Case {
    const { operator, version } = this.cell;
    const least = Math.max(first, opsetRange(operator, version).first);
    const isLeft = this.id.includes('@') || (first <= this.opset && this.opset <= last);
    if (isLeft || least > last || !isInForce(this.cell, least)) return this;
    return new LazyCase(this.cell, `${this.id}@${least}`, least, this.#drafts, this.#place);
  }
}

/**
 * Chooses the opset of a case. Half of the cases have the first opset of the version. The others have its opsets in turn, starting at a
 * different one in each cell.
 */
function chooseOpset(first: number, last: number, index: number, cell: string): number {
  const turn = (index >> 1) + (seedOf(0, cell) >>> 0);
  return index % 2 === 0 ? first : first + (turn % (last - first + 1));
}

/** A parsed pattern of ids. */
export interface Matcher {
  /** false only if no case of the operator can match */
  mayName(operator: string): boolean;
  /** false only if no case of the cell can match */
  mayMatch(cell: Cell): boolean;
  /** true if the pattern matches the id of a case, given without an opset */
  matches(id: string): boolean;
  /** the opset that the pattern requests, if any */
  readonly opset: number | undefined;
  /** true if the pattern is the id of one case */
  readonly isCase: boolean;
}

/** Parses a pattern as `run` accepts it, even one that can match nothing. */
export function matcherOf(pattern: string): Matcher {
  const { path, opset } = parseId(pattern);
  const parts = path.split('/');
  const matches = picomatch([path, `${path}/**`]);
  const cellPart = parts.includes('**')
    ? namesNoNumber(parts.at(-1)!) && ((cell: string) => matches(`${cell}/0`))
    : picomatch([...new Set([parts.slice(0, 4).join('/'), `${parts.slice(0, 4).join('/')}/**`])]);
  const [first] = parts as [string];
  const mayName = /^[\w.*?]+$/.test(first) && first !== '**' ? picomatch(first) : () => true;
  const mayMatch = (cell: Cell) =>
    (opset === undefined || isInForce(cell, opset)) && (!cellPart || cellPart(cell.name));
  return { mayName, mayMatch, matches, opset, isCase: /^(?:[\w.-]+\/){4}\d+$/.test(path) };
}

/** True for the last part of a pattern that matches whole cells, not a case by its number. */
const namesNoNumber = (part: string): boolean => /^[\w*?-]*[a-z][\w*?-]*$/i.test(part);

/** Other names of dtypes: in ONNX's protobuf, in C and in runtimes. */
const otherNames: Readonly<Record<string, DType>> = {
  float: 'float32',
  double: 'float64',
  half: 'float16',
  fp16: 'float16',
  fp32: 'float32',
  fp64: 'float64',
  bf16: 'bfloat16',
  int: 'int32',
  long: 'int64',
  boolean: 'bool',
};

/**
 * A dtype by its name.
 * @throws BadInput for an unknown name, or a dtype that no known operator admits
 */
export function parseDType(name: string): DType {
  if (isDType(name) && testedDTypes().includes(name)) return name;
  const [close = ''] = nearest(name, Object.keys(otherNames));
  const other = otherNames[close];
  const remedy = formatChoices(other ?? name, testedDTypes());
  throw new BadInput(`dtype '${name}' is not tested; ${remedy}`);
}
