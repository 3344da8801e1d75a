import { BadInput } from './bad-input.ts';
import { newestOpset } from './newest-opset.ts';
import type { Operator, OperatorVersion } from './operator.ts';
import { domainOf } from './operator-name.ts';
import { type Deprecation, schemas } from './schemas/schemas.ts';

/** The imports of a model: the opset of ai.onnx, or the versions of all its domains, where '' is ai.onnx. */
export type Imports = number | Readonly<Record<string, number>>;

/**
 * Returns the version of an operator that is in force in a model: the newest one that is not newer than the imported version.
 * @throws BadInput for an opset below the operator's first version, after its deprecation, or outside 1 … {@link newestOpset}
 */
export function versionAt(operator: Operator, imports: Imports): OperatorVersion {
  const domain = domainOf(operator.name);
  if (typeof imports === 'number') return versionAtOpset(operator, imports);
  if (domain === '') return versionAtOpset(operator, imports[''] ?? 0);
  // a model without an import of the domain has the newest: checkers reject it, not the oracle
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
  const [oldest] = operator.versions;
  if (!oldest) throw new BadInput(`${operator.name} has no schema of its name: compare those in oracles/spec/schemas`);
  if (!version) throw new BadInput(`${operator.name} does not exist before opset ${firstOpset(oldest)}`);
  const { last } = opsetRange(operator, version);
  if (version.last !== undefined && opset > last)
    throw new BadInput(`${operator.name} is tested at opsets ${operator.versions.map(({ since }) => since)}`);
  if (opset > last) throw new BadInput(`${operator.name} is deprecated since opset ${last + 1}`);
  return version;
}

/** Returns the first and last opset that resolve to a version: up to the next version or a deprecation. */
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

/** Returns the first opset of ai.onnx at which models can have a version. */
export const firstOpset = ({ since, opset = since }: Pick<OperatorVersion, 'since' | 'opset'>): number => opset;

/**
 * Returns the opset of ai.onnx whose rules a version follows where operators of all domains share them. A version of another
 * domain follows the newest, because its number is not an opset of ai.onnx.
 */
export const opsetOfRules = ({ since, opset }: Pick<OperatorVersion, 'since' | 'opset'>): number =>
  opset === undefined ? since : newestOpset;

interface OpsetBounds {
  readonly first: number;
  readonly last: number;
}

/** Cached, because it is read for each cell. */
const ranges = new WeakMap<OperatorVersion, OpsetBounds>();

const deprecations = schemas.filter((schema): schema is Deprecation => schema.deprecated === true);

const deprecationsOf = (name: string): readonly Deprecation[] =>
  deprecations.filter((deprecation) => deprecation.name === name);
