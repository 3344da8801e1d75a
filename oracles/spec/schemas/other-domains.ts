import type { ForeignSchema } from './schema.ts';

/** Every version of every declared operator outside ai.onnx, by name and then from old to new. ai.onnx.json has all others. */
export const foreignSchemas: readonly ForeignSchema[] = [];
