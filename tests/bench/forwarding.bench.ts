import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { studentDocuments } from '#domain/student/documents.ts';
import { Client, STUDENT } from '#tests/server/support/client.ts';
import { startUpstream } from '#tests/server/support/upstream.ts';
import { makePdf } from '#tests/support/pdf.ts';
import { startProduct } from '#tests/support/product.ts';
import { type Bench, median } from './figure.ts';
import { forwardBare } from './support/bare-forwarder.ts';
import { growthDuring } from './support/memory.ts';

const MB = 1024 * 1024;
const TOTAL_MB = 95;
const ROUNDS = 3;

/**
 * Forwards 95 MB in nine documents to the file workflow: memory, and speed compared with a bare pipeline of file,
 * base64 and socket.
 */
const bench: Bench = async () => {
  const upstream = await startUpstream();
  const workflow = await startWorkflow();
  const sink = net.createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  await once(sink, 'listening');
  await using product = await startProduct({ env: { ...upstream.env, FILE_WORKFLOW_URL: workflow.url } });
  const client = new Client(product.url);
  const growths: number[] = [];
  const ours: number[] = [];
  const peers: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const application = await uploadAll(client);
    const growth = await growthDuring(product.pid() ?? 0, async () => {
      await client.put(application);
      await client.processed(application.id);
    });
    growths.push(growth);
    ours.push(TOTAL_MB / workflow.seconds());
    const began = performance.now();
    await forwardBare(path.join(product.dataDir, 'uploads'), (sink.address() as AddressInfo).port);
    peers.push((TOTAL_MB * (round + 1)) / ((performance.now() - began) / 1000));
  }
  sink.close();
  await workflow.close();
  await upstream.close();
  return [
    { what: 'forwarding 95 MB in nine documents: memory', value: Math.max(...growths), unit: 'MB', budget: 64 },
    {
      what: 'forwarding 95 MB in nine documents: throughput',
      value: median(ours),
      unit: 'MB/s',
      peer: { what: 'pipeline(file, base64, socket)', value: median(peers) },
      budget: 0.5,
      atLeast: true,
    },
  ];
};
export default bench;

async function uploadAll(client: Client) {
  const id = randomUUID();
  const bytes = Math.floor((TOTAL_MB * MB) / studentDocuments.length);
  const documents: object[] = [];
  for (const { slot } of studentDocuments) {
    documents.push(await client.upload(id, slot, makePdf({ mark: slot, bytes }).subarray(0, bytes)));
  }
  return {
    id,
    path: `/api/student-applications/${id}`,
    body: { variant: 'direct' as const, values: STUDENT, documents },
  };
}

/**
 * Receives the documents and discards them; `seconds` is the time between the first and the last byte of the latest
 * call.
 */
async function startWorkflow() {
  let seconds = Number.NaN;
  const server = http.createServer((request, response) => {
    const began = performance.now();
    request.resume().on('end', () => {
      seconds = (performance.now() - began) / 1000;
      response.end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/files`,
    seconds: () => seconds,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
