import type { Draft, Proposal } from '../cases/proposal.ts';

/** A valid call with one thing changed, which `what` says in a few words; the call as it was is the control. */
export function negativeCase(valid: Draft, what: string, change: (valid: Proposal) => Proposal): Draft {
  return {
    get summary() {
      return `${valid.summary}; ${what}`;
    },
    get facts() {
      return valid.facts;
    },
    draw(random) {
      const control = valid.draw(random);
      return { ...change(control), rejection: { control: () => control } };
    },
  };
}
