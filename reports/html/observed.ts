import { findPolicy } from '../../oracles/acceptance/policy.ts';
import { type IllegalModels, illegalOutcomes, type Report } from '../schema.ts';
import { illegalInWords, notRejectedInWords, ruleRows } from '../words/illegal.ts';
import { policyViews } from '../words/observed.ts';
import { behaviourInWords, scopesInWords, unsupportedInWords } from '../words/phrases.ts';
import { thousands } from '../words/plural.ts';
import { html, type Markup } from './markup.ts';
import { command, details, facts, table } from './parts.ts';

/** What the backend does where it may choose, and where it declines. */

export function choices(report: Report): Markup {
  const rows = policyViews(report).flatMap(({ policy, behaviours }) =>
    behaviours.map((behaviour, i) => [
      i === 0
        ? html`<code>${policy}</code><span class="sub">${findPolicy(policy)?.open}</span>`
        : html`<span class="unseen">${policy}</span>`,
      behaviourInWords(behaviour),
      scopesInWords(behaviour.scopes, report),
    ]),
  );
  return html`<p>Where the specification leaves a choice, this is what was observed. It counts against the runtime only where it has to choose once and does not.</p>
${table('Observed choices', ['policy', 'choice', 'where'], rows)}`;
}

export function unsupported(report: Report): Markup {
  const rows = report.unsupported.map((reason) => [
    reason.message ? html`<span class="said"><code>${reason.message}</code></span>` : 'no reason given',
    thousands(reason.cases),
    unsupportedInWords(reason, report),
    html`<code>${reason.example}</code>`,
  ]);
  return html`<p>The runtime declined these cases; they count neither for nor against it.</p>
${table('Not supported', ['reason', 'cases', 'where', 'smallest case'], rows)}`;
}

export function illegal(models: IllegalModels): Markup {
  const cards = models.rules.flatMap((broken) =>
    broken.notRejected.map(
      (
        seen,
      ) => html`<details class="card"><summary><span class="what"><code>${broken.rule}</code><span class="sub">${notRejectedInWords(broken, seen)}</span></span></summary>
<div class="inside"><blockquote><p>${broken.text}</p></blockquote>
${facts(ruleRows(seen).map(([label, text]) => [label, label === 'seen in' ? text : html`<code>${text}</code>`]))}
${command(seen.replay)}</div></details>
`,
    ),
  );
  const rows = models.rules.map(({ rule, text, counts }) => [
    html`<code>${rule}</code>`,
    text,
    ...illegalOutcomes.map((outcome) => (counts[outcome] > 0 ? thousands(counts[outcome]) : '')),
  ]);
  return html`<p>Each of these models breaks one rule and has to be rejected; they are in no other figure. ${illegalInWords(models)}.</p>
${cards}
${details('All rules', table('Rules and what became of models that break them', ['rule', 'text', ...illegalOutcomes], rows))}`;
}
