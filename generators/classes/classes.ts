import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import { nodeIn, type SurroundedNode } from '../cases/node-in.ts';
import { attributeClasses } from './attributes.ts';
import type { Aspect, Class, ClassValue, NodeRun } from './class.ts';
import { inputClasses } from './inputs.ts';
import { sessionClasses } from './sessions.ts';
import { shapeClasses } from './shapes.ts';
import { valueClasses } from './values.ts';

const describers = {
  inputs: inputClasses,
  shapes: shapeClasses,
  attributes: attributeClasses,
  values: valueClasses,
  sessions: sessionClasses,
} satisfies Record<
  Aspect,
  (version: OperatorVersion, run: NodeRun, earlier: readonly NodeRun[]) => Iterable<ClassValue>
>;

/** The classes of a run, by aspect and dimension. Aspects without any are left out. */
export type ClassRecord = Partial<Readonly<Record<Aspect, Readonly<Record<string, string>>>>>;

/**
 * The classes of a run of a node, in the words of the schema.
 * @param before the runs of the same loaded model before it, the first one first
 */
export function classRecordOf(
  version: OperatorVersion,
  proposed: SurroundedNode,
  before: readonly SurroundedNode[] = [],
): ClassRecord {
  const [run, earlier] = [nodeIn(proposed), before.map(nodeIn)];
  const described = Object.entries(describers).map(([aspect, describe]) => {
    const own: Record<string, string> = {};
    for (const [dimension, value] of describe(version, run, earlier)) own[dimension] = value;
    return [aspect, own] as const;
  });
  return Object.fromEntries(described.filter(([, own]) => Object.keys(own).length > 0));
}

/** The same classes as a list, each dimension once. */
export const classesOf = (...given: Parameters<typeof classRecordOf>): readonly Class[] =>
  Object.entries(classRecordOf(...given)).flatMap(([aspect, own]) =>
    Object.entries(own).map(([dimension, value]) => ({ aspect: aspect as Aspect, dimension, value })),
  );
