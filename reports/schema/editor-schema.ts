import { toJsonSchema } from '@valibot/to-json-schema';
import { expectationsFile } from './expectations-file.ts';

/** Returns docs/expectations.schema.json, by which editors validate and complete a file of expectations. */
export function editorSchema(): string {
  const schema = toJsonSchema(expectationsFile, { typeMode: 'input', errorMode: 'ignore' });
  const titled = { ...schema, title: 'Expectations of onnx-conformance' };
  return `${JSON.stringify(titled, null, 2)}\n`;
}
