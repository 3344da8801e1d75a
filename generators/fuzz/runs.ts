import { elementCount, type Tensor } from '../../oracles/numerics/tensor.ts';
import { mapTensors, tensorsIn, type Value } from '../../oracles/numerics/value.ts';
import type { Random } from '../cases/random.ts';
import type { Program, RunInputs } from './program.ts';
import { extent } from './shapes.ts';
import { elementsIn, resample } from './tensors.ts';
import { isLegal } from './validate.ts';

const attempts = 6;

/** Returns the program with further runs of its model: with other shapes, with other data, or with the first inputs again. */
export function withRuns(program: Program, random: Random, room: number): Program {
  const [first] = program.runs as [ReadonlyMap<string, Value>];
  if (first.size === 0) return program;
  const runs = [first];
  const wanted = random.integer(1, 2);
  for (let i = 0; i < attempts && runs.length <= wanted; i++) {
    const run = random.integer(0, 2) > 0 ? ofOtherShapes(first, random, room) : ofOtherData(first, random);
    if (run && isLegal({ ...program, runs: [run] })) runs.push(run);
  }
  // the outputs of random operators differ from run to run
  const isRandom = program.graph.nodes.some(({ operator }) => operator.family === 'random');
  if (runs.length > 1 && random.boolean() && !isRandom) runs.push(first);
  const several = { ...program, runs };
  // a run may leave an effect behind that the text does not forbid
  return isLegal(several) ? several : program;
}

function ofOtherShapes(run: RunInputs, random: Random, room: number): RunInputs | undefined {
  const extents = [...new Set([...run.values()].flatMap((value) => tensorsIn(value).flatMap(({ dims }) => dims)))];
  if (extents.length === 0) return undefined;
  const old = random.pick(extents);
  const size = extent(random, room);
  const shapeOf = (dims: readonly number[]) => dims.map((dim) => (dim === old ? size : dim));
  const isLarge = (value: Value) => tensorsIn(value).some(({ dims }) => elementCount(shapeOf(dims)) > room);
  if ([...run.values()].some(isLarge)) return undefined;
  const other = withEach(run, (tensor) => resample(tensor, shapeOf(tensor.dims), random));
  return elementsIn(other.values()) <= room ? other : undefined;
}

const ofOtherData = (run: RunInputs, random: Random): RunInputs =>
  withEach(run, (tensor) => resample(tensor, tensor.dims, random));

const withEach = (run: RunInputs, change: (tensor: Tensor) => Tensor): RunInputs =>
  new Map([...run].map(([name, value]) => [name, mapTensors(value, change)]));
