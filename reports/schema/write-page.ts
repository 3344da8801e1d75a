import { readFileSync, writeFileSync } from 'node:fs';
import { editorSchema } from './editor-schema.ts';
import { withTables } from './tables.ts';

/** `npm run schema`: regenerates the tables and the schema for editors in docs/ from the schemas. */
const page = 'docs/report-schema.md';
writeFileSync(page, withTables(readFileSync(page, 'utf8')));
writeFileSync('docs/expectations.schema.json', editorSchema());
