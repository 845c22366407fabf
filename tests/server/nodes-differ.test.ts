import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { serve } from '#server/serve.ts';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import { freePort } from '#tests/support/product.ts';
import { Client } from './support/client.ts';

let nodes: Nodes;
beforeAll(async () => {
  nodes = await startNodes();
});
afterAll(() => nodes[Symbol.asyncDispose]());

const withoutFileWorkflow = () =>
  Object.fromEntries(Object.entries(nodes.env).filter(([name]) => name !== 'FILE_WORKFLOW_URL'));

test('a node with other settings takes no work, names them, and begins when those before it are gone', async () => {
  const first = await nodes.start();
  const port = String(await freePort());
  const changed = {
    ...withoutFileWorkflow(),
    PORT: port,
    HOST: '127.0.0.1',
    CRICOS_PASSWORD: 'another password of theirs',
  };
  const lines: string[] = [];
  const second = serve(readConfig(changed, { demo: false }), {
    dist: 'none',
    logTo: { write: (line) => void lines.push(line) },
  });
  const names = 'has other settings: CRICOS_PASSWORD, FILE_WORKFLOW_URL"';
  await expect.poll(() => lines.join(''), { timeout: 60_000 }).toContain(names);
  expect(lines.join('')).not.toContain('another password of theirs');
  const waiting = new Client(`http://127.0.0.1:${port}`);
  expect((await waiting.get('/readyz')).status).toBe(503);
  // All the same the first one works, with all documents.
  const client = new Client(first.url);
  const application = await client.student();
  await client.put(application);
  await client.processed(application.id);
  expect(nodes.mocks.effects('file-workflow').filter(({ key }) => key === application.id)).toHaveLength(1);
  // It leaves nothing behind itself but what runs out.
  await first.kill();
  const server = await second;
  expect((await waiting.get('/readyz')).status).toBe(200);
  await server.close();
});

test('nodes with the same settings work side by side, and one that ended holds up nobody', async () => {
  const [one, other] = await Promise.all([nodes.start(), nodes.start()]);
  await Promise.all([one.stop(), other.stop()]);
  const env = { ...withoutFileWorkflow(), PORT: '0' };
  const lines: string[] = [];
  const changed = await serve(readConfig(env, { demo: false }), {
    dist: 'none',
    logTo: { write: (line) => void lines.push(line) },
  });
  await changed.close();
  expect(lines.join('')).not.toContain('has other settings');
});
