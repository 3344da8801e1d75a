import type { SurroundedNode } from '../../generators/cases/node-in.ts';
import type { ProposedInput } from '../../generators/cases/proposal.ts';
import type { Random } from '../../generators/cases/random.ts';
import { isCurrent } from '../../generators/cases/take-turns.ts';
import type { Class } from '../../generators/classes/class.ts';
import { aspects } from '../../generators/classes/class.ts';
import { classesOf } from '../../generators/classes/classes.ts';
import { drawnCallCount } from '../../generators/covering/rows.ts';
import { builderOf } from '../../generators/fuzz/draw.ts';
import type { DrawnNode } from '../../generators/fuzz/drawn-node.ts';
import { drawNode, mutate } from '../../generators/fuzz/node.ts';
import type { SignaturePool } from '../../generators/fuzz/pool.ts';
import type { Program } from '../../generators/fuzz/program.ts';
import { withRuns } from '../../generators/fuzz/runs.ts';
import { DrawCounter } from '../../generators/fuzz/tally.ts';
import { expectedOutputs, valueIfJudged } from '../../generators/fuzz/validate.ts';
import { proposalsIn } from '../../generators/sessions/runs.ts';
import { callOfValues } from '../../generators/suite/cases.ts';
import { drawnCells } from '../../generators/suite/cells.ts';
import { candidateIn } from '../../generators/suite/plans.ts';
import type { GraphNode } from '../../oracles/graph/graph.ts';
import { toWrittenNode } from '../../oracles/graph/resolve.ts';
import { isTensor } from '../../oracles/numerics/value.ts';
import type { Operator } from '../../oracles/spec/operator.ts';
import type { Asked } from './asked.ts';
import { drawEffect } from './effects.ts';
import { type Fault, isShownBy, triggers } from './fault.ts';

/** Calls that are drawn until one is legal, and effects until one shows. */
const attempts = 40;

/** Independent calls with which conditions are compared: a property of nearly all of them is not a condition. */
const others = 24;

/** The share of calls from which on a class tells nothing. */
const nearlyAll = 0.8;

/**
 * A fault of an operator with some conditions, and a legal call that shows it; `undefined` where none was found.
 * @param conditions how many classes of a call it depends on
 */
export function drawFault(
  operator: Operator,
  conditions: number,
  pool: SignaturePool,
  random: Random,
): Fault | undefined {
  const usual = Array.from({ length: others }, () => drawAsked(operator, pool, random)).filter((asked) => !!asked);
  const counts = new Map<string, number>();
  for (const { version, run, earlier } of usual)
    for (const { dimension, value } of classesOf(version, run, earlier)) {
      const key = `${dimension}: ${value}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  const isTelling = ({ dimension, value }: Class) =>
    (counts.get(`${dimension}: ${value}`) ?? 0) < nearlyAll * usual.length;
  for (let i = 0; i < attempts; i++) {
    const asked = drawAsked(operator, pool, random);
    if (!asked) continue;
    const classes = classesOf(asked.version, asked.run, asked.earlier).filter(isTelling);
    const chosen = drawConditions(classes, conditions, random);
    if (chosen.length < conditions) continue;
    const fault = {
      operator: operator.name,
      family: operator.family,
      conditions: chosen,
      effect: drawEffect(asked, random),
    };
    if (triggers(fault, asked) && isShownBy(fault, asked)) return fault;
  }
  return undefined;
}

/** Classes of different dimensions, each aspect as likely as the others. */
function drawConditions(classes: readonly Class[], count: number, random: Random): readonly Class[] {
  const chosen: Class[] = [];
  while (chosen.length < count) {
    const left = classes.filter(({ dimension }) => chosen.every((other) => other.dimension !== dimension));
    const open = aspects.filter((aspect) => left.some((own) => own.aspect === aspect));
    if (open.length === 0) break;
    const aspect = random.pick(open);
    chosen.push(random.pick(left.filter((own) => own.aspect === aspect)));
  }
  return chosen;
}

/** Additions that a call may take the time of. */
const steps = 2 ** 18;

/** A legal run of an operator, with those before it in a session. */
export const drawAsked = (operator: Operator, pool: SignaturePool, random: Random): Asked | undefined =>
  random.boolean() ? drawByFamily(operator, random) : drawByFuzzer(operator, pool, random);

/** A call as its family draws them, of a number that no suite has. */
function drawByFamily(operator: Operator, random: Random): Asked | undefined {
  const cells = drawnCells(operator);
  const [current, older] = [true, false].map((isNew) => cells.filter((cell) => isCurrent(cell) === isNew));
  const cell = random.pick(older!.length === 0 || random.integer(0, 2) > 0 ? current! : older!);
  const which = {
    index: drawnCallCount(cell) + random.integer(0, 2 ** 20),
    seed: random.next() | 0,
    suite: 'full',
  } as const;
  return valueIfJudged(() => {
    const runs = proposalsIn(candidateIn(cell, which).draw(random));
    const at = random.integer(0, runs.length - 1);
    // one that takes long is refused
    for (const run of runs) expectedOutputs(operator, cell.version, callOfValues(run), { steps });
    return { operator, version: cell.version, run: runs[at]!, earlier: runs.slice(0, at) };
  });
}

/** Calls of the fuzzer, changed twice as often. */
function drawByFuzzer(operator: Operator, pool: SignaturePool, random: Random): Asked | undefined {
  const signatures = pool.operators.get(operator)!;
  const turn = random.integer(0, 9);
  const room = turn < 6 ? 300 : turn < 9 ? 1500 : 6000;
  const draw = { pool, tally: new DrawCounter(), random, room };
  return valueIfJudged(() => {
    const drawnNode = drawNode(signatures, draw);
    if (!drawnNode) return undefined;
    const changed = random.boolean()
      ? mutate(drawnNode, signatures, { ...draw, ...(turn === 9 && { long: room }) })
      : drawnNode;
    const builder = builderOf(changed, pool, random);
    const program = builder.program(builder.unread);
    const runs = runsOf(random.integer(0, 3) === 0 ? withRuns(program, random, room) : program, changed);
    const at = random.integer(0, runs.length - 1);
    const { version } = changed.cell;
    return { operator, version, run: runs[at]!, earlier: runs.slice(0, at) };
  });
}

/** The runs of a program of one drawn node. */
function runsOf({ graph, runs }: Program, drawnNode: DrawnNode): readonly SurroundedNode[] {
  const { initializers, outputs } = graph;
  const [node] = graph.nodes as [GraphNode];
  const given = (name: string, run: Program['runs'][number]): ProposedInput => {
    const constant = initializers.get(name);
    if (constant) return { form: 'initializer', value: constant };
    const value = run.get(name);
    if (!value) return { form: 'omitted', value: undefined };
    return isTensor(value) ? { form: 'input', value } : { form: 'input', value: undefined, held: value };
  };
  return runs.map((run) => {
    if (!drawnNode.graph) {
      const inputs = node.inputs.map((name) => given(name, run));
      return {
        attributes: node.attributes,
        inputs,
        ...(drawnNode.outputs !== undefined && { outputs: drawnNode.outputs }),
      };
    }
    const names = [...initializers.keys(), ...run.keys()];
    const inputs = names.map((name) => given(name, run));
    return { attributes: {}, inputs, graph: { nodes: graph.nodes.map(toWrittenNode), inputs: names, outputs } };
  });
}
