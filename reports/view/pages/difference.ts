import { type ChangedCases, type ChangeKind, changeNames, changes, isOfInvalid } from '../../aggregate/changes.ts';
import { code, commands, facts, type Page, paragraph, type Section, strong, type Text, table } from '../block.ts';
import {
  changedPlaces,
  describeChange,
  describeDifferentRun,
  describeUnequal,
  remarks,
  titleOf,
  verdictOfChange,
} from '../changed.ts';
import { describePlaces } from '../compared.ts';
import type { RunDifference } from '../difference.ts';
import { describeBehaviour } from '../phrases.ts';
import { plural } from '../plural.ts';
import { truncate } from '../truncate.ts';

/** The extent of a printed difference. */
export interface DifferenceExtent {
  /** whether a terminal shows all groups of cases */
  readonly full?: boolean;
  /** the greatest number of characters of all rows, for comments of limited size; the worst changes come first */
  readonly maxCharacters?: number;
}

/** The limit for a comment on GitHub, which may have 65,536 characters: escapes may double the size. */
export const commentRows = 32_000;

/** The greatest number of groups of each change in a terminal, unless all are wanted. */
const maxGroups = { worse: 3, neither: 1, better: 1 } as const;
const maxChoices = 3;

/** Returns the page of changes from one run to another, the worst first. */
export function differencePage(different: RunDifference, extent: DifferenceExtent = {}): Page {
  const { before, after, unequal, worse, changed, choices } = different;
  const { full = false, maxCharacters = Number.POSITIVE_INFINITY } = extent;
  const { headline, text } = verdictOfChange(different);
  const shown = fitting(changed, maxCharacters);
  const hidden = changed.slice(shown.length).reduce((sum, { cases }) => sum + cases, 0);
  const chosen = choices.flatMap((policy) =>
    policy.rows.map((row): Text[] => [
      code(policy.policy),
      describePlaces(policy, row),
      row.seen.map((behaviour) => (behaviour ? describeBehaviour(behaviour) : '')).join(' → '),
    ]),
  );
  return {
    title: 'Conformance',
    lead: [
      { kind: 'verdict', mood: worse ? 'bad' : 'good', headline, text },
      facts([
        ['before', describeDifferentRun(before)],
        ['after', describeDifferentRun(after)],
        ...unequal.map((one) => [strong('not equal'), describeUnequal(one)] as const),
        ...remarks(different),
      ]),
    ],
    sections: [
      ...changeNames.map((change) => changeSection(different, change, shown, full)),
      section(
        'more',
        'Not shown',
        hidden > 0 && [paragraph(`${plural(hidden, 'more case')} that changed: \`diff --full\` shows all.`)],
      ),
      section(
        'choices',
        'Other choices, where the text leaves one',
        table('Choices that changed', ['policy', 'where', 'before → after'], chosen, {
          isProse: true,
          ...(full ? {} : { most: maxChoices }),
        }),
      ),
      section(
        'again',
        'One case again',
        changed.length > 0 && after.launch !== '' && [commands([`npx onnx-conformance run ID ${after.launch}`])],
      ),
    ],
    foot: 'onnx-conformance diff',
  };
}

const section = (id: string, title: string, blocks: Section['blocks'] | false): Section => ({
  id,
  title,
  blocks: blocks || [],
});

/** Returns the groups that fit into the limit, the worst first. */
function fitting(changed: readonly ChangedCases[], maxCharacters: number): readonly ChangedCases[] {
  let length = 0;
  const end = changed.findIndex((group) => {
    length += JSON.stringify(row(group)).length;
    return length > maxCharacters;
  });
  return end < 0 ? changed : changed.slice(0, end);
}

function changeSection(
  { counts }: RunDifference,
  change: ChangeKind,
  shown: readonly ChangedCases[],
  full: boolean,
): Section {
  const heading = isOfInvalid(change) ? `invalid models ${change}` : change;
  const rows = shown.filter((one) => one.change === change).map(row);
  const most = full ? {} : { most: maxGroups[changes[change]] };
  return {
    ...section(
      change,
      `${heading[0]!.toUpperCase()}${heading.slice(1)}`,
      table(heading, ['what', 'where', 'smallest case'], rows, { isProse: true, ...most }),
    ),
    remark: plural(counts[change], 'case'),
  };
}

function row(group: ChangedCases): Text[] {
  const shows = describeChange(group);
  return [
    truncate(titleOf(group), maxText),
    `${plural(group.cases, 'case')} of ${changedPlaces(group)}`,
    [code(group.smallest.after.id), shows === '' ? '' : `: ${truncate(shows, maxText)}`],
  ];
}

/** The greatest number of characters of a backend's message. */
const maxText = 300;
