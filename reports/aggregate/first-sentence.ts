import { coreMessage } from './reason.ts';

/**
 * Returns the first sentence of a backend's error, for a title: what a failed check says, rather than its code. A sentence that
 * does not fit in `room` characters ends after an earlier word.
 */
export function firstSentence(message: string, room: number): string {
  const text = withoutContext(
    coreMessage(message)
      .replace(/^.{3,200}? was false\.? (?=\w)/, '')
      .replace(/^(.{3,200}?[=<>!&|()%].{0,200}?) was false\.?$/, 'a check fails: $1')
      // the function of a check, and what it compared
      .replace(/ in function '[^']*'$| ?\(expected: '.*$|(?<=\w): > '.*$/, '')
      .replace(/^: > '([^']*)'.*$/, 'a check fails: $1')
      .replace(/^(\S+(?: (?:[=<>!]=|[<>%]|&&|\|\|) \S+)+)$/, 'a check fails: $1')
      .replace(unwrapped, '')
      .replace(/^called `Option::unwrap\(\)` on a `None` value$/, 'unwrap of None')
      // lists of names, and names in code
      .replace(/ in \['.*$|:\w+(?:::\w+)+.*$/, ''),
  )
    // values, rather than a few sizes or axes
    .replace(valueList, (list) => (/[.NI]/i.test(list) || list.split(', ').length > 8 ? '…' : list))
    // a name in front, as of the operator
    .replace(/^\w+ ?: (?=\w)/, '')
    .replace(/^…?((?:\S+ ){2,}\S+?[\w)\]'"])[.;] .*$/, '$1')
    .replace(/[.\s]+$/, '')
    .replace(/^a check fails: (.*)$/, (_, check: string) => describeCheck(check))
    // a number in the notation of Rust: `Val(3)`
    .replace(/\b[A-Z]\w*\((-?\d+)\)/g, '$1')
    .replace(
      rustType,
      (_, dims: string, kind: string, bits: string) => `${kinds[kind]}${bits}${dims && `[${dims.slice(0, -1)}]`}`,
    );
  // only values of a message are left, or the end of a structure
  if (!/\p{L}{2}/u.test(text) || /^….*[{}]/.test(text)) return '';
  if (text.length <= room) return text;
  const cut = text.slice(0, room + 1).replace(/[\s,;:]+\S*$/, '');
  return cut.replace(/(?: (?:a|an|and|be|between|is|may|of|not|or|than|that|the|to|with)| [([{*]\S*)+$/, '');
}

/** What Rust says of an error where none was expected. */
const unwrapped = /^called `Result::unwrap\(\)` on an `Err` value: /;

/** A type in the notation of Rust, with the dimensions of a tensor: `F32`, `1,2,F32`. */
const rustType = /\b((?:\d+,)*)([UIF])(8|16|32|64)\b/g;

const kinds: Readonly<Record<string, string>> = { U: 'uint', I: 'int', F: 'float' };

/** Removes what was being done when an error came: `Inferring facts: wiring y (Mul): Can not broadcast …`. */
const withoutContext = (text: string): string => text.replace(/^(?:[^:'"]{3,80}: )+?(?=[A-Z][a-z]+ [\w(]+ )/, '');

/** Four numbers and more. */
const valueList = /((?:[-+]?\d[\w.+-]*|NaN|-?inf), ){3,}(?:[-+]?\d[\w.+-]*|NaN|-?inf)\b(?:\.{3})?/g;

/** The opposite of each comparison, in words. */
const opposites: Readonly<Record<string, string>> = {
  '==': 'is not',
  '!=': 'is',
  '<': 'is not below',
  '<=': 'is above',
  '>': 'is not above',
  '>=': 'is below',
};

/** Describes a failed check of one subject: "size is even" for `size_ % 2 == 1`. Other checks stay as they are. */
function describeCheck(check: string): string {
  const parts = check.split(' || ').map((part) => /^(\S+) ([=!<>]=|[<>]) (\S+)$/.exec(part));
  const [subject, sign] = parts[0]?.slice(1) ?? [];
  const parity = /^(\S+) % 2 == ([01])$/.exec(check);
  if (parity) return `${subjectIn(parity[1]!)} is ${parity[2] === '1' ? 'even' : 'odd'}`;
  const isOne = subject !== undefined && parts.every((part) => part?.[1] === subject && part[2] === sign);
  // the opposite of several is that of each
  if (!isOne || (parts.length > 1 && sign !== '==')) return `a check fails: ${check}`;
  return `${subjectIn(subject!)} ${opposites[sign!]} ${parts.map((part) => subjectIn(part![3]!)).join(' or ')}`;
}

/** Returns the words for a name in code: "size of x" for `x.size()`, "layout" for `layout_`, "0.5" for `0.5f`. */
function subjectIn(code: string): string {
  const [, owner, method] = /^([\w.]*\w)\.(\w+)\(\)$/.exec(code) ?? [];
  if (owner !== undefined) return `${method} of ${subjectIn(owner)}`;
  return code.replace(/^(\d+(?:\.\d+)?)f$/, '$1').replace(/(?<=\w)_$/, '');
}
