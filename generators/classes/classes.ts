import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import { nodeIn, type SurroundedNode } from '../cases/node-in.ts';
import { attributeClasses, longLists } from './attributes.ts';
import { type Aspect, aspects, type Class, type ClassValue, type NodeRun } from './class.ts';
import { contents, duplicates, farNumbers, texts, thresholds, ties } from './contents.ts';
import { inputClasses } from './inputs.ts';
import { nameOf } from './notation.ts';
import {
  attributeRelations,
  counts,
  coverings,
  emptyInputs,
  floatTypes,
  inverses,
  lines,
  parities,
  proportions,
  scalars,
  stacks,
} from './relations.ts';
import { sessionClasses } from './sessions.ts';
import { shapeClasses } from './shapes.ts';
import { valueClasses } from './values.ts';

type Describe = (version: OperatorVersion, run: NodeRun, earlier: readonly NodeRun[]) => Iterable<ClassValue>;

/** What kernels may branch on. */
const branches: Readonly<Record<Aspect, readonly Describe[]>> = {
  inputs: [inputClasses],
  shapes: [shapeClasses],
  attributes: [attributeClasses],
  values: [valueClasses],
  sessions: [sessionClasses],
};

/** What kernels rarely branch on, but may rely on. */
const relations: Partial<Readonly<Record<Aspect, readonly Describe[]>>> = {
  inputs: [floatTypes, emptyInputs],
  shapes: [proportions, stacks, coverings],
  attributes: [longLists, attributeRelations, parities, counts, lines, inverses, farNumbers, duplicates, texts],
  values: [contents, ties, scalars, thresholds],
};

/** The classes of a run, by aspect and dimension. Aspects without any are left out. */
export type ClassRecord = Partial<Readonly<Record<Aspect, Readonly<Record<string, string>>>>>;

type NodeRuns = readonly [version: OperatorVersion, proposed: SurroundedNode, before?: readonly SurroundedNode[]];

/**
 * The classes of a run of a node and its relations, in the words of the schema.
 * @param before the runs of the same loaded model before it, the first one first
 */
export const classRecordOf = (...given: NodeRuns): ClassRecord => describedBy([branches, relations], ...given);

/** The classes of a run without its relations, each dimension once. */
export const classesOf = (...given: NodeRuns): readonly Class[] =>
  Object.entries(describedBy([branches], ...given)).flatMap(([aspect, own]) =>
    Object.entries(own).map(([dimension, value]) => ({ aspect: aspect as Aspect, dimension, value })),
  );

function describedBy(
  describers: readonly Partial<Readonly<Record<Aspect, readonly Describe[]>>>[],
  ...[version, proposed, before = []]: NodeRuns
): ClassRecord {
  const [run, earlier] = [nodeIn(proposed), before.map(nodeIn)];
  const described = aspects.map((aspect) => {
    const own = describers.flatMap((all) =>
      (all[aspect] ?? []).flatMap((describe) => [...describe(version, run, earlier)]),
    );
    return [aspect, Object.fromEntries(own.map(([dimension, value]) => [nameOf(dimension), value]))] as const;
  });
  return Object.fromEntries(described.filter(([, own]) => Object.keys(own).length > 0));
}
