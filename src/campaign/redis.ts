import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import * as v from 'valibot';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { KnownFinding } from '../../reports/schema/expectations-file.ts';
import { findPackage } from '../backends/packages.ts';
import type { FuzzRun } from '../fuzz/state.ts';
import type { Status } from './campaign.ts';
import * as schema from './status-schema.ts';

type BullMQ = typeof import('bullmq');

/** A connected queue server, Redis or Valkey. If the connection is lost later, calls wait for it. */
export interface QueueServer {
  readonly bullmq: BullMQ;
  readonly client: Redis;
  /** Returns the last reported state of a campaign; `undefined` if it is missing or cannot be read. */
  status(name: string): Promise<CampaignState | undefined>;
  publish(name: string, state: CampaignState): Promise<void>;
  close(): void;
}

/** The state of a campaign, which its coordinator publishes. */
export interface CampaignState {
  readonly status: Status;
  /** the known findings */
  readonly expected: readonly KnownFinding[];
  /** milliseconds of silence after which the batch of a worker is offered again */
  readonly patience: number;
  /** milliseconds since 1970 */
  readonly at: number;
}

/** The prefix of all keys of campaigns. */
export const prefix = 'onnx-conformance';
/** Milliseconds to wait for the server at the start: containers start in any order. */
const startTime = 10_000;
/** Seconds to keep the last status of a campaign. */
const week = 7 * 86_400;

/**
 * Connects to a queue server.
 * @param say called when the connection is lost, and when it is back
 * @throws BadInput if the libraries are not installed, or no server answers
 */
export async function connect(url: string, say: (line: string) => void): Promise<QueueServer> {
  const bullmq = library<BullMQ>('bullmq');
  const { Redis } = library<typeof import('ioredis')>('ioredis');
  if (!/^rediss?:\/\/./.test(url)) {
    throw new BadInput(
      `--redis takes the address of a Redis or Valkey server such as redis://127.0.0.1:6379, not '${url}'`,
    );
  }
  // without the address, which may hold a password
  if (!URL.canParse(url))
    throw new BadInput('--redis takes an address such as redis://127.0.0.1:6379, with a number as port');
  const client = new Redis(url, { maxRetriesPerRequest: null, lazyConnect: true });
  const server = new URL(url).host; // the whole address may contain a password
  let state: 'starting' | 'there' | 'away' = 'starting';
  let reason = '';
  client.on('error', (error: Error) => {
    reason = error.message;
    if (state === 'there') say(`${server} is away (${reason}); waiting for it`);
    if (state === 'there') state = 'away';
  });
  const ready = new Promise<void>((resolve, reject) => {
    const tooLate = setTimeout(() => reject(new BadInput(unreachable(server, reason))), startTime);
    client.on('ready', () => {
      clearTimeout(tooLate);
      if (state === 'away') say(`${server} is back`);
      state = 'there';
      resolve();
    });
  });
  client.connect().catch(() => {}); // the client retries
  try {
    await ready;
  } catch (error) {
    client.disconnect();
    throw error;
  }
  let unreadable: string | undefined;
  const key = (name: string) => `${prefix}-status:${name}`;
  return {
    bullmq,
    client,
    status: async (name) => {
      const text = await client.get(key(name));
      if (text === null) return undefined;
      try {
        return v.parse(schema.campaignState, JSON.parse(text));
      } catch (error) {
        if (text !== unreadable)
          say(`the status of '${name}' on ${server} cannot be read: ${(error as Error).message}`);
        unreadable = text;
        return undefined;
      }
    },
    publish: async (name, state) => {
      await client.set(key(name), JSON.stringify(state), 'EX', week);
    },
    close: () => client.disconnect(),
  };
}

const unreachable = (server: string, reason: string): string =>
  `--redis: nothing answers at ${server}${reason && ` (${reason})`}; ` +
  'start a Redis or Valkey server there, or leave --redis out to use this machine alone';

/** Loads an optional library: users of a single machine need not install it. */
function library<T>(name: string): T {
  const found = findPackage(name);
  if (!found) throw new BadInput(`--redis needs the npm package ${name}; npm install bullmq ioredis`);
  return found.load() as T;
}

/** Returns the name of a campaign's queue. Another campaign with the same name has another queue, so that batches do not mix. */
export function queueName(name: string, run: FuzzRun): string {
  const hash = createHash('sha256').update(JSON.stringify(run)).digest('hex');
  return `${name}-${hash.slice(0, 16)}`;
}
