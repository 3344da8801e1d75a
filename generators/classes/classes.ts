import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import { nodeIn, type SurroundedNode } from '../cases/node-in.ts';
import { attributeClasses } from './attributes.ts';
import type { Aspect, Class, ClassValue, NodeRun } from './class.ts';
import { inputClasses } from './inputs.ts';
import { attributeRelations, floatTypes } from './relations.ts';
import { sessionClasses } from './sessions.ts';
import { shapeClasses } from './shapes.ts';
import { valueClasses } from './values.ts';

type Describe = (version: OperatorVersion, run: NodeRun, earlier: readonly NodeRun[]) => Iterable<ClassValue>;

/** What kernels may branch on. */
const branches: Readonly<Record<Aspect, Describe>> = {
  inputs: inputClasses,
  shapes: shapeClasses,
  attributes: attributeClasses,
  values: valueClasses,
  sessions: sessionClasses,
};

/** What kernels rarely branch on, but may rely on. */
const relations: Partial<Readonly<Record<Aspect, Describe>>> = { inputs: floatTypes, attributes: attributeRelations };

/** The classes of a run, by aspect and dimension. Aspects without any are left out. */
export type ClassRecord = Partial<Readonly<Record<Aspect, Readonly<Record<string, string>>>>>;

/**
 * The classes of a run of a node and its relations, in the words of the schema.
 * @param before the runs of the same loaded model before it, the first one first
 */
export function classRecordOf(
  version: OperatorVersion,
  proposed: SurroundedNode,
  before: readonly SurroundedNode[] = [],
): ClassRecord {
  const [run, earlier] = [nodeIn(proposed), before.map(nodeIn)];
  const described = Object.entries(branches).map(([aspect, describe]) => {
    const related = relations[aspect as Aspect]?.(version, run, earlier) ?? [];
    return [aspect, Object.fromEntries([...describe(version, run, earlier), ...related])] as const;
  });
  return Object.fromEntries(described.filter(([, own]) => Object.keys(own).length > 0));
}

/** The classes of a run without its relations, each dimension once. */
export function classesOf(
  version: OperatorVersion,
  proposed: SurroundedNode,
  before: readonly SurroundedNode[] = [],
): readonly Class[] {
  const [run, earlier] = [nodeIn(proposed), before.map(nodeIn)];
  return Object.entries(branches).flatMap(([aspect, describe]) =>
    Object.entries(Object.fromEntries(describe(version, run, earlier))).map(([dimension, value]) => ({
      aspect: aspect as Aspect,
      dimension,
      value,
    })),
  );
}
