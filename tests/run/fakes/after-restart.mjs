// Misbehaves as its like does, and does not get as far as hello when it is started a second time.
import { existsSync, writeFileSync } from 'node:fs';

const mark = process.env.FAKE_MARK;
if (existsSync(mark)) {
  writeFileSync(`${mark}-again`, '');
  await new Promise(() => setInterval(() => {}, 1000));
}
writeFileSync(mark, '');

export { default } from './misbehaving.mjs';
