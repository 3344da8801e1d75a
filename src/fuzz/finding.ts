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

/** The origin of a program, from which it can be drawn again with the same selection. */
const drawn = v.object({
  seed: described(v.pipe(v.number(), v.integer()), 'the seed of the run'),
  batch: count('the number of the batch, from 0'),
  index: count('the number of the program in the batch, from 0'),
});
export type ProgramOrigin = Read<typeof drawn>;

const clause = v.object({
  id: text('the id of the clause, in the operator version'),
  text: text("in the suite's words"),
  source: text('the place in the specification'),
  level: level('how binding it is'),
});

/** The origins of the program of a finding. */
export const reproductions = ['shrunk', 'drawn', 'not-reproducible'] as const;

/** The fields of a finding without its program. */
export const findingFields = v.object({
  id: text(
    'operators at fault, what explains the answer, or what is wrong and a hash of the message, and what the program ' +
      'needs: `softmax-through-float64`, `conv-value-float-with-pads`, `pad-crash-30efc7c5`. It follows from the program ' +
      'and its result',
  ),
  title: text('a title in one line'),
  backend: v.object({ name: text('its own name'), version: text('the version of the runtime') }),
  result: described(
    caseResult,
    'the verdict on the program: outcome, problem, operator at fault, the element that decided',
  ),
  explanation: optional(described(explanation, 'the fault that explains all its answers')),
  clause: optional(described(clause, 'the clause that it breaks, if known')),
  always: texts('classes that all its programs have, and the smallest'),
  count: count('the number of programs that showed it'),
  drawn: described(drawn, 'the first program that showed it'),
  reproduced: oneOf(
    reproductions,
    '`shrunk`: the program is the smallest that shows the same. `drawn`: it is unchanged. `not-reproducible`: it passes ' +
      'when run alone: it depends on earlier runs, or is flaky',
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
/** A finding in the form of JSON. */
export type StoredFinding = Read<typeof storedFinding>;

export function storeFinding({ program, ...own }: FuzzFinding): StoredFinding {
  const { model, runs } = encodeProgram(program);
  return { ...own, program: { model: base64(model), runs: runs.map((run) => run.map(base64)) } };
}

/** Validates a finding. @param name its name in messages. @throws BadInput if it is not a finding */
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
