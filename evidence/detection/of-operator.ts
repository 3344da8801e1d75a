import { findOperator } from '../../oracles/operators.ts';
import { correctCandidates } from '../kernels/candidates.ts';
import { mutants } from '../kernels/mutants.ts';
import type { Finding, Findings } from '../kernels/suite.ts';
import { andMore, enough } from './result.ts';
import { hardlyShown } from './settings.ts';
import { perform, seeds } from './tasks.ts';

/** What the cases of one operator say of all kernels that concern it. */
export interface OperatorFindings {
  readonly lines: readonly string[];
  /** no fault is caught too rarely, no correct kernel accused, and no attribute or input told of too rarely */
  readonly isRight: boolean;
  readonly findings: Findings;
}

/**
 * Each fault with the cases that catch it, the rarest first; then the correct kernels that are accused, or that none is, and attributes
 * and inputs of which too few cases tell.
 */
export function ofOperator(operator: string): OperatorFindings {
  const unheard = hardlyShown(findOperator(operator)!);
  const findings = perform({ operator, seed: seeds[0] });
  const among = (kernels: readonly { readonly name: string }[]) =>
    kernels.flatMap(({ name }) => (findings.has(name) ? [{ name, finding: findings.get(name)! }] : []));
  const faults = among(mutants).toSorted((a, b) => a.finding.complaints - b.finding.complaints);
  const correct = among(correctCandidates);
  const accused = correct.filter(({ finding }) => finding.complaints > 0);
  const first = ({ first }: Finding) => (first ? `; ${first.id}: ${first.message}` : '');
  return {
    lines: [
      ...faults.map(({ name, finding }) => {
        const { complaints, cases } = finding;
        const where = complaints < enough ? `, ${enough} are wanted${first(finding)}` : '';
        const quick = finding.quick === 0 ? ', none of quick' : '';
        return `${andMore(complaints).padStart(11)} of ${cases} cases catch  ${name}${quick}${where}`;
      }),
      ...accused.map(({ name, finding }) => `accused ${andMore(finding.complaints)} times: ${name}${first(finding)}`),
      `${operator}: ${faults.length} faults, ${correct.length} correct kernels, of which ${accused.length} accused`,
      ...unheard,
    ],
    findings,
    isRight:
      accused.length === 0 && unheard.length === 0 && faults.every(({ finding }) => finding.complaints >= enough),
  };
}
