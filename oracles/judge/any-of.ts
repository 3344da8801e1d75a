import { type ElementAcceptance, type Rejected, rejected } from './acceptance.ts';

/**
 * Returns the acceptance of an element that may match any of several acceptances.
 * @param options at least one, the recommended one first
 */
export function acceptAnyOf(options: readonly ElementAcceptance[]): ElementAcceptance {
  const [first] = options as [ElementAcceptance, ...ElementAcceptance[]];
  if (options.length === 1) return first;
  return {
    best: first.best,
    isExactInAnyOrder: false,
    breakpoints: options.flatMap(({ breakpoints }) => breakpoints),
    judge(got, asked) {
      const verdicts: Rejected[] = [];
      for (const option of options) {
        const verdict = option.judge(got, asked);
        if (verdict.accepted) return verdict;
        verdicts.push(verdict);
      }
      const [own] = verdicts as [Rejected];
      return rejected(
        () => own.error,
        () => ({ exact: own.exact, allowed: [...new Set(verdicts.map(({ allowed }) => allowed))].join(' or ') }),
      );
    },
    fault: (got) => first.fault?.(got) ?? 'value',
  };
}
