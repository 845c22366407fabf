import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { PDF_ONLY } from '#components/upload/accepted-files.ts';
import { createDocumentsEngine } from '#features/documents/documents-engine.ts';
import { selectDocument } from '#features/documents/documents-slice.ts';
import { documentsStore } from '#tests/features/documents/support/documents-store.ts';
import { memoryFiles } from '#tests/features/documents/support/memory-files.ts';
import { loadNodeTus } from '#tests/features/documents/support/tus-server.ts';
import { type FaultProxy, type LinkFault, startFaultProxy } from '#tests/support/fault-proxy.ts';
import { makePdf, sha256 } from '#tests/support/pdf.ts';
import { startProduct } from '#tests/support/product.ts';
import type { ChaosReport } from './report.ts';

const MB = 1024 * 1024;

export interface BadLink {
  readonly bytes: number;
  readonly fault: LinkFault;
  /** The link recovers after this many faults; by default it stays bad. */
  readonly times?: number;
}

/**
 * The page's upload engine brings one document through a bad link to the real server; a plain upload tries the same.
 */
export async function uploadThrough({ bytes, fault, times }: BadLink): Promise<ChaosReport> {
  await using product = await startProduct();
  const proxy = await startFaultProxy(product.url);
  const file = makePdf({ bytes }).subarray(0, bytes);
  proxy.set(fault);
  const plain = times === undefined ? await plainUploads(fault, file) : 'not tried';
  const before = { passed: proxy.passed(), connections: proxy.connections() };
  const began = performance.now();
  const uploadId = await bring(proxy, file, () => {
    if (times !== undefined && proxy.connections() - before.connections >= times) proxy.set({ kind: 'none' });
  });
  const seconds = (performance.now() - began) / 1000;
  const twice = ((proxy.passed() - before.passed - bytes) / bytes) * 100;
  const arrived = await readFile(path.join(product.dataDir, 'uploads', uploadId));
  await proxy.close();
  return {
    facts: {
      file: `${bytes / MB} MB`,
      'time to arrive': `${seconds.toFixed(1)} s`,
      connections: proxy.connections() - before.connections,
      'bytes sent twice, headers included': `${twice.toFixed(2)} %`,
      'a plain upload, five tries': plain,
    },
    problems: [
      ...(sha256(arrived) === sha256(file) ? [] : ['what arrived is not what was sent']),
      ...(twice > 5 ? ['more than 5 % was sent twice'] : []),
      ...(times !== undefined && seconds > 25 ? ['the dead connection did not time out within 25 s'] : []),
    ],
  };
}

/** Resolves with the upload's id when the server has the whole document. */
function bring(proxy: FaultProxy, bytes: Buffer, look: () => void): Promise<string> {
  const draftId = randomUUID();
  const store = documentsStore();
  const engine = createDocumentsEngine({
    store,
    files: memoryFiles().files,
    endpoint: `${proxy.url}/api/uploads`,
    loadTus: loadNodeTus,
    retryDelays: [20],
  });
  const file = new File([new Uint8Array(bytes)], 'cv.pdf', { type: 'application/pdf' });
  return new Promise((resolve, reject) => {
    store.subscribe(() => {
      look();
      const { state, failure, uploadId } = selectDocument(store.getState(), draftId, 'cv') ?? {};
      if (state === 'uploaded' && uploadId) resolve(uploadId);
      if (state === 'failed') reject(new Error(failure));
    });
    void engine.attach(draftId, 'cv', file, { types: PDF_ONLY, pdf: true, totalBytes: 100 * MB });
  });
}

/**
 * Sends the same file as one plain multipart request repeatedly, through the same link to a server that accepts
 * anything.
 */
async function plainUploads(fault: LinkFault, bytes: Buffer): Promise<string> {
  const server = http.createServer((request, response) => request.resume().once('end', () => response.end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy = await startFaultProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  proxy.set(fault);
  let arrived = 0;
  for (let tries = 0; tries < 5; tries += 1) {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)]), 'cv.pdf');
    await fetch(proxy.url, { method: 'POST', body: form }).then(
      () => {
        arrived += 1;
      },
      () => undefined,
    );
  }
  await proxy.close();
  server.close();
  return arrived === 0 ? 'never arrived' : `arrived ${arrived} times`;
}
