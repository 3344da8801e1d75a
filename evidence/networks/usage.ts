/** Imported before a program: writes its processor time and memory to the file of `USAGE_FILE` when it ends. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => writeFileSync(process.env.USAGE_FILE!, JSON.stringify(process.resourceUsage())));
