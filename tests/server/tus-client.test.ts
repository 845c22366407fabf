import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePdf, sha256 } from '#tests/support/pdf.ts';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig.close());

const FILE = makePdf({ bytes: 1_500_000 });
const metadata = () => ({
  ...{ draftId: randomUUID(), slot: 'cv', filename: 'Lebenslauf ü.pdf', filetype: 'application/pdf' },
  sha256: sha256(FILE),
});

/** Sends with the tus project's own client; its address. `stopAt`: aborts behind so many bytes. */
function upload(options: UploadOptions, stopAt = Number.POSITIVE_INFINITY): Promise<string> {
  return new Promise((resolve, reject) => {
    const client = new Upload(FILE, {
      endpoint: `${rig.client.url}/api/uploads`,
      chunkSize: 400_000,
      retryDelays: null,
      onError: reject,
      onChunkComplete: (_bytes, sent) => {
        if (sent >= stopAt) client.abort().then(() => resolve(client.url ?? ''), reject);
      },
      onSuccess: () => resolve(client.url ?? ''),
      ...options,
    });
    client.start();
  });
}

test('the client of the tus project uploads, continues where it stopped, and ends an upload', async () => {
  const begun = await upload({ metadata: metadata() }, 800_000);
  const sent: number[] = [];
  const uploadUrl = await upload({ uploadUrl: begun, onProgress: (bytes) => sent.push(bytes) });
  expect(uploadUrl).toBe(begun);
  expect(sent[0]).toBeGreaterThanOrEqual(800_000);
  const file = path.join(rig.dataDir, 'uploads', begun.split('/').at(-1) ?? '');
  expect(sha256(await readFile(file))).toBe(sha256(FILE));
  await Upload.terminate(begun);
  await expect(readFile(file)).rejects.toThrow('ENOENT');
  await expect(Upload.terminate(begun)).rejects.toThrow();
});

test('that client learns why a file is refused', async () => {
  const refused = await upload({ metadata: { ...metadata(), sha256: '0'.repeat(64) } }).catch((error) => error);
  expect(refused).toBeInstanceOf(DetailedError);
  expect((refused as DetailedError).originalResponse?.getStatus()).toBe(422);
});
