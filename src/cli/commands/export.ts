import * as v from 'valibot';
import { seedOption } from '../../options/groups.ts';
import { single, text } from '../../options/option.ts';
import { opset } from '../../options/values.ts';
import { command } from '../command.ts';

export const exportCommand = command({
  name: 'export',
  words: '<id>',
  summary: 'write one case as files',
  usage: '<id> --out DIR',
  description: "Writes one case in ONNX's layout: model.onnx and test_data_set_0.",
  needs: 'export needs the id of a case, e.g. ReduceSum/13/float32/keepdims-zero/3',
  options: {
    id: single(text, 'the case, e.g. ReduceSum/13/float32/keepdims-zero/3'),
    out: single(text, 'the folder to write (required)', { missing: 'name the folder to write' }),
    seed: seedOption('the seed of the run in which the case was seen'),
    opset: single(
      v.optional(opset),
      'the opset that the model imports, the same as @15 at the end of the id; default: as in a run of the suite',
    ),
  },
  help: `An id may be copied from 'list --cases' or from a report; equal ids and seeds
give equal files. output_0.pb holds the oracle's own answer. A folder that an
earlier export wrote is overwritten.

A session is several runs of loaded models. Its files hold the runs one by one,
and --vectors judges each by itself; state between them shows only with
'run ID'. An invalid model has no outputs: --vectors lists it, and judges its
control.

Examples:
  npx $0 export ReduceSum/13/float32/keepdims-zero/3 --out sum
  npx $0 run --vectors sum --backend onnxruntime-node`,
  run: async (args) => (await import('../handlers/export.ts')).exportCase(args),
});
