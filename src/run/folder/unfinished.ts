import { statSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import type { Report } from '../../../reports/schema.ts';
import { packageInfo } from '../../package-info.ts';
import { agendaFor } from '../agenda.ts';
import { ReportBuilder } from '../report-builder.ts';
import { differenceBetween } from '../run-state.ts';
import { agendaOf } from '../suite-run.ts';
import { readState, resultsOf } from './resume.ts';
import { createRunFolder, storedFiles } from './run-folder.ts';

/**
 * Writes the report of a killed run from its stored results.
 * @throws BadInput if they are not all of one run, or are of another release; the folder is then unchanged
 */
export async function finishUnfinished(dir: string): Promise<Report> {
  const state = readState(dir);
  const { tool, options, launch, backend, capabilities, incidents, started } = state;
  if (options.nodes) throw new BadInput(`${dir} holds a check of a model that was killed; run it again`);
  const difference = differenceBetween({ tool }, { tool: packageInfo() });
  if (difference !== undefined) throw new BadInput(`${dir} holds a run of another release: there ${difference}`);
  const { requireTier, policies } = options;
  const requirements = { requireTier, ...(policies && { policies }) };
  const agenda = agendaFor(agendaOf({ ...options, selection: options, requirements }), capabilities);
  const results = resultsOf(dir, agenda);
  const builder = new ReportBuilder(agenda, launch!, options);
  for (const result of results) builder.addKnown(result);
  const written = statSync(join(dir, storedFiles.results)).mtimeMs;
  const report = builder.report({
    backend,
    ...(capabilities && { capabilities }),
    incidents,
    // the oracle's time is known only at the end of a run
    times: { started, seconds: Math.max(0, written - Date.parse(started)) / 1000, oracleSeconds: 0 },
  });
  const files = createRunFolder(dir);
  files.begin(state);
  files.replace(results);
  await files.finish(report);
  return report;
}
