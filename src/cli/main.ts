#!/usr/bin/env node
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
import { packageInfo } from '../package-info.ts';
import { explainCommand } from './explain.ts';
import { reportAndExit, UsageError } from './failures.ts';
import { listCommand } from './list.ts';
import { runCommand } from './run.ts';

const { name, version } = packageInfo();

// what the commands do is imported by their handlers, so that --help is quick
const parser = yargs(hideBin(process.argv))
  .scriptName(name)
  .usage('$0 <command>\n\nChecks a runtime against the ONNX specification, operator by operator and opset by opset.')
  .command(runCommand)
  .command(listCommand)
  .command(explainCommand)
  .demandCommand(1, 'a command is missing: run, list or explain')
  .strict()
  .recommendCommands()
  .parserConfiguration({ 'parse-positional-numbers': false })
  .example('$0 run --backend onnxruntime-node', 'check onnxruntime, all operators and opsets')
  .example("$0 run 'ReduceSum/13/**' --backend ./my-backend.mjs", 'one operator version, your runtime')
  .example('$0 run --vectors DIR --backend reference', 'check files in the layout of ONNX')
  .example('$0 explain ReduceL1 --opset 18', 'what the specification says, with sources')
  .epilogue(
    'Exit codes: 0 conformant, 1 not conformant, 2 usage or bad input, 3 nothing or too little was tested,\n' +
      '4 the backend could not be used.',
  )
  .version(version)
  .help()
  .wrap(Math.min(100, process.stdout.columns ?? 80))
  .fail((message, error) => {
    throw error ?? new UsageError(message);
  });

try {
  await parser.parseAsync();
} catch (error) {
  reportAndExit(error);
}
