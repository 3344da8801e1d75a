import * as v from 'valibot';
import type { Program } from '../../generators/fuzz/program.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { caseResult, explanation, level } from '../../reports/schema/case-result.ts';
import {
  count,
  described,
  list,
  oneOf,
  optional,
  type Read,
  record,
  text,
  texts,
} from '../../reports/schema/fields.ts';
import { decodeProgram, encodeProgram } from '../../vectors/onnx/program.ts';

/** Where a program was drawn: enough to draw it again, with the same selection. */
const drawn = v.object({
  seed: described(v.pipe(v.number(), v.integer()), 'of the run'),
  batch: count('which batch of the seed, from 0'),
  index: count('which program of the batch, from 0'),
});
export type ProgramOrigin = Read<typeof drawn>;

const clause = v.object({
  id: text('of the operator version'),
  text: text("in the suite's words"),
  source: text('where it can be read'),
  level: level('how binding it is'),
});

/** How the program of a finding came about. */
export const reproductions = ['shrunk', 'drawn', 'not-reproducible'] as const;

/** All of a finding but its program. */
export const findingFields = v.object({
  id: text(
    'operators at fault, what explains the answer, or what is wrong and a hash of the message, and what the program needs: `softmax-through-float64`, `conv-value-float-with-pads`, `pad-crash-30efc7c5`. It follows from the program and its result',
  ),
  title: text('what it looks like, as a title in one line'),
  backend: v.object({ name: text('what it calls itself'), version: text('of the runtime') }),
  result: described(
    caseResult,
    'the verdict on the program: outcome, problem, operator at fault, the element that decided',
  ),
  explanation: optional(described(explanation, 'what all its answers look like')),
  clause: optional(described(clause, 'the clause that it breaks, where that can be known')),
  always: texts('classes that all its programs have, and the smallest'),
  count: count('how many programs showed it'),
  drawn: described(drawn, 'the first program that showed it'),
  reproduced: oneOf(
    reproductions,
    '`shrunk`: the program is the smallest that shows the same. `drawn`: it is as it was drawn. `not-reproducible`: it passes when run alone: it depends on earlier runs, or is flaky',
  ),
  also: optional(
    described(
      record(text(), 'by name of the backend'),
      'with several backends, how the others answered the same program: `pass`, `fail`, `unsupported` …',
    ),
  ),
  inSuite: optional(text('the id of a case of the suite that shows the same; absent: none does')),
  known: optional(text('the reason of the entry of the expectations that expects it')),
});

/** One cause of wrong answers, errors, crashes or hangs of a backend, with the smallest program that shows it. */
export type FuzzFinding = Read<typeof findingFields> & { readonly program: Program };

const storedFinding = v.object({
  ...findingFields.entries,
  program: v.object({
    model: text('ModelProto in base64'),
    runs: list(
      list(text(), 'inputs as TensorProtos, SequenceProtos or OptionalProtos in base64, with their names'),
      'one per run',
    ),
  }),
});
/** A finding as JSON has it. */
export type StoredFinding = Read<typeof storedFinding>;

export function storeFinding({ program, ...own }: FuzzFinding): StoredFinding {
  const { model, runs } = encodeProgram(program);
  return { ...own, program: { model: base64(model), runs: runs.map((run) => run.map(base64)) } };
}

/** @throws BadInput if it is no finding. `name` says which, for the message */
export function readFinding(data: unknown, name = 'finding'): FuzzFinding {
  const checked = v.safeParse(storedFinding, data, { abortEarly: true });
  if (!checked.success) {
    const [issue] = checked.issues;
    throw new BadInput(`${name} is not a finding: at ${v.getDotPath(issue) ?? 'the whole'}, ${issue.message}`);
  }
  const { program, ...own } = checked.output;
  const encoded = { model: bytesOf(program.model), runs: program.runs.map((run) => run.map(bytesOf)) };
  return { ...own, program: decodeProgram(encoded, name) };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
