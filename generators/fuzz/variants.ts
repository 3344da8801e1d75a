import { divideOtherwise } from '../../oracles/graph/expect.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { Random } from '../random.ts';
import type { Pool } from './pool.ts';
import type { Program } from './program.ts';

/**
 * A legal program in another way on the same values: other inputs constant, other values as outputs, another opset, the runs the
 * other way round. The oracle knows its answers already; a runtime may come to others, since it folds what is constant and fuses
 * what nobody else reads. `undefined` where chance changes nothing.
 */
export function variantOf(program: Program, pool: Pool, random: Random): Program | undefined {
  const { graph, runs } = program;
  const opset = random.pick(opsetsOf(program, pool));
  const isOfOpset = opset === program.opset;
  if (runs.length > 1) {
    const other = runs.toReversed();
    return isOfOpset && other.every((run, i) => run === runs[i]) ? undefined : { ...program, opset, runs: other };
  }
  const [run] = runs as [ReadonlyMap<string, Tensor>];
  const given = [...graph.initializers, ...run];
  const constant = new Set(given.flatMap(([name]) => (random.boolean() ? [name] : [])));
  const outputs = random.boolean() ? graph.outputs : otherOutputs(program, random);
  const isSame = given.every(([name]) => constant.has(name) === graph.initializers.has(name));
  if (isSame && isOfOpset && String(outputs) === String(graph.outputs)) return undefined;
  const those = (are: boolean): ReadonlyMap<string, Tensor> =>
    new Map(given.filter(([name]) => constant.has(name) === are));
  const [initializers, inputs] = [those(true), those(false)];
  divideOtherwise(graph, run, initializers, inputs);
  return { ...program, opset, graph: { ...graph, initializers, outputs }, runs: [inputs] };
}

/** The opsets at which the versions of all nodes are in force. */
function opsetsOf({ graph }: Program, pool: Pool): readonly number[] {
  const [first, ...others] = graph.nodes.map((node) => pool.opsetsOf(node));
  return first!.filter((opset) => others.every((own) => own.includes(opset)));
}

/** What no node reads, with every other value or with none. */
function otherOutputs({ graph: { nodes } }: Program, random: Random): readonly string[] {
  const read = new Set(nodes.flatMap(({ inputs }) => inputs));
  const withAll = random.boolean();
  return nodes.flatMap(({ outputs }) => outputs).filter((name) => name !== '' && (withAll || !read.has(name)));
}
