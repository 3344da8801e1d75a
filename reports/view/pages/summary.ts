import type { Report } from '../../schema.ts';
import { type FindingView, findingViews } from '../../words/finding-view.ts';
import { totalsInWords } from '../../words/phrases.ts';
import { plural } from '../../words/plural.ts';
import { type Block, code, commands, facts, folded, type Page, paragraph, some } from '../block.ts';
import { verdictBlock } from './report.ts';

/** Findings that are shown: GitHub takes a summary of 1 MiB, people less. */
const most = 50;

/** Characters of one line; what a backend writes to stderr can have thousands. */
const longest = 500;

/** The verdict and the findings, for the page of a CI job: what is wrong, and the command that shows it again. */
export function summaryPage(report: Report): Page {
  const { name, version } = report.backend;
  const views = findingViews(report);
  const left = views.length - most;
  return {
    title: `Conformance of ${name} ${version}`,
    lead: [
      verdictBlock(report),
      ...views.slice(0, most).map((view, i) => folded(`${i + 1}. ${clipped(view.title)}`, findingBlocks(view))),
      ...(left > 0 ? [paragraph(`${plural(left, 'more finding')} in report.md.`)] : []),
      paragraph(`${totalsInWords(report)}.`),
    ],
    sections: [],
    foot: '',
  };
}

const findingBlocks = ({ message, places, opsets, smallest, rows, replay }: FindingView): readonly Block[] =>
  some([
    message !== undefined && paragraph(code(clipped(message))),
    paragraph(`${clipped(places.join('; '))}, ${opsets}`),
    facts([['smallest case', code(smallest)], ...rows.map(([label, text]) => [label, code(clipped(text))] as const)]),
    commands([replay]),
  ]);

const clipped = (text: string) => (text.length <= longest ? text : `${text.slice(0, longest)}…`);
