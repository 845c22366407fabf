import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';

/**
 * The peer: the plainest Koa handler that makes the same outside calls for an application, one after another, and
 * answers when they are done. It checks nothing and remembers nothing.
 */
const upstream = process.env.UPSTREAM ?? '';
const files = (process.env.FILES ?? '').split(',').filter((name) => name !== '');
const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });

function post(path: string, payload: object, key: string): Promise<void> {
  const body = JSON.stringify(payload);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': key,
    authorization: 'Bearer a-token',
  };
  return new Promise((resolve, reject) => {
    const request = http.request(upstream + path, { method: 'POST', agent, headers }, (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (block: string) => {
        text += block;
      });
      response.on('end', () => {
        JSON.parse(text);
        resolve();
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

const app = new Koa();
app.use(async (ctx) => {
  const blocks: Buffer[] = [];
  for await (const block of ctx.req) blocks.push(block);
  const { values } = JSON.parse(Buffer.concat(blocks).toString('utf8'));
  const key = ctx.path.split('/').at(-1) ?? '';
  await post('/records/api/V1/StudentOffers/Validate', values, key);
  await post('/records/api/V1/StudentOffers', values, key);
  await post('/workflow', values, key);
  const contents = await Promise.all(
    files.map(async (file) => ({ filename: file, content: (await readFile(file)).toString('base64') })),
  );
  await post('/files', { subject: key, files: contents }, key);
  ctx.body = { id: key, status: 'processed' };
});
const server = http.createServer(app.callback()).listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
