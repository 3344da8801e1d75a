import type { Random } from '../cases/random.ts';
import { type DrawnNode, drawPlannedNode, isUsable } from './drawn-node.ts';
import type { Signature, SignaturePool } from './pool.ts';
import { otherAttributes, otherForms, otherIntegers, withAttributesOf } from './settings.ts';
import { fewerDimensions, longRow, type Mutation, manyElements, moreDimensions, otherExtent } from './shapes.ts';
import type { DrawCounter } from './tally.ts';
import { otherValues, outlierValues } from './values.ts';

/** The ways to change a case, with the usual ones several times. */
export const mutations: readonly Mutation[] = [
  ...[otherExtent, otherExtent, otherExtent, otherExtent],
  ...[otherValues, otherValues, otherValues],
  ...[moreDimensions, fewerDimensions, otherIntegers, otherIntegers, otherAttributes, otherForms],
];

/** The numbers of changes applied to a drawn case. */
const changes = [0, 1, 1, 2, 2, 3, 4] as const;

/** Attempts to draw a legal case, or a legal change of it. */
const attempts = 12;

/** The same for a change that makes thousands of elements, which is slow. */
const attemptsAtLarge = 4;

/** The context in which a node is drawn. */
export interface DrawContext {
  readonly pool: SignaturePool;
  readonly tally: DrawCounter;
  readonly random: Random;
  /** limit on the elements of all inputs together */
  readonly room: number;
  /** limit on the elements of a long row, if the first change makes one */
  readonly long?: number;
  /** the proposal is seldom changed, because its data will be replaced by an existing value */
  readonly isFitted?: true;
}

/** Draws a legal call of one of the signatures: a plan's proposal, with changes. Returns `undefined` if none was found. */
export function drawNode(signatures: readonly Signature[], draw: DrawContext): DrawnNode | undefined {
  const { pool, tally, random, room } = draw;
  for (let i = 0; i < attempts; i++) {
    const drawnNode = drawPlannedNode(pool.cell(signatures, tally, random), random, room);
    if (drawnNode) return mutate(drawnNode, signatures, draw);
  }
  return undefined;
}

/** Returns the drawn node after some legal changes. */
export function mutate(
  drawnNode: DrawnNode,
  signatures: readonly Signature[],
  { random, room, long = 0, isFitted }: DrawContext,
): DrawnNode {
  const own = signatures.find(({ cells }) => cells.includes(drawnNode.cell));
  const all = own ? [...mutations, borrowing(own)] : mutations;
  let current = drawnNode;
  // use the room if there is much of it
  const first = long > 0 ? [longRow, outlierValues] : room > manyElements ? [otherExtent, random.pick(all)] : [];
  const most = Math.max(room, long);
  const count = first.length > 0 ? first.length : isFitted ? random.pick([0, 0, 0, 1]) : random.pick(changes);
  for (let k = 0; k < count; k++) {
    const tries = first[k] ? attemptsAtLarge : attempts;
    for (let i = 0; i < tries; i++) {
      const change = first[k] ?? random.pick(all);
      const changed = change(current, random, most);
      if (!changed || !isUsable(changed, most)) continue;
      current = changed;
      break;
    }
  }
  return current;
}

/** Takes attributes from another case of the signature. */
const borrowing =
  ({ cells }: Signature): Mutation =>
  (drawnNode, random, room) => {
    const other = drawPlannedNode(random.pick(cells), random, room);
    return other && withAttributesOf(drawnNode, other, random);
  };
