import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { Upload, type UploadOptions } from 'tus-js-client';
import { vi } from 'vitest';
import type { TusClient } from '#features/documents/upload.ts';

interface Seen {
  readonly method: string;
  readonly id: string;
}

/** A real tus server over real HTTP. It records every request, and has faults to switch on. */
export async function startTusServer() {
  const place = await mkdtemp(path.join(tmpdir(), 'documents-test-'));
  const directory = path.join(place, 'uploads');
  const tus = new Server({ path: '/api/uploads', datastore: new FileStore({ directory }) });
  // The store makes its directory without an event, and throws if the directory is removed earlier.
  await vi.waitUntil(() => existsSync(directory), { timeout: 60_000, interval: 1 });
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  let busy = 0;
  let mostBusy = 0;
  let gate: Promise<void> = Promise.resolve();
  /** Answers the next matching requests instead of tus; returns true if it did. */
  let fault: (request: http.IncomingMessage, response: http.ServerResponse) => boolean = () => false;
  const server = http.createServer((request, response) => {
    seen.push({ method: request.method ?? '', id: request.url?.split('/').pop() ?? '' });
    if (fault(request, response)) return;
    if (request.method === 'PATCH') {
      busy += 1;
      mostBusy = Math.max(mostBusy, busy);
      response.once('close', () => {
        busy -= 1;
      });
    }
    void gate.then(() => tus.handle(request, response));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}/api/uploads`,
    seen,
    methods: () => seen.map(({ method }) => method),
    mostBusy: () => mostBusy,
    setFault: (next: typeof fault) => {
      fault = next;
    },
    /** Holds every request until the returned function is called. */
    hold() {
      let release = () => {};
      gate = new Promise((done) => {
        release = done;
      });
      return release;
    },
    bytesOf: (id: string) => readFile(path.join(directory, id)),
    metadataOf: async (id: string) => JSON.parse(await readFile(path.join(directory, `${id}.json`), 'utf8')).metadata,
    expire: (id: string) => rm(path.join(directory, id)).then(() => rm(path.join(directory, `${id}.json`))),
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
      // A write that was in progress when its connections ended may still finish.
      await rm(place, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Reads Blobs, like the library's browser build; its Node build does not. */
const blobReader: NonNullable<UploadOptions['fileReader']> = {
  openFile: async (blob: Blob) => ({
    size: blob.size,
    slice: async (start: number, end: number) => {
      const value = Buffer.from(await blob.slice(start, end).arrayBuffer());
      return { value: Object.assign(value, { size: value.length }), done: end >= blob.size };
    },
    close: () => {},
  }),
};

/** The Node build of tus-js-client. */
export const loadNodeTus = async (): Promise<TusClient> => ({
  Upload: class extends Upload {
    constructor(file: Blob, options: UploadOptions) {
      super(file, { ...options, fileReader: blobReader });
    }
  },
});
