import { dtypeOfCode } from '../../oracles/numerics/dtype.ts';
import { findOperator } from '../../oracles/operators.ts';
import { isOfNetwork } from '../schema/predicates.ts';
import type { CaseResult } from '../schema.ts';

/**
 * Returns the call of a case, for a title: "X float32[5] distinct; mode=linear". Of long calls the first inputs, as
 * far as they fit, and the attributes, of graphs the operators in their order: "SplitToSequence, SequenceAt".
 * @param room the greatest number of characters
 * @returns empty if the summary shows no call, or too little fits
 */
export function exampleOf(result: CallOfCase, room: number): string {
  const { summary, classes, atFault } = result;
  // the summary of a node of a network begins with its name, in any letters
  if (isOfNetwork(result)) return '';
  const [text] = summary.replace(/^opset \d+, (?:drawn: )?/, '').split('; then ') as [string];
  const operators = [...text.matchAll(/(?:^|[;:{] ?)[^;:={}]+ = ([A-Z]\w*)\(/g)].map(([, operator]) => operator!);
  if (!classes || atFault) return cut(operators.join(', '), room);
  // the inputs of a call with a body stand in front of it
  if (operators.length > 0) return cut(text.replace(/;[^;]+ = [A-Z]\w*\(.*$/, ''), room);
  const [inputs, given = ''] = text.split('; ') as [string, string?];
  const attributes = withDTypes(given, result);
  const all = inputs.split(/, (?=\w+ \w+\[)/);
  const parts = all.map((_, left) => (left === 0 ? inputs : `${all.slice(0, -left).join(', ')} …`));
  const forms = parts.map((own) => [own, attributes].filter(Boolean).join('; '));
  const short = cut(attributes || all[0]!, room);
  // a name alone says nothing
  return forms.find(({ length }) => length <= room) ?? (/[[=]/.test(short) ? short : '');
}

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
