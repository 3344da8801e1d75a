import { findPolicy } from '../../oracles/judge/policy.ts';
import { unique } from '../aggregate/grouping.ts';
import type { Report } from '../schema.ts';
import { policyViews } from './observed.ts';
import { inList } from './plural.ts';

/**
 * Returns the allowed choices that lose numbers, in one line with the option that forbids the first of them. Empty if none
 * was observed. Example: "allowed, but it loses numbers: softmax-shift=not-shifted (LogSoftmax); --policy
 * softmax-shift=shifted forbids it".
 */
export function lossyChoices(report: Report): string {
  const seen = policyViews(report).flatMap(({ policy, behaviours }) => {
    const { lossy, choices = {} } = findPolicy(policy) ?? {};
    const isRequired = report.options.policies?.some((required) => required.policy === policy);
    if (lossy === undefined || isRequired) return [];
    const scopes = behaviours.filter((behaviour) => behaviour.choices.includes(lossy)).flatMap(({ scopes }) => scopes);
    const operators = unique(scopes.flatMap((scope) => scope.operators));
    const others = Object.keys(choices).filter((choice) => choice !== lossy);
    return operators.length === 0 ? [] : [{ policy, lossy, others, operators }];
  });
  const [first] = seen;
  if (first === undefined) return '';
  const all = seen.map(({ policy, lossy, operators }) => `${policy}=${lossy} (${operators.join(', ')})`);
  const remedy = first.others.map((choice) => `--policy ${first.policy}=${choice}`).join(' ');
  const many = seen.length > 1;
  return `allowed, but ${many ? 'they lose' : 'it loses'} numbers: ${inList(all)}; ${remedy} forbids ${many ? 'the first' : 'it'}`;
}
