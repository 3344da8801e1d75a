import { broken, recorded } from '../schema/counts.ts';
import type { OutcomeCounts } from '../schema.ts';
import { thousands } from '../words/plural.ts';
import { html, type Markup } from './markup.ts';

const parts = [
  ['pass', ({ pass }: OutcomeCounts) => pass, 'pass'],
  ['bad', broken, 'wrong'],
  ['none', ({ unsupported }: OutcomeCounts) => unsupported, 'not supported'],
] as const;

/** How many cases pass, are wrong and are not supported; outcomes that did not occur are left out. */
export function partsOf(counts: OutcomeCounts): readonly { kind: string; count: number; text: string }[] {
  return parts
    .map(([kind, of, word]) => ({ kind, count: of(counts), text: `${thousands(of(counts))} ${word}` }))
    .filter(({ count }) => count > 0);
}

/** All cases as one bar. */
export function bar(counts: OutcomeCounts): Markup {
  const all = recorded(counts);
  const shown = partsOf(counts);
  let at = 0;
  const rects = shown.map(({ kind, count }) => {
    // what is there must be seen
    const width = Math.max((count / all) * 1000, 4);
    at += width;
    return html`<rect class="${kind}" x="${(at - width).toFixed(1)}" width="${width.toFixed(1)}" height="10"/>`;
  });
  return html`<svg class="share" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="${shown.map(({ text }) => text).join(', ')}">${rects}</svg>`;
}
