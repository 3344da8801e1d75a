import type { Report } from '../schema.ts';
import { type FindingView, findingViews } from '../words/finding-view.ts';
import { totalsInWords } from '../words/phrases.ts';
import { plural } from '../words/plural.ts';
import { headlineOf, verdict } from '../words/verdict.ts';
import { codeBlock, codeSpan, details, escapeMarkdown } from './markup.ts';

/** Findings that are told: GitHub takes a summary of 1 MiB, people less. */
const most = 50;

/** The verdict and the findings, for the page of a CI job: what is wrong, and the command that shows it again. */
export function renderSummary(report: Report): string {
  const { name, version } = report.backend;
  const { kind, finding, next } = verdict(report);
  const views = findingViews(report);
  const left = views.length - most;
  const parts = [
    `## Conformance of ${escapeMarkdown(`${name} ${version}`)}`,
    `**${headlineOf(report, kind)}**: ${escapeMarkdown(`${finding} ${next}`.trim())}`,
    ...views.slice(0, most).map(findingInShort),
    ...(left > 0 ? [`${plural(left, 'more finding')} in report.md.`] : []),
    `${escapeMarkdown(totalsInWords(report))}.`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Its title, which unfolds to the smallest case. */
function findingInShort({ title, message, places, opsets, smallest, rows, replay }: FindingView, i: number): string {
  const lines = [
    ...(message === undefined ? [] : [codeSpan(clipped(message))]),
    `${escapeMarkdown(clipped(places.join('; ')))}, ${opsets}`,
    [
      `- smallest case: ${codeSpan(smallest)}`,
      ...rows.map(([label, text]) => `- ${label}: ${codeSpan(clipped(text))}`),
    ].join('\n'),
    codeBlock([replay]),
  ];
  return details(`${i + 1}. ${escapeHtml(clipped(title))}`, lines.join('\n\n'));
}

/** Characters of one line; what a backend writes to stderr can have thousands. */
const longest = 500;

const clipped = (text: string) => (text.length <= longest ? text : `${text.slice(0, longest)}…`);

/** A summary element holds HTML, not Markdown. */
const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
