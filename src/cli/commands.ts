import type { Command, CommandGroup } from './command.ts';
import { backend } from './commands/backend.ts';
import { check } from './commands/check.ts';
import { compare } from './commands/compare.ts';
import { diff } from './commands/diff.ts';
import { explain } from './commands/explain.ts';
import { exportCommand } from './commands/export.ts';
import { fuzz } from './commands/fuzz.ts';
import { init } from './commands/init.ts';
import { listCommand } from './commands/list.ts';
import { merge } from './commands/merge.ts';
import { oracle } from './commands/oracle.ts';
import { report } from './commands/report.ts';
import { run } from './commands/run.ts';
import { store } from './commands/store.ts';
import { vectors } from './commands/vectors.ts';
import { exitCodesHelp } from './exit-codes.ts';

const commands: readonly (Command | CommandGroup)[] = [
  run,
  check,
  fuzz,
  merge,
  report,
  diff,
  compare,
  listCommand,
  explain,
  exportCommand,
  oracle,
  vectors,
  backend,
  store,
  init,
];

/** "run, fuzz or merge". */
const names = commands
  .map(({ name }) => name)
  .join(', ')
  .replace(/, (?=\w+$)/, ' or ');

/** The whole command line. */
export const allCommands: CommandGroup = {
  name: 'onnx-conformance',
  summary: '',
  usage: '<command>',
  description: 'Checks a runtime against the ONNX specification, operator by operator and opset by opset.',
  needs: `a command is missing: ${names}`,
  commands,
  help: `Examples:
  npx $0 run --backend onnxruntime-node
  npx $0 run ReduceSum --opset 13-18 --backend reference
  npx $0 run --backend "stdio:python3 my_backend.py"
  npx $0 report out
  npx $0 list 'ReduceSum/13/*'
  npx $0 explain ReduceL1 --opset 13
  npx $0 export ReduceSum/13/float32/keepdims-zero/3 --out sum
  npx $0 vectors export out/vectors --release 1.17.0

'$0 backend list' shows what can be checked here;
'$0 init' writes a starting point for a runtime of yours.
'$0 run --help' explains backends, ids, tiers and policies.

${exitCodesHelp}`,
};
