import { toJsonSchema } from '@valibot/to-json-schema';
import { expectationsFile } from './expectations-file.ts';

/** docs/expectations.schema.json: what an editor checks and completes a file of expectations by. */
export function editorSchema(): string {
  const schema = toJsonSchema(expectationsFile, { typeMode: 'input', errorMode: 'ignore' });
  const titled = { ...schema, title: 'Expectations of onnx-conformance' };
  return `${JSON.stringify(titled, null, 2)}\n`;
}
