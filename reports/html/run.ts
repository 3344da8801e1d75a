import type { Report } from '../schema.ts';
import { launchAsTyped } from '../words/launch.ts';
import { capabilitiesInWords, incidentsInWords, optionsInWords, totalsInWords } from '../words/phrases.ts';
import { thousands } from '../words/plural.ts';
import type { Markup } from './markup.ts';
import { html } from './markup.ts';
import { facts } from './parts.ts';

/** Who was judged, how it was started, and what was asked of it. */
export function run(report: Report): Markup {
  const { backend, capabilities, launch, times, tool, complete } = report;
  const { name, version, ...properties } = backend;
  return facts([
    ['backend', `${name} ${version}`],
    ...Object.entries(properties),
    ...(capabilities ? [['declares', capabilitiesInWords(capabilities)] as const] : []),
    ['options', optionsInWords(report.options)],
    ['cases', totalsInWords(report)],
    ['run', complete ? 'complete' : 'interrupted'],
    ...(report.incidents.count > 0 ? [['process', incidentsInWords(report)] as const] : []),
    ...(launch ? [['launched with', html`<code>${launchAsTyped(launch)}</code>`] as const] : []),
    ['started', times.started],
    [
      'took',
      `${thousands(Math.round(times.seconds))} s, the oracle ${thousands(Math.round(times.oracleSeconds))} s of processor time`,
    ],
    ['suite', `${tool.name} ${tool.version}`],
  ]);
}

export function problems({ problems }: Report): Markup {
  return html`<ul>${problems.map((problem) => html`<li>${problem}</li>`)}</ul>`;
}
