import { groupBy } from '../aggregate/grouping.ts';
import { type Severity, severityOf } from '../schema/predicates.ts';
import type { Finding } from '../schema.ts';
import { inList } from './plural.ts';

const words: Readonly<Record<Severity, readonly [one: string, several: string]>> = {
  text: ["breaks ONNX's text", "break ONNX's text"],
  domain: ["breaks its domain's text", "break their domain's text"],
  implied: ['breaks only what ONNX builds on (IEEE 754, numpy)', 'break only what ONNX builds on (IEEE 754, numpy)'],
  open: ['goes beyond what ONNX leaves open', 'go beyond what ONNX leaves open'],
  inconsistent: ['is inconsistent where ONNX leaves a choice', 'are inconsistent where ONNX leaves a choice'],
  required: ['misses only what you require', 'miss only what you require'],
};

/** Describes the severity of findings: "breaks ONNX's text", "are inconsistent where ONNX leaves a choice". */
export function describeSeverity(severity: Severity, count = 1): string {
  return words[severity][count === 1 ? 0 : 1];
}

/** Returns ", which break ONNX's text" for a single severity; otherwise ": 3 break ONNX's text and 1 is inconsistent …". */
export function describeGravities(findings: readonly Finding[]): string {
  const groups = [...groupBy(findings, severityOf)];
  const parts = groups.map(([severity, { length }]) => `${length} ${describeSeverity(severity, length)}`);
  return groups.length === 1 ? `, which ${describeSeverity(groups[0]![0], findings.length)}` : `: ${inList(parts)}`;
}
