import type { OpsetRange } from '../../generators/cases/case.ts';
import { type Case, type Cell, type Outlines, type Selection, select } from '../../generators/suite/cases.ts';
import { usualOpset } from '../../oracles/spec/newest-opset.ts';
import type { PlannedCell } from '../../reports/aggregate/catalogue.ts';
import { getOr } from '../../reports/aggregate/grouping.ts';
import type { PlannedNode } from '../../reports/aggregate/network.ts';
import type { Capabilities, Report } from '../../reports/schema.ts';
import { casesOfShard, type Shard } from './shard.ts';
import { type TrialsByKind, trialsByKind } from './survey.ts';
import { caseTrial } from './trial/case-trial.ts';
import type { EffortSettings } from './trial/effort.ts';
import type { Requirements } from './trial/judge.ts';
import type { Trial } from './trial/trial.ts';
import { vectorTrial } from './trial/vector-trial.ts';
import { readVectors } from './trial/vectors.ts';

/** The trials of a run, and how many of them each cell has. Trials of invalid models come last. */
export interface Agenda {
  readonly trials: readonly Trial[];
  /** the trials of the whole selection by kind, also where this agenda is a shard of it */
  readonly kinds?: TrialsByKind;
  /** the number of trials to start ahead for each process of the backend, if each takes much memory */
  readonly ahead?: number;
  /** the planned cells; for files one for each trial, in their order */
  readonly plan: readonly PlannedCell[];
  /** the nodes, if they are judged one by one */
  readonly network?: readonly PlannedNode[];
  readonly notKnown?: Report['notKnown'] | undefined;
  /** printed after the report; each makes the run a failure. Problems of a file appear when its trial is settled */
  readonly problems: readonly string[];
  /** returns the agenda for a backend that declares its opsets; absent where the user selects opsets, and for files */
  readonly within?: (opsets: OpsetRange) => Agenda;
}

/** Returns the agenda for a backend: at the opsets that it declares, if it declares any. */
export const agendaFor = (agenda: Agenda, { opsets }: Capabilities = {}): Agenda =>
  (opsets && agenda.within?.(opsets)) ?? agenda;

/**
 * Returns the agenda of a selection of the suite.
 * @param outlines of the cells with this seed, which need not be drafted then; those of others are added
 * @throws BadInput if a part of an id can never match
 */
export function suiteAgenda(
  selection: Selection,
  requirements: Requirements,
  {
    validOnly = false,
    shard,
    outlines = new Map(),
  }: {
    readonly validOnly?: boolean;
    readonly shard?: Shard | undefined;
    readonly outlines?: Outlines | undefined;
  } = {},
): Agenda {
  const isPart = selection.ids.length > 0 || selection.suite === 'quick';
  const { cells, invalid, mayHaveSome, cases } = select(selection, outlines);
  const counted = (all: readonly Cell[]) =>
    all
      .map((cell) => ({ cell, own: cases(cell) }))
      // cells without cases are left out, and so are cells that only a larger suite fills
      .filter(({ cell, own }) => own.length > 0 || (!isPart && mayHaveSome(cell)));
  const all = [counted(cells), validOnly ? [] : counted(invalid)] as const;
  const mine = shard && casesOfShard(casesIn(all.flat()), shard);
  const share = (counted: readonly CountedCell[]) =>
    mine
      ? counted
          .map(({ cell, own }) => ({ cell, own: own.filter((testCase) => mine.has(testCase)) }))
          .filter(({ own }) => own.length > 0)
      : counted;
  const [valid, refused] = [share(all[0]), share(all[1])];
  const plan = [...valid, ...refused].map(plannedCell);
  const planned = (opsets?: OpsetRange): Agenda => {
    const trialsOf = (cells: readonly CountedCell[]) =>
      casesIn(cells).map((testCase) => caseTrial((opsets && testCase.within?.(opsets)) ?? testCase, requirements));
    const trials = trialsOf([...valid, ...refused]);
    return { trials, kinds: trialsByKind(shard ? trialsOf(all[0]) : trials), plan, problems: [] };
  };
  // a run asks for it when the backend has started, and for its folder
  const others = new Map<number, Agenda>();
  const within = (opsets: OpsetRange): Agenda => {
    const own = selectionFor(selection, { opsets });
    if (own === selection) return planned(opsets);
    const other = () => suiteAgenda(own, requirements, { validOnly, shard, outlines });
    return getOr(others, own.newest!, other).within!(opsets);
  };
  const asksForOpsets = selection.opsets.length > 0 || selection.ids.some((id) => id.includes('@'));
  return { ...planned(), ...(!asksForOpsets && { within }) };
}

/** Returns the selection for a backend: what is quick depends on the newest opset that it declares. */
export function selectionFor(selection: Selection, { opsets }: Capabilities = {}): Selection {
  const newest = opsets?.[1];
  const isFixed = selection.suite !== 'quick' || selection.opsets.length > 0 || selection.newest !== undefined;
  return isFixed || newest === undefined || newest >= usualOpset ? selection : { ...selection, newest };
}

/** A cell and its selected cases. */
interface CountedCell {
  readonly cell: Cell;
  readonly own: readonly Case[];
}

const casesIn = (cells: readonly CountedCell[]): Case[] => cells.flatMap(({ own }) => own);

function plannedCell({ cell, own }: CountedCell): PlannedCell {
  const { operator, version, dtype, clause, expects } = cell;
  const name = { operator: operator.name, version: version.since, dtype, clause: clause.id };
  return { ...name, cases: own.length, ...(expects === 'rejection' && { isInvalid: true }) };
}

/** Returns the counts of vectors that are not judged, by reason, in the form of a report. */
export function countedUnknown(notKnown: ReadonlyMap<string, number>): Report['notKnown'] {
  const count = [...notKnown.values()].reduce((sum, n) => sum + n, 0);
  return count > 0 ? { count, operators: Object.fromEntries(notKnown) } : undefined;
}

/**
 * Returns the agenda of all vectors below a folder. Its `notKnown` and `problems` grow while the trials are settled.
 * @throws BadInput if the folder cannot be read
 */
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
