import { broken, recorded } from '../../schema/counts.ts';
import type { OutcomeCounts } from '../../schema.ts';
import { thousands } from '../../view/plural.ts';
import { html, type Markup } from '../markup.ts';

/** Returns the numbers of passing, wrong and unsupported cases, without zeros. */
function partsOf(counts: OutcomeCounts): readonly { kind: string; count: number; text: string }[] {
  const parts = [
    ['pass', counts.pass, 'pass'],
    ['bad', broken(counts), 'wrong'],
    ['none', counts.unsupported, 'not supported'],
  ] as const;
  return parts
    .filter(([, count]) => count > 0)
    .map(([kind, count, word]) => ({ kind, count, text: `${thousands(count)} ${word}` }));
}

/** Returns all cases as one bar. */
export function countsBar(counts: OutcomeCounts): Markup {
  const all = recorded(counts);
  const shown = partsOf(counts);
  let at = 0;
  const rects = shown.map(({ kind, count }) => {
    // even a small part has to be visible
    const width = Math.max((count / all) * 1000, 4);
    at += width;
    return html`<rect class="${kind}" x="${(at - width).toFixed(1)}" width="${width.toFixed(1)}" height="10"/>`;
  });
  return html`<svg class="share" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="${shown.map(({ text }) => text).join(', ')}">${rects}</svg>`;
}

/** Returns the bar with a legend of its colours. */
export function countsChart(counts: OutcomeCounts): Markup {
  return html`<figure>${countsBar(counts)}
<figcaption class="keys">${partsOf(counts).map(({ kind, text }) => html`<span class="key ${kind}">${text}</span>`)}</figcaption></figure>`;
}
