import { requirementOptions, seedOption } from '../../options/groups.ts';
import { list } from '../../options/option.ts';
import { expectationsFile } from './conclusion.ts';

/** Returns the options for drawn models, their backends and the judging. @param missing the message if no backend is named */
export const drawingOptions = (missing: string) => ({
  ids: list('operators of the models, e.g. Softmax or Add/14/float16; default: all'),
  backend: list('the backend (required); several get the same models', { alias: 'b', missing }),
  seed: seedOption('an integer; another one draws other models'),
  opset: list('only models of these opsets: 13 or 13,18 or 13-18'),
  dtype: list('only these dtypes: float32 or float16,bfloat16'),
  ...requirementOptions,
  expectations: expectationsFile('file that lists known findings under fuzz'),
});
