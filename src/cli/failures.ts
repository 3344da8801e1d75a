import { choicesInWords, nearest } from '../../generators/nearest.ts';
import { exitCodes } from './exit-codes.ts';

/** Names of the errors that are not ours to explain with a stack: one line and an exit code each. */
const codes: Readonly<Record<string, number>> = {
  UsageError: exitCodes.badInput,
  YError: exitCodes.badInput,
  BadInput: exitCodes.badInput,
  BackendUnavailable: exitCodes.backendUnavailable,
};

const commands: readonly string[] = [
  'run',
  'fuzz',
  'merge',
  'report',
  'diff',
  'compare',
  'list',
  'explain',
  'export',
  'expect',
  'vectors',
  'corpus',
  'campaign',
  'backend',
  'backends',
  'init',
];

/** Of commands that have commands of their own. */
const subcommands: Readonly<Record<string, string>> = {
  vectors: 'list, export, verify',
  campaign: 'start, work, status',
};

/** "run, list or explain". */
export const commandsInWords = commands.join(', ').replace(/, (?=\w+$)/, ' or ');

/** What each command needs first. */
const needs: Readonly<Record<string, string>> = {
  explain: 'explain needs the name of an operator, e.g. ReduceL1, or of a policy or rule',
  merge: 'merge needs the folders of all shards, e.g. merge out/1 out/2 out/3 out/4',
  report: 'report needs the folder of a run, e.g. report out',
  diff: 'diff needs the folders of two runs, e.g. diff out/main out/branch',
  compare: 'compare needs the folders of two runs or more, e.g. compare out/one out/other',
  export: 'export needs the id of a case, e.g. ReduceSum/13/float32/keepdims-zero/3',
  expect: 'expect needs a folder with model.onnx and its inputs',
  corpus: 'corpus needs an action and a folder, e.g. corpus prune out/fuzz --backend ./backend.mjs',
  backend: 'backend needs an action and a backend, e.g. backend check ./backend.mjs',
  vectors: 'vectors export and vectors verify need a folder, e.g. out/vectors',
};

/** A message of yargs made fit: each unknown option once, as it was typed, with the one that may have been meant. */
export function explainFailure(message: string, typed: readonly string[], options: readonly string[]): string {
  if (message.startsWith('Not enough non-option arguments')) {
    return needs[typed.find((word) => word in needs) ?? ''] ?? message;
  }
  const [, words] = /^Unknown commands?: (.*)$/.exec(message) ?? [];
  if (words !== undefined && !commands.includes(typed[0]!)) {
    const word = words.split(', ')[0]!;
    return `unknown command: ${word}; ${choicesInWords(word, commands)}`;
  }
  const own = subcommands[typed[0]!];
  if (words !== undefined && own) {
    const word = words.split(', ')[0]!;
    return `unknown command: ${typed[0]} ${word}; ${choicesInWords(word, own.split(', '))}`;
  }
  const [, what, given, choices] =
    /^Invalid values:\s+Argument: (\S+), Given: "(.*?)", Choices: (.*)$/.exec(message) ?? [];
  if (choices !== undefined) {
    const all = choices.replaceAll('"', '');
    const named = typed.some((word) => word.startsWith(`--${what}`)) ? `--${what} '${given}'` : `${what} '${given}'`;
    return `there is no ${named}; ${choicesInWords(given!, all.split(', '))}`;
  }
  if (words !== undefined) return `unexpected argument '${words.split(', ')[0]}'`;
  const [, list] = /^Unknown arguments?: (.*)$/.exec(message) ?? [];
  if (list === undefined) return message;
  const dashed = (name: string) =>
    typed.find((word) => word.replace(/=.*/s, '').replace(/^--?/, '') === name && word.startsWith('-'));
  const names = list.split(', ');
  // yargs lists --report-onl as reportOnl too
  const unknown = names.find((name) => dashed(name) !== undefined);
  if (unknown === undefined) return `unexpected argument '${names[0]}'`;
  const known = options.filter((option) => option.length > 1 && !/[A-Z]/.test(option));
  const meant = nearest(unknown, known).map((option) => `--${option}`);
  const option = dashed(unknown)!.replace(/=.*/s, '');
  return `unknown option ${option}${meant.length > 0 ? `; do you mean ${meant.join(', ')}?` : ''}`;
}

/**
 * Says what an error is: one line where the user can do something about it, the stack where only we can.
 * @returns the exit code
 */
export function reportFailure(error: unknown): number {
  const { name, message, stack, cause } = error instanceof Error ? error : new Error(String(error));
  const code = codes[name];
  const hint = name === 'UsageError' || name === 'YError' ? ' (see --help)' : '';
  if (code === undefined) {
    const shown = process.env.DEBUG ? [stack, cause instanceof Error ? cause.stack : ''].join('\n') : message;
    process.stderr.write(`onnx-conformance: the suite is at fault, not the backend; please report it: ${shown}\n`);
    return exitCodes.inconclusive;
  }
  process.stderr.write(`onnx-conformance: ${message.replace(/\s*\n\s*/g, ' ')}${hint}\n`);
  return code;
}
