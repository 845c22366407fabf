import http from 'node:http';
import type { Application } from '#tests/server/support/client.ts';

const agent = new http.Agent({ keepAlive: true, maxSockets: 512 });

function request(url: string, method: string, body = ''): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers =
      body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const outgoing = http.request(url, { method, agent, headers }, resolve);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** By listeners, which cost the machine less than an iterator: what sends the load is not to be the load. */
function textOf(response: http.IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    response.setEncoding('utf8').on('data', (block: string) => {
      text += block;
    });
    response.on('end', () => resolve(text)).on('error', reject);
  });
}

/** Sends an application; milliseconds until the answer. Throws when it was not taken. */
export async function send(url: string, { path, body }: Application): Promise<number> {
  const began = performance.now();
  const response = await request(url + path, 'PUT', JSON.stringify(body));
  const text = await textOf(response);
  if ((response.statusCode ?? 0) >= 300) throw new Error(`${response.statusCode} ${text}`);
  return performance.now() - began;
}

/** Resolves when an application that was sent is processed, as its page learns it: by its events. */
export async function processed(url: string, id: string): Promise<void> {
  const text = await textOf(await request(`${url}/api/submissions/${id}/events`, 'GET'));
  if (!text.includes('"status":"processed"')) throw new Error(`${id} was not processed: ${text.slice(-300)}`);
}

/** Does something for each, at most `atOnce` at a time; how many a second. */
export async function rate<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<number> {
  const began = performance.now();
  const rest = all.values();
  const turn = async () => {
    for (const one of rest) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, turn));
  return (all.length * 1000) / (performance.now() - began);
}
