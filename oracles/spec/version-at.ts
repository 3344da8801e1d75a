import { BadInput } from './bad-input.ts';
import { newestOpset } from './newest-opset.ts';
import type { Operator, OperatorVersion } from './operator.ts';
import { domainOf } from './operator-name.ts';
import { type Deprecation, schemas } from './schemas/schemas.ts';

/** The opset of ai.onnx that a model imports; or the versions of all domains that it imports, '' being ai.onnx. */
export type Imports = number | Readonly<Record<string, number>>;

/**
 * The version of an operator that is in force in a model: the newest one that is not newer than what the model imports.
 * @throws BadInput for an opset below the operator's first version, after its deprecation, or outside 1 … {@link newestOpset}
 */
export function versionAt(operator: Operator, imports: Imports): OperatorVersion {
  const domain = domainOf(operator.name);
  if (typeof imports === 'number') return versionAtOpset(operator, imports);
  if (domain === '') return versionAtOpset(operator, imports[''] ?? 0);
  // a model that imports none has the newest: to refuse it is the matter of checkers
  const { [domain]: imported = Number.POSITIVE_INFINITY } = imports;
  const version = operator.versions.findLast(({ since }) => since <= imported);
  if (!version) throw new BadInput(`${operator.name} does not exist in version ${imported} of its domain`);
  return version;
}

function versionAtOpset(operator: Operator, opset: number): OperatorVersion {
  if (!Number.isInteger(opset) || opset < 1 || opset > newestOpset) {
    throw new BadInput(`opset ${opset} does not exist: ONNX opsets are 1 to ${newestOpset}`);
  }
  const version = operator.versions.findLast((candidate) => firstOpset(candidate) <= opset);
  if (!version) throw new BadInput(`${operator.name} does not exist before opset ${firstOpset(operator.versions[0]!)}`);
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
    const first = firstOpset(version);
    const next = [...versions, ...deprecationsOf(name)].map(firstOpset).filter((opset) => opset > first);
    known = { first, last: Math.min(version.last ?? newestOpset, ...next.map((opset) => opset - 1)) };
    ranges.set(version, known);
  }
  return known;
}

/** The first opset of ai.onnx at which models have a version. */
export const firstOpset = ({ since, opset = since }: Pick<OperatorVersion, 'since' | 'opset'>): number => opset;

interface OpsetBounds {
  readonly first: number;
  readonly last: number;
}

/** Asked for each cell. */
const ranges = new WeakMap<OperatorVersion, OpsetBounds>();

const deprecations = schemas.filter((schema): schema is Deprecation => schema.deprecated === true);

const deprecationsOf = (name: string): readonly Deprecation[] =>
  deprecations.filter((deprecation) => deprecation.name === name);
