import type { Draft, Proposal } from '../cases/proposal.ts';

/** A draft of a valid call with one change, which `what` describes in a few words. The valid call is the control. */
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
