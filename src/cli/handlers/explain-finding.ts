import { hypothesesOn } from '../../../oracles/judge/explanations/hypotheses.ts';
import { findPolicy } from '../../../oracles/judge/policy.ts';
import { operators } from '../../../oracles/operators.ts';
import { indented } from './format-topic.ts';
import { printPolicy } from './policies.ts';

/** Returns all explanations that the suite knows, with the operators whose wrong answers each may explain. */
function explanations(): ReadonlyMap<string, { readonly text: string; readonly names: ReadonlySet<string> }> {
  const known = new Map<string, { readonly text: string; readonly names: Set<string> }>();
  for (const operator of operators) {
    for (const version of operator.versions) {
      for (const { id, text } of hypothesesOn(operator, version)) {
        const own = known.get(id) ?? { text, names: new Set() };
        known.set(id, own);
        own.names.add(operator.name);
      }
    }
  }
  return known;
}

/** Returns the ids of all explanations. */
export const explanationIds = (): string[] => [...explanations().keys()];

/** Ids of findings derived from a message or a problem; only the report has more about them. */
const ofAReport = /^(?:error|crash|timeout|shape|dtype|outputs|value|input|later|repeat|file|tier|state)(?:-|$)/;

/**
 * Prints the meaning of the id of an explanation or finding.
 * @returns false if the id is neither
 */
export function printFinding(id: string): boolean {
  const [, rest = ''] = /^(?:choice|varies)-(.*)$/.exec(id) ?? [];
  const policy = findPolicy(rest);
  if (policy) {
    printPolicy(rest, policy, []);
    return true;
  }
  const [name, number] = [/^[a-z\d]+-/, /-\d+$/];
  const known = explanations();
  const ids = [id, id.replace(number, ''), id.replace(name, ''), id.replace(name, '').replace(number, '')];
  const found = ids.map((one) => known.get(one)).find((one) => one !== undefined);
  if (!found && !ids.some((one) => ofAReport.test(one))) return false;
  const text = found
    ? `${found.text}. A finding has this id, possibly after the name of an operator, if this fault explains all its wrong ` +
      `answers: a hint at the cause. Searched for in ${formatIds(found.names)}.`
    : "A finding by what the backend or the comparator said, or by its operator: 'report DIR --finding ID' shows it.";
  process.stdout.write(`${[id, ...indented(text)].join('\n')}\n`);
  return true;
}

const formatIds = (names: ReadonlySet<string>): string =>
  names.size === operators.length ? 'all operators' : [...names].join(', ');
