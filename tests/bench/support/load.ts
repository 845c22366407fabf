import { Agent } from 'undici';
import type { Application } from '#tests/server/support/client.ts';

const agent = new Agent({ connections: 512 });

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Uses undici's own events, which cost least: the load generator should not be the load. */
function call(origin: string, method: string, path: string, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let text = '';
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    agent.dispatch(
      { origin, path, method, headers, body: body ?? null },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, answered) => {
          status = answered;
        },
        // Everything sent here is ASCII.
        onResponseData: (_controller, block) => {
          text += block.toString('latin1');
        },
        onResponseEnd: () => resolve({ status, text }),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

/** Sends an application and returns the milliseconds until the answer. Throws if it was refused. */
export async function send(url: string, { path, body }: Application): Promise<number> {
  const began = performance.now();
  const { status, text } = await call(url, 'PUT', path, JSON.stringify(body));
  if (status >= 300) throw new Error(`${status} ${text}`);
  return performance.now() - began;
}

/** Resolves when an application is processed, as its page learns it: by its events. */
export async function processed(url: string, id: string): Promise<void> {
  const { text } = await call(url, 'GET', `/api/submissions/${id}/events`);
  if (!text.includes('"status":"processed"')) throw new Error(`${id} was not processed: ${text.slice(-300)}`);
}

/** Does some work for each item, at most `atOnce` at a time; returns the rate per second. */
export async function rate<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<number> {
  const began = performance.now();
  const rest = all.values();
  const turn = async () => {
    for (const one of rest) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, turn));
  return (all.length * 1000) / (performance.now() - began);
}
