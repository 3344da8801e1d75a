import { BadInput } from './bad-input.ts';
import { newestOpset } from './newest-opset.ts';
import type { Operator, OperatorVersion } from './operator.ts';
import { type Deprecation, schemas } from './schemas/schemas.ts';

/**
 * The version of an operator that is in force at an opset: the newest one that is not newer.
 * @throws BadInput for an opset below the operator's first version, after its deprecation, or outside 1 … {@link newestOpset}
 */
export function versionAt(operator: Operator, opset: number): OperatorVersion {
  if (!Number.isInteger(opset) || opset < 1 || opset > newestOpset) {
    throw new BadInput(`opset ${opset} does not exist: ONNX opsets are 1 to ${newestOpset}`);
  }
  const version = operator.versions.findLast((candidate) => candidate.since <= opset);
  if (!version) throw new BadInput(`${operator.name} does not exist before opset ${operator.versions[0]!.since}`);
  const { last } = opsetRange(operator, version);
  if (version.last !== undefined && opset > last)
    throw new BadInput(`${operator.name} is tried at opsets ${operator.versions.map(({ since }) => since)}`);
  if (opset > last) throw new BadInput(`${operator.name} is deprecated since opset ${last + 1}`);
  return version;
}

/** First and last opset that resolve to a version: up to the next one, or to a deprecation. */
export function opsetRange({ name, versions }: Operator, version: OperatorVersion): OpsetBounds {
  let known = ranges.get(version);
  if (!known) {
    const next = [...versions, ...deprecationsOf(name)].filter(({ since }) => since > version.since);
    const { since: first, last = newestOpset } = version;
    known = { first, last: Math.min(last, ...next.map(({ since }) => since - 1)) };
    ranges.set(version, known);
  }
  return known;
}

interface OpsetBounds {
  readonly first: number;
  readonly last: number;
}

/** Asked for each cell. */
const ranges = new WeakMap<OperatorVersion, OpsetBounds>();

const deprecations = schemas.filter((schema): schema is Deprecation => schema.deprecated === true);

const deprecationsOf = (name: string): readonly Deprecation[] =>
  deprecations.filter((deprecation) => deprecation.name === name);
