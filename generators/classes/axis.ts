import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import type { NodeRun } from './class.ts';

/** The only attribute that names an axis of the first input, and the place of that axis. */
export function onlyAxis({ axes = [], attributes }: OperatorVersion, run: NodeRun, rank: number) {
  const [name, ...others] = axes.map((axis) => axis.name);
  const declared = attributes.find((one) => one.name === name);
  if (!declared || others.length > 0) return undefined;
  const value = run.attributes[declared.name]?.value ?? declared.default;
  if (typeof value !== 'number') return undefined;
  const place = value < 0 ? value + rank : value;
  return place >= 0 && place < rank ? { name: declared.name, place } : undefined;
}
