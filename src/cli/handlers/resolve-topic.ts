import { parseId } from '../../../generators/suite/check-id.ts';
import { findSubject } from '../../../generators/suite/subjects.ts';
import { opsetRange } from '../../../oracles/operators.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';

/** The topic that an id of a case, or a prefix of one, names. */
export interface Topic {
  readonly name: string;
  readonly clause: string | undefined;
  readonly opset: number | undefined;
}

/**
 * Returns the operator, clause and opset that an id names: `ReduceSum/13/float32/keepdims-zero/3@15`. Without `@`, the
 * opset is the newest at which the version is in force.
 * @throws BadInput for an operator or version that does not exist, or an opset that is not one of the version's
 */
export function resolveTopic(id: string): Topic {
  const { path, opset } = parseId(id);
  const [name = '', since, , clause] = path.split('/');
  const operator = findSubject(name);
  if (!operator || since === undefined) return { name, clause, opset };
  const version = operator.versions.find((each) => String(each.since) === since);
  if (!version) {
    const all = operator.versions.map((each) => each.since).join(', ');
    throw new BadInput(`'${id}': ${name} has versions ${all}, not '${since}'`);
  }
  const { first, last } = opsetRange(operator, version);
  if (opset !== undefined && (opset < first || opset > last)) {
    throw new BadInput(`'${id}': ${name}-${since} is in force at opsets ${first} to ${last}, not at ${opset}`);
  }
  return { name, clause, opset: opset ?? last };
}
