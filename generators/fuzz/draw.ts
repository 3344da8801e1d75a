import { Random, seedOf } from '../cases/random.ts';
import { enclosed } from './bodies.ts';
import { classesOf } from './classes.ts';
import type { DrawnNode } from './drawn-node.ts';
import { addNodes, isJudged, maxElements } from './graph.ts';
import { type DrawContext, drawNode } from './node.ts';
import { type FuzzSelection, SignaturePool } from './pool.ts';
import type { Program } from './program.ts';
import { ProgramBuilder } from './program-builder.ts';
import { withRuns } from './runs.ts';
import { DrawCounter } from './tally.ts';
import { valueIfJudged } from './validate.ts';

export type { FuzzSelection } from './pool.ts';

/** The number of programs in a batch. */
export const batchSize = 500;

/** Limits on programs; without limits, everything is drawn. */
export interface ProgramOptions extends Partial<FuzzSelection> {
  /** greatest number of nodes: 6 if absent */
  readonly nodes?: number;
  /** whether some programs have several runs; true if absent */
  readonly severalRuns?: boolean;
  /** greatest number of elements in the inputs of a node: 20,000 if absent, 140,000 in a long row */
  readonly elements?: number;
}

/**
 * Yields the programs of a batch, each drawn on demand. They depend only on the seed, the batch number and the options. Within a batch,
 * classes that were rarely drawn are preferred.
 * @throws BadInput if the options leave no operator
 */
export function* batchOf(seed: number, batch: number, options: ProgramOptions = {}): Generator<Program> {
  const tally = new DrawCounter();
  const pool = poolOf(options);
  for (let i = 0; i < batchSize; i++) {
    const program = drawProgram(new Random(seedOf(seed, `${batch}/${i}`)), tally, pool, options);
    tally.add(classesOf(program));
    yield program;
  }
}

/** One pool for each selection: building a pool takes a while. */
const pools = new Map<string, SignaturePool>();

export function poolOf({ ids = [], opsets = [], dtypes = [], without = [] }: ProgramOptions): SignaturePool {
  const key = JSON.stringify([ids, opsets, dtypes, without]);
  const pool = pools.get(key) ?? new SignaturePool({ ids, opsets, dtypes, without });
  pools.set(key, pool);
  return pool;
}

/** Draws before giving up: the selection then leaves nothing to draw. */
const attempts = 200;

/** A program that begins with a rare node. */
export function drawProgram(random: Random, tally: DrawCounter, pool: SignaturePool, options: ProgramOptions): Program {
  const { nodes = 6 } = options;
  const wanted = random.boolean() ? 1 : Math.min(nodes, random.integer(2, 6));
  for (let i = 0; i < attempts; i++) {
    const program = valueIfJudged(() =>
      tryProgram({ pool, tally, random, room: roomIn(random, options) }, wanted, options),
    );
    if (program) return program;
  }
  throw new Error('no legal program of this selection was found');
}

/** Draws the limit on a node's elements: mostly few, so that many programs are tried. */
function roomIn(random: Random, { elements = 20_000 }: ProgramOptions): number {
  const turn = random.integer(0, 199);
  return Math.min(elements, turn < 174 ? 300 : turn < 194 ? 1500 : turn < 199 ? 6000 : 20_000);
}

function tryProgram(draw: DrawContext, nodes: number, options: ProgramOptions): Program | undefined {
  const { severalRuns = true, elements = 140_000 } = options;
  const { random, tally } = draw;
  const first = nodes === 1 && random.integer(0, 7) === 0 ? { ...draw, long: elements } : draw;
  // a choice between two costs two draws: only now and then
  const choices = random.integer(0, 3) > 0 ? 1 : 2;
  const begun = Array.from({ length: choices }, () => begin(first)).filter((builder) => builder !== undefined);
  const rarity = begun.map((builder) => tally.rarity(classesOf(builder.program(builder.unread))));
  const builder = begun[rarity.indexOf(Math.max(...rarity))];
  if (!builder) return undefined;
  if (nodes > 1) addNodes(builder, nodes, draw);
  const open = builder.program(outputsOf(builder, random));
  if (builder.nodes.length > 1 && !isJudged(open)) return undefined;
  const program = nodes > 1 ? withBodies(open, draw) : open;
  const room = builder.nodes.length > 1 ? Math.min(draw.room, maxElements) : draw.room;
  return severalRuns && random.integer(0, 9) < 3 ? withRuns(program, random, room) : program;
}

/**
 * Returns the program. Now and then some of its nodes become a graph within a node, and that node may become part of another such graph.
 */
function withBodies(program: Program, draw: DrawContext): Program {
  const [shallow, deep] = [5, 2].map((of) => draw.random.integer(0, of) === 0);
  const once = shallow ? enclosed(program, draw) : undefined;
  const twice = once && deep ? enclosed(once, draw) : undefined;
  return twice ?? once ?? program;
}

/** Draws a program of one node, whose operator was rarely drawn; `undefined` if no legal call is found. */
function begin(draw: DrawContext): ProgramBuilder | undefined {
  const { pool, tally, random } = draw;
  const operator = tally.rarest([...pool.operators.keys()], (own) => own, random);
  const drawnNode = drawNode(pool.operators.get(operator)!, draw);
  return drawnNode && builderOf(drawnNode, pool, random);
}

/** A program of one node, at an opset at which its version is in force. */
export function builderOf(drawnNode: DrawnNode, pool: SignaturePool, random: Random): ProgramBuilder {
  const builder = new ProgramBuilder(random.pick(pool.opsetsOf(drawnNode.cell)));
  builder.add(drawnNode);
  return builder;
}

/** The outputs of a program: the values that no node reads, and some intermediate values. */
function outputsOf({ nodes, unread }: ProgramBuilder, random: Random): string[] {
  const all = nodes.flatMap(({ outputs }) => outputs).filter((name) => name !== '');
  return all.filter((name) => unread.includes(name) || random.integer(0, 4) === 0);
}
