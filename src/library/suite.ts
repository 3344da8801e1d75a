import { parseId } from '../../generators/suite/check-id.ts';
import { once } from '../../oracles/spec/node.ts';
import { groupBy } from '../../reports/aggregate/grouping.ts';
import { isBroken, judged } from '../../reports/schema/counts.ts';
import type { CaseResult, Report } from '../../reports/schema.ts';
import { describeUnrepeated } from '../../reports/view/phrases.ts';
import { plural } from '../../reports/view/plural.ts';
import type { Backend } from '../backends/backend.ts';
import { openWorkers } from '../backends/pool.ts';
import { type Agenda, agendaFor } from '../run/agenda.ts';
import { ReportBuilder } from '../run/report-builder.ts';
import { runTrials } from '../run/run.ts';
import { planRun } from '../run/suite-run.ts';
import { readCall, type SuiteOptions, settingsOf, suiteOptions, throwEmptySelection } from './options.ts';
import { formatFirst, printAs } from './printing.ts';
import { Verdict, WrongAnswer } from './verdict.ts';

/** One cell of the suite, to be declared as one test: an operator version, a dtype and a clause. */
export interface SuiteCell {
  /** `ReduceSum/13/float32/keepdims-zero` */
  readonly name: string;
  readonly cases: number;
  /**
   * Runs its cases, one after the other.
   * @returns the reason why the cell is skipped, if none of its cases is supported
   * @throws WrongAnswer whose message shows the first broken cases
   */
  run(): Promise<string | undefined>;
}

/** A part of the suite, cell by cell, for test runners. */
export interface Suite {
  /** the name of the backend or kernel */
  readonly name: string;
  readonly cells: readonly SuiteCell[];
  /**
   * To be called after all cells: checks what only all cases together show, such as inconsistent choices.
   * @throws WrongAnswer, also if nothing was judged
   */
  together(): Promise<void>;
  /** Ends the backend, if one was started. */
  close(): Promise<Report | undefined>;
}

/** The greatest number of wrong answers of one cell to show. */
const few = 3;

/**
 * Returns a part of the suite, cell by cell. Nothing is started before the first cell runs. Invalid models are left out.
 * @throws BadInput for unusable options, or an empty selection
 */
export function suite(options: SuiteOptions): Suite {
  const values = readCall(suiteOptions, options);
  const settings = { ...settingsOf(values), validOnly: true };
  const { launching, workers = 1 } = settings;
  const { agenda, options: recorded } = planRun(settings);
  if (agenda.trials.length === 0) throwEmptySelection(values);
  const builder = new ReportBuilder(agenda, launching.launch, recorded);
  const started = new Date();
  let reason: string | undefined;
  let opened: Promise<Backend> | undefined;
  const open = () => {
    opened ??= openWorkers(launching.command, workers, launching.options);
    return opened;
  };
  const report = async () => {
    const { info: backend, incidents } = await open();
    const seconds = (Date.now() - started.getTime()) / 1000;
    const times = { started: started.toISOString(), seconds, oracleSeconds: 0, workers };
    return builder.report({ backend, incidents, times });
  };
  const byCell = (trials: Agenda['trials']) => groupBy(trials, ({ id }) => id.split('/').slice(0, 4).join('/'));
  // the tests have names before the backend declares its opsets, which may add cases to quick
  const planned = new Set(agenda.trials.map(({ id }) => parseId(id).path));
  const asked = once(async () => {
    const { trials } = agendaFor(agenda, (await open()).capabilities);
    return byCell(trials.filter(({ id }) => planned.has(parseId(id).path)));
  });
  const runCell = async (cell: string): Promise<string | undefined> => {
    const results: CaseResult[] = [];
    await runTrials(await open(), (await asked()).get(cell)!, {
      workers,
      onResult: (result) => {
        results.push(builder.add(result));
      },
    });
    reason ??= results.find(({ outcome }) => outcome === 'unsupported')?.message;
    refuseBroken(
      results.filter(({ outcome }) => isBroken(outcome)),
      results.length,
    );
    return results.every(({ outcome }) => outcome === 'unsupported') ? results[0]!.message : undefined;
  };
  const whyNothing = (unsupported: number): string =>
    unsupported === 0 ? 'no cell was run' : `${plural(unsupported, 'case')} unsupported, the first: ${reason}`;
  const made: Suite = {
    name: launching.launch.backend,
    cells: [...byCell(agenda.trials)].map(([name, trials]) => ({
      name,
      cases: trials.length,
      run: () => runCell(name),
    })),
    together: async () => {
      const whole = await report();
      const { findings, totals } = whole;
      if (judged(totals) === 0) throw new WrongAnswer(`nothing was judged: ${whyNothing(totals.unsupported)}`, []);
      const lost = describeUnrepeated(whole);
      if (lost !== undefined) throw new WrongAnswer(lost, []);
      const apart = findings.filter(({ problem }) => problem === 'inconsistency').map(({ smallest }) => smallest);
      refuseBroken(apart, apart.length);
    },
    close: async () => {
      if (!opened) return undefined;
      const last = await report();
      await (await opened).close();
      return last;
    },
  };
  const names = made.cells.map(({ name }) => name);
  const size = `${plural(names.length, 'cell')}, ${plural(agenda.trials.length, 'case')}`;
  return printAs(made, () => formatFirst(names, `${made.name}: ${size}`));
}

function refuseBroken(broken: readonly CaseResult[], of: number): void {
  if (broken.length === 0) return;
  const verdicts = broken.map((result) => new Verdict(result));
  const shown = verdicts.slice(0, few).map(String);
  throw new WrongAnswer([`${broken.length} of ${of} cases`, ...shown].join('\n'), verdicts);
}
