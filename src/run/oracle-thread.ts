/** The script of a thread of {@link OracleThreads}: settles trials of the suite. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Case, select } from '../../generators/suite/cases.ts';
import { parseId } from '../../generators/suite/check-id.ts';
import type { Capabilities, CaseResult } from '../../reports/schema.ts';
import type { Answer } from '../backends/backend.ts';
import { settleFurther } from './further.ts';
import {
  compactBuffers,
  type FromThread,
  type ThreadAssignment,
  type ThreadTask,
  type ToThread,
} from './oracle-threads.ts';
import { caseTrial } from './trial/case-trial.ts';
import { settleDeclared } from './trial/settle-declared.ts';
import { type Ask, UnjudgedTrial } from './trial/trial.ts';

const { selection, requirements } = workerData as ThreadAssignment;
const { cells, invalid, cases } = select(selection);
const cellOf = new Map([...cells, ...invalid].map((cell) => [cell.name, cell]));
/** The cases of the latest cell: cases of one cell follow one another. */
let drafted = { name: '', cases: new Map<string, Case>() };
const waiting = new Map<number, (answer: Answer) => void>();
let requestCount = 0;
let capabilities: Capabilities = {};

const send = (message: FromThread) => parentPort!.postMessage(message.request ? compactBuffers(message) : message);

function questionOf(id: string): Case {
  const name = id.slice(0, id.lastIndexOf('/'));
  if (drafted.name !== name) {
    drafted = { name, cases: new Map(cases(cellOf.get(name)!).map((question) => [question.id, question])) };
  }
  const { path, opset } = parseId(id);
  return drafted.cases.get(id) ?? drafted.cases.get(path)!.within!([opset!, opset!]);
}

function work(task: ThreadTask, of: number): void {
  const ask = (request: FromThread['request'] & object) =>
    new Promise<Answer>((resolve) => {
      const question = requestCount++;
      waiting.set(question, resolve);
      send({ of, request, question });
    });
  settle(task, ask).then(
    (results) => send({ of, results }),
    (error: Error) => send(error instanceof UnjudgedTrial ? { of, isLeftOut: true } : { of, error }),
  );
}

async function settle(task: ThreadTask, ask: Ask): Promise<readonly CaseResult[]> {
  if ('further' in task) return settleFurther(task.further, { requirements, capabilities }, ask);
  return [await settleDeclared(caseTrial(questionOf(task.id), requirements), capabilities, ask)];
}

parentPort!.on('message', (message: ToThread) => {
  if ('capabilities' in message) {
    capabilities = message.capabilities;
    return;
  }
  if ('task' in message) return work(message.task, message.number);
  waiting.get(message.question)!(message.answer);
  waiting.delete(message.question);
});
