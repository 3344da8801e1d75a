import type { ElementAcceptance } from './acceptance.ts';

/** The acceptance of an element in which one of several things may stand, the recommended one first; at least one. */
export function either(options: readonly ElementAcceptance[]): ElementAcceptance {
  const [first] = options as [ElementAcceptance, ...ElementAcceptance[]];
  if (options.length === 1) return first;
  return {
    best: first.best,
    orderFree: false,
    landmarks: options.flatMap(({ landmarks }) => landmarks),
    judge(got) {
      const verdicts = options.map((option) => option.judge(got));
      const accepted = verdicts.find((verdict) => verdict.accepted);
      if (accepted) return accepted;
      const allowed = verdicts.flatMap((verdict) => (verdict.accepted ? [] : [verdict.allowed]));
      return { ...verdicts[0]!, allowed: [...new Set(allowed)].join(' or ') };
    },
    fault: (got) => first.fault?.(got) ?? 'value',
  };
}
