import { command } from '../command.ts';

const show = command({
  name: 'show',
  summary: 'show where it is, and how large',
  description: 'Says where the answers are kept that were judged before, and how large that is.',
  options: {},
  run: async () => (await import('../handlers/store.ts')).showStores(),
});

const prune = command({
  name: 'prune',
  summary: 'remove all of it',
  description: 'Removes all answers that were judged before: the next run judges anew.',
  options: {},
  run: async () => (await import('../handlers/store.ts')).pruneStores(),
});

/** `store show`, `store prune`. */
export const store = {
  name: 'store',
  summary: 'answers that were judged before',
  description: "Answers that were judged before are kept, so that 'run' is quicker the next time.",
  usage: '<command>',
  needs: 'store needs a command: show or prune',
  commands: [show, prune],
};
