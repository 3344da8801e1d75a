import { readFileSync, writeFileSync } from 'node:fs';
import { editorSchema } from './editor-schema.ts';
import { withTables } from './tables.ts';

/** `npm run schema`, in the repository: makes what docs/ has from the schemas, tables and a schema for editors, anew. */
const page = 'docs/report-schema.md';
writeFileSync(page, withTables(readFileSync(page, 'utf8')));
writeFileSync('docs/expectations.schema.json', editorSchema());
