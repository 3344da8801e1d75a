import type { BackendInfo, Capabilities } from '../../reports/schema.ts';
import type { BackendCommand } from './backend.ts';
import { readCapabilities } from './capabilities.ts';
import { Child, type ChildOptions, describeExit, StartFailure } from './child.ts';
import { encodeFrame, type Frame, ProtocolError, protocolVersion, valuesVersion } from './protocol.ts';
import { oneLine } from './text.ts';

/** The answer of a process to hello. */
export interface Hello {
  readonly info: BackendInfo;
  readonly capabilities: Capabilities;
  /** its methods besides `hello` */
  readonly methods: readonly string[];
  /** whether it accepts and returns values that are not tensors */
  readonly hasValues: boolean;
  /** the dtypes that it declares, in its own spelling */
  readonly named: readonly string[];
}

/**
 * Starts a process and waits for its hello.
 * @throws StartFailure if it cannot be started, ends, is silent for `timeout` milliseconds, answers anything else, or
 *   `abort` is signalled meanwhile
 */
export function startChild(
  command: BackendCommand,
  timeout: number,
  abort: AbortSignal,
  options: ChildOptions = {},
): Promise<{ child: Child; hello: Hello }> {
  const { options: wanted = {} } = command;
  const isWanted = Object.keys(wanted).length > 0;
  return new Promise((resolve, reject) => {
    let hasAnswered = false;
    const stop = () => child.kill({ kind: 'crash', message: 'it was stopped' });
    const settle = () => {
      clearTimeout(timer);
      abort.removeEventListener('abort', stop);
    };
    const child = new Child(
      command,
      {
        frame: (frame) => {
          settle();
          hasAnswered = true;
          try {
            resolve({ child, hello: readHello(frame, wanted) });
          } catch (error) {
            const { message } = error as Error;
            child.kill({ kind: error instanceof Refused ? 'error' : 'protocol-error', message });
          }
        },
        exit: (reason) => {
          settle();
          const when = child.pid === undefined || hasAnswered ? '' : ' before it said hello';
          const what = describeExit(reason, when);
          void child.ended().then(() => {
            const message = child.reason === '' ? what : `${child.reason} (${what})`;
            reject(new StartFailure(message, reason.kind === 'timeout'));
          });
        },
      },
      options,
    );
    const timer = setTimeout(() => {
      child.kill({ kind: 'timeout', message: `it was silent for ${timeout / 1000} s (--start-timeout allows more)` });
    }, timeout);
    const hello = {
      id: 0,
      method: 'hello',
      protocol: protocolVersion,
      newest: valuesVersion,
      ...(isWanted && { options: wanted }),
    };
    child.send(encodeFrame(hello));
    child.sent = 0;
    abort.addEventListener('abort', stop, { once: true });
  });
}

/** The process answered hello, but refuses to serve the request or options. */
class Refused extends Error {}

function readHello({ header }: Frame, wanted: Readonly<Record<string, string>>): Hello {
  if (header.id !== 0) {
    throw new ProtocolError('the first answer has to be that to hello, with id 0');
  }
  if (header.protocol !== undefined && header.protocol !== protocolVersion && header.protocol !== valuesVersion) {
    throw new ProtocolError(
      `it speaks protocol ${JSON.stringify(header.protocol)}, not ${protocolVersion} or ${valuesVersion}`,
    );
  }
  if (header.status !== 'ok') {
    const { status, message } = header;
    if (typeof status !== 'string') throw new ProtocolError('the answer to hello lacks "status"');
    if (message === undefined) throw new Refused(`hello was answered by status ${JSON.stringify(status)}`);
    throw new Refused(`it refuses: ${oneLine(String(message))}`);
  }
  const said = header.backend as Record<string, unknown> | null | undefined;
  if (typeof said?.name !== 'string' || typeof said.version !== 'string') {
    throw new ProtocolError('the answer to hello lacks "backend": {"name": string, "version": string}');
  }
  const texts = Object.entries(said).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const info = Object.fromEntries(texts.map(([key, value]) => [key, oneLine(value, 200)])) as unknown as BackendInfo;
  const ignored = Object.keys(wanted).find((name) => !(name in Object(header.options)));
  if (ignored !== undefined) {
    throw new Refused(`it does not take the option ${ignored}: "options" in its answer to hello lacks it`);
  }
  const methods = Array.isArray(header.methods) ? header.methods : ['run'];
  return {
    info,
    capabilities: readCapabilities(header),
    methods,
    hasValues: header.protocol === valuesVersion,
    named: (header.dtypes as string[] | undefined) ?? [],
  };
}
