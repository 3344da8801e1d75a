/**
 * A process that draws and judges batches of programs, as those of a campaign do, and tells how many of them passed in how many
 * seconds. Those that warm it up are not counted, and failures are not looked into.
 */
import { openFuzzer } from '../dist/src/fuzz/open.js';
import { everything, launchingOf, requirements } from './fuzz-settings.js';

process.once('message', async ({ backend, without, warming, batches }) => {
  const selection = { ...everything, without };
  const settings = { backends: [launchingOf(backend)], selection, requirements, investigates: false };
  const fuzzer = await openFuzzer(settings);
  for (const batch of warming) await fuzzer.run(batch);
  const started = performance.now();
  let programs = 0;
  for (const batch of batches) {
    const { outcomes } = await fuzzer.run(batch);
    for (const { pass } of Object.values(outcomes)) programs += pass;
  }
  const seconds = (performance.now() - started) / 1000;
  await fuzzer.close();
  process.send({ programs, seconds }, () => process.exit());
});
