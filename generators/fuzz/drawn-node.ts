import type { Value } from '../../oracles/numerics/value.ts';
import type { ExpectedValue } from '../../oracles/spec/operator.ts';
import type { Cell } from '../cases/case.ts';
import type { Draft, Proposal, ProposedInput } from '../cases/proposal.ts';
import type { Random } from '../cases/random.ts';
import { callOfValues, draftsOf } from '../suite/cases.ts';
import { elementsIn } from './tensors.ts';
import { answers, succeeds } from './validate.ts';

/** A node with the values of its inputs, as a plan proposes it for a cell or changed since. */
export interface Piece extends Pick<Proposal, 'attributes' | 'inputs' | 'outputs' | 'graph'> {
  readonly cell: Cell;
}

/** What an input is given, of whatever kind. */
export const valueIn = ({ value, held }: ProposedInput): Value | undefined => held ?? value;

/** The drafts of a cell that must run, kept from one draw to the next. */
const drafts = new WeakMap<Cell, readonly Draft[]>();

function draftsIn(cell: Cell): readonly Draft[] {
  let known = drafts.get(cell);
  if (!known) {
    known = draftsOf(cell, 1).filter(({ suite }) => suite !== 'full');
    drafts.set(cell, known);
  }
  return known;
}

/**
 * A case of a cell with data of its own, as its plan proposes it; `undefined` where it has more elements than there is room for,
 * or may be refused.
 */
export function pieceOf(cell: Cell, random: Random, room: number): Piece | undefined {
  const all = draftsIn(cell);
  if (all.length === 0) return undefined;
  const draft = random.pick(all);
  if (Object.values(draft.facts.measures).some((measure) => measure > room)) return undefined;
  const { attributes, inputs, outputs, graph, rejection } = draft.draw(random);
  if (rejection) return undefined;
  const piece = { cell, attributes, inputs, ...(outputs !== undefined && { outputs }), ...(graph && { graph }) };
  return fits(piece, room) ? piece : undefined;
}

/** Whether a piece is a legal call that must run, of no more elements than there is room for. */
export const fits = (piece: Piece, room: number): boolean =>
  elementsIn(piece.inputs.map(valueIn)) <= room && succeeds(() => answersOf(piece, stepsFor * room));

/** Additions for each element that there is room for: what is drawn most often takes no longer than some milliseconds. */
const stepsFor = 8;

/**
 * What may stand in the outputs of a piece.
 * @param steps additions that it may take the time of, where it was not asked for before
 * @throws BadInput unless it is legal and must run
 */
export function answersOf(piece: Piece, steps?: number): readonly ExpectedValue[] {
  const { operator, version } = piece.cell;
  const expected = asked.get(piece) ?? answers(operator, version, callOfValues(piece), { steps });
  asked.set(piece, expected);
  return expected;
}

/** A piece that fits is added to a sketch soon after. */
const asked = new WeakMap<Piece, readonly ExpectedValue[]>();
