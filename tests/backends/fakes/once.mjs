// Starts only while the file named by its argument exists, and crashes at the first case.
import { existsSync, unlinkSync } from 'node:fs';
import { speak } from './frames.mjs';

if (!existsSync(process.argv[2])) {
  process.stderr.write('the licence has expired\n', () => process.exit(1));
} else {
  speak(() => {
    unlinkSync(process.argv[2]);
    process.exit(1);
  });
}
