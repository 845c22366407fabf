import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makePdf } from '#tests/support/pdf.ts';
import { startProduct } from '#tests/support/product.ts';
import { type Bench, median } from './figure.ts';
import { startChild } from './support/child.ts';
import { growthDuring } from './support/memory.ts';

const AT_ONCE = 100;
const FILE_BYTES = 5 * 1024 * 1024;
const ROUNDS = 5;
const megabytes = (AT_ONCE * FILE_BYTES) / (1024 * 1024);

/**
 * 100 uploads of 5 MB at once: the growth of the server's memory, and the speed. The peers are a bare
 * `pipeline(request, file)` that does not hash, check or register. One syncs each file before it answers, as we do; the
 * other leaves that to the operating system. The ratio to the second is the cost of our promise; it has no budget
 * because it depends on the disk. Each round deletes its files, so that no variant waits for another's writes.
 */
const bench: Bench = async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'bare-'));
  await using flushing = await startChild('bare-receiver.ts', directory, 'flush');
  await using bare = await startChild('bare-receiver.ts', directory);
  await using product = await startProduct();
  const file = makePdf({ bytes: FILE_BYTES }).subarray(0, FILE_BYTES);
  const ours: number[] = [];
  const flushed: number[] = [];
  const unflushed: number[] = [];
  const peer = async ({ url }: { readonly url: string }) => {
    const figure = await throughput(() => send(url, 'POST', file));
    await Promise.all((await readdir(directory)).map((name) => rm(path.join(directory, name))));
    return figure;
  };
  const growth = await growthDuring(product.pid() ?? 0, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      flushed.push(await peer(flushing));
      unflushed.push(await peer(bare));
      const places = await Promise.all(Array.from({ length: AT_ONCE }, () => createUpload(product.url)));
      ours.push(await throughput((i) => send(places[i] ?? '', 'PATCH', file, PATCH_HEADERS)));
      await Promise.all(places.map((place) => fetch(place, { method: 'DELETE', headers: TUS })));
    }
  });
  await rm(directory, { recursive: true });
  return [
    { what: '100 uploads of 5 MB at once: memory of the server', value: growth, unit: 'MB', budget: 96 },
    {
      what: '100 uploads of 5 MB at once: throughput',
      value: median(ours),
      unit: 'MB/s',
      peer: { what: 'bare pipeline, socket to file, onto the disk', value: median(flushed) },
      budget: 0.5,
      atLeast: true,
    },
    {
      what: '100 uploads of 5 MB at once: the same',
      value: median(ours),
      unit: 'MB/s',
      peer: { what: 'bare pipeline that leaves the disk to the system', value: median(unflushed) },
    },
  ];
};
export default bench;

const TUS = { 'tus-resumable': '1.0.0' };
const PATCH_HEADERS = {
  ...TUS,
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
};

/** MB per second over all of them. */
async function throughput(sendOne: (i: number) => Promise<void>): Promise<number> {
  const began = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => sendOne(i)));
  return megabytes / ((performance.now() - began) / 1000);
}

function send(url: string, method: string, body: Buffer, headers: http.OutgoingHttpHeaders = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, agent: false, headers: { ...headers, 'content-length': body.length } });
    request.on('error', reject);
    request.on('response', (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 204) resolve();
        else reject(new Error(`an upload was answered with ${response.statusCode}`));
      });
    });
    request.end(body);
  });
}

/** The address for a new upload of a new draft. */
async function createUpload(origin: string): Promise<string> {
  const metadata = { draftId: randomUUID(), slot: 'cv', filename: 'cv.pdf', filetype: 'application/pdf' };
  const header = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
  const answer = await fetch(`${origin}/api/uploads`, {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(FILE_BYTES), 'upload-metadata': header.join(',') },
  });
  if (answer.status !== 201) throw new Error(`an upload was refused: ${answer.status}`);
  return origin + answer.headers.get('location');
}
