import { candidateOf } from '../kernels/mutant.ts';
import { mutants } from '../kernels/mutants.ts';
import { furtherFaults } from './faults.ts';
import type { Faulty } from './faulty.ts';

/** Faults of the same operators; they are tried on the same programs. */
export interface Group {
  readonly list: 'evidence/detection.md' | 'further faults';
  readonly operators: readonly string[];
  readonly faults: readonly Faulty[];
}

export const groups: readonly Group[] = [
  ...groupsOf('evidence/detection.md', mutants.map(candidateOf)),
  ...groupsOf('further faults', furtherFaults),
];

function groupsOf(list: Group['list'], all: readonly Faulty[]): readonly Group[] {
  const groups = new Map<string, Faulty[]>();
  for (const fault of all) {
    const key = fault.operators.join();
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  return Array.from(groups.values(), (faults) => ({ list, operators: faults[0]!.operators, faults }));
}
