/** The script of a thread of {@link OracleThreads}: prepares trials of the suite and judges their answers. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Case, select } from '../generators/cases.ts';
import type { Answer } from './backends/backend.ts';
import { examine } from './examine.ts';
import { type Assignment, type FromThread, type ToThread, withoutSpare } from './oracle-threads.ts';
import { prospectOfCase } from './prospect.ts';

const { selection, demands } = workerData as Assignment;
const { cells, cases } = select(selection);
const cellOf = new Map(cells.map((cell) => [cell.name, cell]));
/** The cases of the cell that was asked for last: those of one cell follow one another. */
let drafted = { name: '', cases: new Map<string, Case>() };
const due = new Map<number, (answer: Answer) => void>();
let asked = 0;

const tell = (message: FromThread) => parentPort!.postMessage(withoutSpare(message));

function questionOf(id: string): Case {
  const name = id.slice(0, id.lastIndexOf('/'));
  if (drafted.name !== name) {
    drafted = { name, cases: new Map(cases(cellOf.get(name)!).map((question) => [question.id, question])) };
  }
  return drafted.cases.get(id)!;
}

function examineCase(of: string): void {
  const run = (request: FromThread['request'] & object) =>
    new Promise<Answer>((resolve) => {
      const question = asked++;
      due.set(question, resolve);
      tell({ of, request, question });
    });
  examine(prospectOfCase(questionOf(of)), { run }, demands).then(
    (result) => tell({ of, result }),
    (error: Error) => tell({ of, error }),
  );
}

parentPort!.on('message', (message: ToThread) => {
  if ('examine' in message) return examineCase(message.examine);
  due.get(message.question)!(message.answer);
  due.delete(message.question);
});
