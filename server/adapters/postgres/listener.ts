import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../../ports/log.ts';
import { createListenerClient } from './connections.ts';

export interface ListenerOptions {
  readonly connectionString: string;
  /** What to do with a payload, by channel. */
  readonly channels: Readonly<Record<string, (payload: string) => void>>;
  /** Notifications may have been missed: the connection is there again. */
  readonly onReconnect: () => void;
  readonly log: Log;
}

export interface Listener {
  close(): Promise<void>;
}

const CHECK_EVERY_MS = 5_000;
const RECONNECT_AFTER_MS = 500;
const GOODBYE_MS = 2_000;

/**
 * Listens for other nodes' notifications on a connection of its own. One that breaks, or no longer answers, is
 * replaced. Rejects when the first one cannot be made.
 */
export async function listen(options: ListenerOptions): Promise<Listener> {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let current = await connect(options, lost);

  function lost(): void {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void reconnect(), RECONNECT_AFTER_MS);
  }
  async function reconnect(): Promise<void> {
    try {
      const client = await connect(options, lost);
      if (closed) return void client.end();
      current = client;
      options.onReconnect();
    } catch {
      lost();
    }
  }
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      // A database that hangs does not say goodbye.
      await Promise.race([current.end(), sleep(GOODBYE_MS, undefined, { ref: false })]);
    },
  };
}

async function connect({ connectionString, channels, log }: ListenerOptions, lost: () => void): Promise<pg.Client> {
  const client = createListenerClient(connectionString, CHECK_EVERY_MS);
  // A connection that is broken in silence is found by asking it something now and then.
  const check = setInterval(() => client.query('select 1').catch(() => client.end()), CHECK_EVERY_MS);
  client.on('error', (err) => log.warn({ err }, 'the connection that listens broke'));
  client.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
  client.once('end', () => {
    clearInterval(check);
    lost();
  });
  try {
    await client.connect();
    for (const channel of Object.keys(channels)) await client.query(`listen ${channel}`);
    return client;
  } catch (error) {
    clearInterval(check);
    client.removeAllListeners('end');
    client.end().catch(() => undefined);
    throw error;
  }
}
