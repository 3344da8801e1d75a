import { existsSync } from 'node:fs';
import * as v from 'valibot';
import type { Document } from 'yaml';
import { formatChoices } from '../../generators/did-you-mean.ts';
import { parseId } from '../../generators/suite/check-id.ts';
import { findSubject } from '../../generators/suite/subjects.ts';
import { findPolicy } from '../../oracles/judge/policy.ts';
import { choicesNamed } from '../../oracles/judge/possible-choices.ts';
import { isDType } from '../../oracles/numerics/dtype.ts';
import { newestOpset } from '../../oracles/operators.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { KnownFailures } from '../../reports/aggregate/expectations.ts';
import { isOfCases } from '../../reports/aggregate/expected-entry.ts';
import { type ExpectationsFile, expectationsFile, type FileEntry } from '../../reports/schema/expectations-file.ts';
import type { Entry } from '../../reports/schema.ts';
import { truncate } from '../../reports/view/truncate.ts';
import { readText } from '../../vectors/onnx/files.ts';
import { yaml } from './yaml.ts';

/** The files of expectations that are used if they exist. */
const usualExpectations = ['yaml', 'yml', 'json'].map((ending) => `onnx-conformance.expectations.${ending}`);

/** The beginning of a new file. */
const emptyFile = `# yaml-language-server: $schema=./node_modules/onnx-conformance/docs/expectations.schema.json
# What this runtime is known to get wrong, and why. Each entry needs a reason; docs/expectations.md says the rest.
known: []
runs: []
`;

/** The options of a command about expectations. */
interface ExpectationOptions {
  /** false: no file is read */
  readonly expectations: string | false | undefined;
  readonly strict: boolean;
  readonly updateExpectations: boolean;
}

/** A file of expectations, as a document and as its contents. */
export interface ReadExpectations {
  readonly expected: KnownFailures;
  /** the YAML document, which keeps comments and order */
  readonly document: Document;
  readonly text: string;
}

/**
 * Returns the file of expectations of a run, if there is one or one is to be written.
 * @throws BadInput for an unusable file
 */
export function findExpectations({
  expectations,
  strict,
  updateExpectations: updates,
}: ExpectationOptions): ReadExpectations | undefined {
  const file = expectations === false ? undefined : (expectations ?? usualFile());
  if (file === undefined && (strict || (updates && expectations === false))) {
    throw new BadInput(
      `--${strict ? 'strict' : 'update-expectations'} needs a file of expectations: name it by --expectations`,
    );
  }
  if (updates && (file === undefined || !existsSync(file))) {
    return parseExpectations(emptyFile, file ?? usualExpectations[0]!, strict);
  }
  return file === undefined ? undefined : readExpectations(file, strict);
}

/** Returns the only file of expectations here. @throws BadInput if there are several: the choice must not depend on an order */
function usualFile(): string | undefined {
  const there = usualExpectations.filter((name) => existsSync(name));
  if (there.length < 2) return there[0];
  throw new BadInput(`${there.join(' and ')} are both here; remove one, or name the one that counts by --expectations`);
}

/**
 * Reads a file of expectations, YAML or JSON.
 * @throws BadInput in one line, with the line of the file
 */
function readExpectations(file: string, strict: boolean): ReadExpectations {
  if (!existsSync(file)) {
    throw new BadInput(`--expectations ${file}: no such file; --update-expectations creates it`);
  }
  return parseExpectations(readText(file), file, strict);
}

