// Fails, in the way named by its argument, to say hello.
import { frame, sleep, speak, write } from './frames.mjs';

const backend = { name: 'fake', version: '1.0' };
const greetings = {
  silent: () => sleep(1e6),
  rubbish: () => write(Buffer.from('Welcome to fake 1.0!\n')),
  refuses: (request) => write(frame({ id: request.id, status: 'failed', message: 'protocol 2 is spoken here' })),
  'protocol-3': (request) => write(frame({ id: request.id, status: 'ok', protocol: 3, backend })),
  nameless: (request) => write(frame({ id: request.id, status: 'ok', backend: { version: '1.0' } })),
  'wrong-opsets': (request) => write(frame({ id: request.id, status: 'ok', backend, opsets: 13 })),
  'wrong-dtypes': (request) => write(frame({ id: request.id, status: 'ok', backend, dtypes: [1] })),
  'wrong-id': () => write(frame({ id: 5, status: 'ok', backend })),
  exits: () => process.exit(3),
  explains: () => {
    process.stderr.write('loading\nthe runtime is not installed\n', () => process.exit(1));
    return sleep(1e6);
  },
};
if (process.argv[2] === 'throws') {
  throw new Error('cannot find libfake.so');
}
speak(() => {}, greetings[process.argv[2]]);
