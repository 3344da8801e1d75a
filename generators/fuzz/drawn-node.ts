import type { Value } from '../../oracles/numerics/value.ts';
import type { ExpectedValue } from '../../oracles/spec/operator.ts';
import type { Cell } from '../cases/case.ts';
import type { Draft, Proposal, ProposedInput } from '../cases/proposal.ts';
import type { Random } from '../cases/random.ts';
import { callOfValues, draftsOf } from '../suite/cases.ts';
import { elementsIn } from './tensors.ts';
import { expectedOutputs, succeeds } from './validate.ts';

/** A node with the values of its inputs, as proposed by a plan for a cell, or changed afterwards. */
export interface DrawnNode extends Pick<Proposal, 'attributes' | 'inputs' | 'outputs' | 'graph'> {
  readonly cell: Cell;
}

/** The value of an input, of any kind. */
export const valueIn = ({ value, held }: ProposedInput): Value | undefined => held ?? value;

/** The drafts of a cell outside the full suite, kept for later draws. */
const drafts = new WeakMap<Cell, readonly Draft[]>();

function draftsIn(cell: Cell): readonly Draft[] {
  let known = drafts.get(cell);
  if (!known) {
    known = draftsOf(cell, 1).filter(({ suite }) => suite !== 'full');
    drafts.set(cell, known);
  }
  return known;
}

/** Draws a case of a cell as its plan proposes it. Returns `undefined` if it has more elements than `room`, or may be rejected. */
export function drawPlannedNode(cell: Cell, random: Random, room: number): DrawnNode | undefined {
  const all = draftsIn(cell);
  if (all.length === 0) return undefined;
  const draft = random.pick(all);
  if (Object.values(draft.facts.measures).some((measure) => measure > room)) return undefined;
  const { attributes, inputs, outputs, graph, rejection } = draft.draw(random);
  if (rejection) return undefined;
  const drawnNode = { cell, attributes, inputs, ...(outputs !== undefined && { outputs }), ...(graph && { graph }) };
  return isUsable(drawnNode, room) ? drawnNode : undefined;
}

/** True if a drawn node is a legal call that must run, with at most `room` elements. */
export const isUsable = (drawnNode: DrawnNode, room: number): boolean =>
  elementsIn(drawnNode.inputs.map(valueIn)) <= room && succeeds(() => outputsOfNode(drawnNode, stepsFor * room));

/** Additions allowed for each element of `room`: most draws then take a few milliseconds. */
const stepsFor = 8;

/**
 * The expected outputs of a drawn node.
 * @param steps limit on the work, in additions, unless the answer is known already
 * @throws BadInput unless it is legal and must run
 */
export function outputsOfNode(drawnNode: DrawnNode, steps?: number): readonly ExpectedValue[] {
  const { operator, version } = drawnNode.cell;
  const expected =
    knownOutputs.get(drawnNode) ?? expectedOutputs(operator, version, callOfValues(drawnNode), { steps });
  knownOutputs.set(drawnNode, expected);
  return expected;
}

/** Answers already computed: a drawn node that fits is usually added to a program under construction right afterwards. */
const knownOutputs = new WeakMap<DrawnNode, readonly ExpectedValue[]>();
