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
} satisfies Record<Exclude<Aspect, 'sessions'>, (version: OperatorVersion, run: NodeRun) => Iterable<ClassValue>>;

/**
 * The classes of a run of a node, each dimension once, in the words of the schema.
 * @param earlier the runs of the same loaded model before it, the first one first
 */
export function classesOf(
  version: OperatorVersion,
  proposed: SurroundedNode,
  before: readonly SurroundedNode[] = [],
): readonly Class[] {
  const [run, earlier] = [nodeIn(proposed), before.map(nodeIn)];
  const described = Object.entries(describers).flatMap(([aspect, describe]) =>
    Array.from(describe(version, run), ([dimension, value]) => ({ aspect: aspect as Aspect, dimension, value })),
  );
  const ofSession = Array.from(sessionClasses(version, run, earlier), ([dimension, value]) => {
    return { aspect: 'sessions' as const, dimension, value };
  });
  return [...described, ...ofSession];
}

/** The classes of a run, by aspect and dimension. */
export type ClassRecord = Partial<Readonly<Record<Aspect, Readonly<Record<string, string>>>>>;

/** The same classes as a record, in which aspects without any are left out. */
export function classRecordOf(...given: Parameters<typeof classesOf>): ClassRecord {
  const record: Partial<Record<Aspect, Record<string, string>>> = {};
  for (const { aspect, dimension, value } of classesOf(...given)) {
    record[aspect] ??= {};
    record[aspect][dimension] = value;
  }
  return record;
}