/** Parses the text of a file of expectations. An empty file has no entry. */
export function parseExpectations(text: string, file: string, strict: boolean): ReadExpectations {
  const { isNode, LineCounter, parseDocument, visit } = yaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const refuse = (at: number, problem: string): never => {
    throw new BadInput(`${file} line ${lines.linePos(at).line}: ${problem}`);
  };
  const [error] = document.errors;
  if (error) refuse(error.pos[0], yamlErrors[error.code] ?? error.message.split('\n')[0]!);
  visit(document, {
    Alias: (_, { source, range }) =>
      refuse(range![0], `*${source} is an alias of YAML: quote a text that begins with *, and write out all others`),
  });
  const lineOf = (path: readonly unknown[]): number => {
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  const fail = (path: readonly unknown[], problem: string): never => {
    throw new BadInput(`${file} line ${lineOf(path)}: ${problem}`);
  };
  if (Array.isArray(document.toJS())) fail([], 'the file is a list; its entries belong under the key known');
  const checked = v.safeParse(expectationsFile, document.toJS() ?? {});
  if (!checked.success) {
    // a misspelt key is also reported as missing: the former is more helpful
    const issue = checked.issues.find(({ expected }) => expected === 'never') ?? checked.issues[0];
    const inner = innermost(issue);
    fail(inner.path?.map(({ key }) => key) ?? [], problemOf(inner));
  }
  const { known = [], runs = [], fuzz = [] } = checked.output as ExpectationsFile;
  const seen = new Map<string, number>();
  const entries = known.map((written, i): Entry => {
    const path = ['known', i];
    const entry = entryOf(written, lineOf(path), (problem) => fail(path, problem));
    const { line, reason, issue, ...what } = entry;
    const name = JSON.stringify(what);
    const first = seen.get(name);
    if (first !== undefined) fail(path, `this entry says the same as that in line ${first}; remove one of them`);
    seen.set(name, line);
    return entry;
  });
  return { expected: { file, strict, entries, runs, fuzz }, document, text };
}

const yamlErrors: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: "another document begins here; the file is one: remove the '---'",
  DUPLICATE_KEY: 'this key is there twice; remove one of them',
};

/** Returns the innermost issue of a form among several, such as one wrong figure of an operator. */
function innermost(issue: v.GenericIssue): v.GenericIssue {
  const inside = issue.issues?.filter(({ path }) => path !== undefined) ?? [];
  const first = inside.find(({ expected }) => expected === 'never') ?? inside[0];
  if (first === undefined) return issue;
  return innermost({
    ...first,
    path: [...(issue.path ?? []), ...first.path!] as [v.IssuePathItem, ...v.IssuePathItem[]],
  });
}

/** Describes an issue: "unknown key 'outcom'; did you mean 'outcome'?" */
function problemOf(issue: v.GenericIssue): string {
  const where = issue.path?.map(({ key }) => key) ?? [];
  const key = where.findLast((part) => typeof part === 'string');
  if (issue.type === 'strict_object' && issue.path?.at(-1)?.origin === 'key') {
    const name = String(where.at(-1));
    if (issue.expected === 'never') return `unknown key '${name}'${meantOf(name, where)}`;
    return `'${name}' is missing${name === 'reason' ? ': an entry says why it is known' : ''}`;
  }
  const nested = (issue.issues ?? [issue]) as readonly v.GenericIssue[];
  // the suite's own messages begin with the verb
  const own = nested.find(({ message }) => message.startsWith('is '));
  if (own) return `${key} ${own.message}`;
  const wanted = nested.map(({ message, expected, type }) =>
    message.startsWith(mustBe) ? message.slice(mustBe.length) : (typeNames[expected ?? type] ?? expected),
  );
  // figures are named as the file nests them: "Abs: broken: 13/float32/rounding: cases"
  const figure = where.includes('operators') ? where.slice(where.indexOf('operators') + 1).join(': ') : '';
  return `${figure || (key ?? 'the file')} is ${shown(issue.input)}, and ${mustBe}${[...new Set(wanted)].join(' or ')}`;
}

const mustBe = 'has to be ';
const typeNames: Readonly<Record<string, string>> = {
  Array: 'a list',
  Object: 'an object of keys',
  string: 'a text',
  number: 'a number',
  finite: 'a finite number',
  integer: 'a whole number',
};

/** Formats a value in at most 60 characters. JSON has neither NaN nor infinities. */
function shown(input: unknown): string {
  if (input === undefined) return 'missing';
  return truncate(typeof input === 'number' ? String(input) : JSON.stringify(input), 60);
}

function meantOf(name: string, where: readonly unknown[]): string {
  const entries = where.length === 1 ? ['known', 'fuzz', 'runs'] : keysBelow[String(where[0])];
  if (entries === undefined) return '';
  return `; ${formatChoices(name, entries)}`;
}

const keysBelow: Readonly<Record<string, readonly string[]>> = {
  known: ['id', 'vector', 'outcome', 'problem', 'policy', 'tier', 'opsets', 'reason', 'issue'],
  fuzz: ['finding', 'reason', 'issue'],
};

const listOf = <T>(given: T | readonly T[]): readonly T[] => (Array.isArray(given) ? given : [given as T]);

