import type { OpsetRange } from '../../generators/cases/case.ts';
import { type Case, type Cell, type Selection, select } from '../../generators/suite/cases.ts';
import type { PlannedCell } from '../../reports/aggregate/catalogue.ts';
import type { Capabilities, Report } from '../../reports/schema.ts';
import { casesOfShard, type Shard } from './shard.ts';
import { type Kinds, kindsOf } from './survey.ts';
import type { Requirements } from './trial/case-result.ts';
import { caseTrial } from './trial/case-trial.ts';
import type { EffortSettings } from './trial/effort.ts';
import type { Trial } from './trial/trial.ts';
import { vectorTrial } from './trial/vector-trial.ts';
import { readVectors } from './trial/vectors.ts';

/** What is going to be run: trials, and how many of them fill which cell; those of invalid models last. */
export interface Agenda {
  readonly trials: readonly Trial[];
  /** by the same kinds those of the whole selection; this may be a shard of it */
  readonly kinds?: Kinds;
  /** of files one for each trial, in their order */
  readonly plan: readonly PlannedCell[];
  readonly notKnown?: Report['notKnown'] | undefined;
  /** printed after the report, each makes the run a failure; what is wrong with a file comes to light with its trial */
  readonly problems: readonly string[];
  /** the same for a backend that declares its opsets; absent where opsets are asked for, and for files */
  readonly within?: (opsets: OpsetRange) => Agenda;
}

/** An agenda as it is put to a backend: at opsets that it declares, where it declares any. */
export const agendaFor = (agenda: Agenda, { opsets }: Capabilities = {}): Agenda =>
  (opsets && agenda.within?.(opsets)) ?? agenda;

/** A selection of the suite. @throws BadInput if a part of an id can never match */
export function suiteAgenda(
  selection: Selection,
  requirements: Requirements,
  { validOnly = false, shard }: { readonly validOnly?: boolean; readonly shard?: Shard | undefined } = {},
): Agenda {
  const isPart = selection.ids.length > 0 || selection.suite === 'quick';
  const { cells, invalid, mayHaveSome, cases } = select(selection);
  const counted = (all: readonly Cell[]) =>
    all
      .map((cell) => ({ cell, own: cases(cell) }))
      // the others are left out, as are those that a larger suite has
      .filter(({ cell, own }) => own.length > 0 || (!isPart && mayHaveSome(cell)));
  const all = [counted(cells), validOnly ? [] : counted(invalid)] as const;
  const mine = shard && casesOfShard(casesIn(all.flat()), shard);
  const share = (counted: readonly CountedCell[]) =>
    mine
      ? counted
          .map(({ cell, own }) => ({ cell, own: own.filter((question) => mine.has(question)) }))
          .filter(({ own }) => own.length > 0)
      : counted;
  const [valid, refused] = [share(all[0]), share(all[1])];
  const plan = [...valid, ...refused].map(planned);
  const within = (opsets?: OpsetRange): Agenda => {
    const trialsOf = (cells: readonly CountedCell[]) =>
      casesIn(cells).map((question) => caseTrial((opsets && question.within?.(opsets)) ?? question, requirements));
    const trials = trialsOf([...valid, ...refused]);
    return { trials, kinds: kindsOf(shard ? trialsOf(all[0]) : trials), plan, problems: [] };
  };
  const asksForOpsets = selection.opsets.length > 0 || selection.ids.some((id) => id.includes('@'));
  return { ...within(), ...(!asksForOpsets && { within }) };
}

/** A cell and what is selected of it. */
interface CountedCell {
  readonly cell: Cell;
  readonly own: readonly Case[];
}

const casesIn = (cells: readonly CountedCell[]): Case[] => cells.flatMap(({ own }) => own);

function planned({ cell, own }: CountedCell): PlannedCell {
  const { operator, version, dtype, clause, expects } = cell;
  const name = { operator: operator.name, version: version.since, dtype, clause: clause.id };
  return { ...name, cases: own.length, ...(expects === 'rejection' && { isInvalid: true }) };
}

/** What is not judged, by why, as reports have it. */
export function countedUnknown(notKnown: ReadonlyMap<string, number>): Report['notKnown'] {
  const count = [...notKnown.values()].reduce((sum, n) => sum + n, 0);
  return count > 0 ? { count, operators: Object.fromEntries(notKnown) } : undefined;
}

/** All vectors below a folder. What is not known of them, and their problems, grow as they are tried. @throws BadInput if it cannot be read */
export function vectorAgenda(dir: string, requirements: Requirements, settings: EffortSettings = {}): Agenda {
  const { cases, notKnown, unreadable } = readVectors(dir, settings);
  return {
    trials: cases.map((one) => vectorTrial(one, requirements)),
    plan: cases.map(({ about: { operator, version, dtype, clause } }) => {
      return { operator, version, dtype, clause: clause.id, cases: 1 };
    }),
    get notKnown() {
      return countedUnknown(notKnown);
    },
    problems: unreadable,
  };
}
