import { usualKinds } from '../../generators/values/values.ts';
import { dtypeOfCode } from '../../oracles/numerics/dtype.ts';
import { findOperator } from '../../oracles/operators.ts';
import { partition } from '../aggregate/grouping.ts';
import { isOfNetwork } from '../schema/predicates.ts';
import type { CaseResult } from '../schema.ts';

/**
 * Returns the least usual parts of the call of a case, for a title: "X float32[2,0,3]; mode=linear". Of graphs the operators in their
 * order: "SplitToSequence, SequenceAt".
 * @param room the greatest number of characters
 * @returns empty if the summary shows no call, or too little fits
 */
export function exampleOf(result: CallOfCase, room: number): string {
  const { summary, classes, atFault } = result;
  // the summary of a node of a network begins with its name, in any letters
  if (isOfNetwork(result)) return '';
  const [text] = summary.replace(/^opset \d+, (?:drawn: )?/, '').split('; then ') as [string];
  const operators = [...text.matchAll(/(?:^|[;:{] ?)[^;:={}]+ = ([A-Z]\w*)\(/g)].map(([, operator]) => operator!);
  const most = Math.min(room, longest);
  if (!classes || atFault) return cut(operators.join(', '), most);
  // the inputs of a call with a body stand in front of it
  if (operators.length > 0) return cut(text.replace(/;[^;]+ = [A-Z]\w*\(.*$/, ''), most);
  const [inputs, given = ''] = text.split('; ') as [string, string?];
  const parts = [
    ...inputs.split(/, (?=\w+ \w+\[)/).map(partOfInput),
    ...given.split(/,? (?=\w+=|\d+ outputs?$)/).map((attribute) => partOfAttribute(attribute, result)),
  ];
  let chosen: readonly ExamplePart[] = [];
  for (const part of parts.toSorted((a, b) => b.rarity - a.rarity)) {
    const more = parts.filter((one) => one === part || chosen.includes(one));
    if (part.rarity > 0 && more.length <= mostParts && formatParts(more).length <= most) chosen = more;
  }
  return formatParts(chosen);
}

/** The greatest number of characters of an example, and of its parts. */
const [longest, mostParts] = [60, 3] as const;

/** An input or an attribute of a call. */
interface ExamplePart {
  readonly text: string;
  readonly isInput: boolean;
  /** how unusual it is; parts with 0 say nothing */
  readonly rarity: number;
}

function formatParts(parts: readonly ExamplePart[]): string {
  const [inputs, attributes] = partition(parts, ({ isInput }) => isInput);
  const lists = [inputs!.map(({ text }) => text).join(', '), attributes!.map(({ text }) => text).join(' ')];
  return lists.filter(Boolean).join('; ');
}

/** Describes an input by its type and shape, and by its data if they are unusual; the first one shows the least. */
function partOfInput(text: string, place: number): ExamplePart {
  const [form, data = ''] = text.split(/(?<=\]) /) as [string, string?];
  const kind = data.replace(/ ?constant$/, '');
  const isEmpty = /[[,]0[\],]/.test(form);
  const isUnusual = kind !== '' && !usual.includes(kind) && !kind.endsWith('…)');
  return {
    text: isUnusual ? `${form} ${kind}` : form,
    isInput: true,
    rarity: !/\[/.test(form) ? 0 : isEmpty ? 4 : place === 0 || isUnusual ? 1.5 : 1,
  };
}

/** Describes an attribute; the default shows nothing, and a required one less than others. */
function partOfAttribute(given: string, result: CallOfCase): ExamplePart {
  const { operator, version } = result;
  const text = withDTypes(given, result);
  const [, name, value] = /^(\w+)=(.*)$/.exec(given) ?? [];
  const { required, default: byDefault } =
    findOperator(operator)
      ?.versions.find(({ since }) => since === version)
      ?.attributes.find((one) => one.name === name) ?? {};
  const isDefault = byDefault !== undefined && value === String(byDefault);
  return { text, isInput: false, rarity: name === undefined || isDefault ? 0 : required ? 2 : 3 };
}

/** Kinds of data that say little. */
const usual: readonly string[] = [...usualKinds, 'grid', 'wide'];

type CallOfCase = Pick<CaseResult, 'operator' | 'version' | 'clause' | 'summary' | 'classes' | 'atFault'>;

/** Names the dtypes whose codes are values of attributes: `to=float16`. */
function withDTypes(attributes: string, { operator, version }: CallOfCase): string {
  const declared = findOperator(operator)?.versions.find(({ since }) => since === version)?.attributes ?? [];
  return declared
    .filter(({ ofType }) => ofType)
    .reduce(
      (text, { name }) =>
        text.replace(new RegExp(`\\b${name}=(\\d+)`), (all, code) =>
          all.replace(code, dtypeOfCode(Number(code)) ?? code),
        ),
      attributes,
    );
}

/** The least number of characters of an example. */
const least = 24;

/** Ends a text that is too long after an earlier word. */
function cut(text: string, room: number): string {
  if (text.length <= room) return text;
  return room < least ? '' : `${text.slice(0, room - 1).replace(/[\s,;]+\S*$/, '')} …`;
}
