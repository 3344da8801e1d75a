import { groupBy } from '../aggregate/grouping.ts';
import { type Gravity, gravityOf } from '../schema/predicates.ts';
import type { Finding } from '../schema.ts';
import { inList } from './plural.ts';

const words: Readonly<Record<Gravity, readonly [one: string, several: string]>> = {
  text: ["breaks ONNX's text", "break ONNX's text"],
  domain: ["breaks its domain's text", "break their domain's text"],
  implied: ['breaks only what ONNX builds on (IEEE 754, numpy)', 'break only what ONNX builds on (IEEE 754, numpy)'],
  open: ['goes beyond what ONNX leaves open', 'go beyond what ONNX leaves open'],
  inconsistent: ['is inconsistent where ONNX leaves a choice', 'are inconsistent where ONNX leaves a choice'],
  demanded: ['misses only what you require', 'miss only what you require'],
};

/** Describes the gravity of findings: "breaks ONNX's text", "are inconsistent where ONNX leaves a choice". */
export function describeGravity(gravity: Gravity, count = 1): string {
  return words[gravity][count === 1 ? 0 : 1];
}

/** Returns ", which break ONNX's text" for a single gravity; otherwise ": 3 break ONNX's text and 1 is inconsistent …". */
export function describeGravities(findings: readonly Finding[]): string {
  const groups = [...groupBy(findings, gravityOf)];
  const parts = groups.map(([gravity, { length }]) => `${length} ${describeGravity(gravity, length)}`);
  return groups.length === 1 ? `, which ${describeGravity(groups[0]![0], findings.length)}` : `: ${inList(parts)}`;
}
