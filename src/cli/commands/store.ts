import { command } from '../command.ts';

const show = command({
  name: 'show',
  summary: 'show where it is, and how large',
  description: 'Shows where results of earlier runs are kept, and their size.',
  options: {},
  run: async () => (await import('../handlers/store.ts')).showStores(),
});

const prune = command({
  name: 'prune',
  summary: 'remove all kept results',
  description: 'Removes all kept results of earlier runs: the next run judges all answers again.',
  options: {},
  run: async () => (await import('../handlers/store.ts')).pruneStores(),
});

/** `store show`, `store prune`. */
export const store = {
  name: 'store',
  summary: 'kept results of earlier runs',
  description: "Answers that were judged before are kept, so that 'run' is quicker the next time.",
  usage: '<command>',
  needs: 'store needs a command: show or prune',
  commands: [show, prune],
};