function entryOf(written: FileEntry, line: number, fail: (problem: string) => never): Entry {
  const { id, vector, outcome, problem, policy: asked, tier, opsets, reason, issue } = written;
  if ((id === undefined) === (vector === undefined)) fail('an entry has an id, or a vector');
  const ids = listOf((id ?? vector)!);
  const outcomes = listOf(outcome);
  const [policy, choice] = asked?.split('=') ?? [];
  const varies = outcomes.includes('varies');
  if (varies && (policy === undefined || choice !== undefined || outcomes.length > 1)) {
    fail('outcome: varies has to be the only outcome, with the name of a policy');
  }
  if (outcomes.every((one) => one === 'pass')) fail('a case that passes needs no entry; outcome says how it is broken');
  if (policy !== undefined && !findPolicy(policy)) fail(`unknown policy '${policy}'; 'list policies' shows them`);
  if (policy !== undefined && choice !== undefined && choicesNamed(policy, choice).length === 0) {
    fail(`${policy} has no choice '${choice}'; 'explain ${policy}' shows them`);
  }
  if (id !== undefined) for (const one of ids) (varies ? checkPlace : checkPattern)(one, fail);
  return {
    line,
    ids,
    ...(vector !== undefined && { vectors: true }),
    outcomes,
    ...(problem !== undefined && { problems: listOf(problem) }),
    ...(policy !== undefined && { policy }),
    ...(choice !== undefined && { choice }),
    ...(tier !== undefined && { tier }),
    ...(opsets !== undefined && { opsets: listOf<number | string>(opsets).flatMap((one) => opsetsOf(one, fail)) }),
    reason,
    ...(issue !== undefined && { issue }),
  };
}

function opsetsOf(given: number | string, fail: (problem: string) => never): readonly number[] {
  const [first, last = first] = String(given).split('-').map(Number) as [number, number?];
  const all = Array.from({ length: newestOpset }, (_, i) => i + 1);
  const meant = all.filter((opset) => first <= opset && opset <= last);
  return meant.length > 0 ? meant : fail(`opsets ${given} holds no opset; there are 1 to ${newestOpset}`);
}

/** Whether a word is a part of an id before the clause. */
function isOtherPart(word: string): boolean {
  return word.split('-').every(isDType) || findSubject(word) !== undefined || /^(?:\d+|none)$/.test(word);
}

/** Checks that a pattern names its clauses, so that it cannot hide new failures of other clauses. */
function checkPattern(id: string, fail: (problem: string) => never): void {
  const parts = partsOf(id, fail);
  const clause = isOfCases(id) ? parts.at(-2) : parts.at(-1);
  const depth = isOfCases(id) ? 5 : 4;
  const names = isWords(clause ?? '') && !wordsOf(clause!).some(isOtherPart);
  if (names && (parts.includes('**') || parts.length === depth)) return;
  fail(
    `'${id}' does not end with a clause, or the number of a case: an entry names the clauses that it expects to be broken`,
  );
}

/** Checks that a pattern of choices ends with the dtype: choices belong to operator versions and dtypes. */
function checkPlace(id: string, fail: (problem: string) => never): void {
  const parts = partsOf(id, fail);
  if (parts.length === 3 && !parts.includes('**') && isWords(parts[0]!)) return;
  fail(
    `'${id}' is not an operator/version/dtype: with outcome: varies the id names its operators and ends with the dtype`,
  );
}

/** Returns the parts of a pattern; only `**` matches across slashes. */
function partsOf(id: string, fail: (problem: string) => never): readonly string[] {
  const parts = parseId(id).path.split('/');
  const isPart = /^(?:[\w.*?-]|\{[\w.*?,-]*\}|\[[\w-]+\])+$/;
  if (parts.every((part) => part === '**' || (isPart.test(part) && !part.includes('**')))) return parts;
  return fail(`'${id}' is not a pattern of an entry: each part is a name, *, ** or {a,b}`);
}

/** Whether a part is a name, or whole names in braces: float{32,64} would hide dtypes from readers. */
const isWords = (part: string): boolean => /^(?:[\w.-]+|\{[\w.-]+(?:,[\w.-]+)*\})$/.test(part);
const wordsOf = (part: string): readonly string[] => part.replace(/[{}]/g, '').split(',');
