// @vitest-environment node
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PDF_ONLY } from '#components/upload/accepted-files.ts';
import type { SlotLimits } from '#features/documents/document-checks.ts';
import { createDocumentsEngine } from '#features/documents/documents-engine.ts';
import { selectDocument, selectDraftDocuments } from '#features/documents/documents-slice.ts';
import { newDraft } from '#features/drafts/draft.ts';
import { draftDeleted, draftRestored, draftTakenOver } from '#features/drafts/draft-events.ts';
import { connectionRegained } from '#platform/connection.ts';
import { sha256 } from '#tests/support/pdf.ts';
import { pdf } from '../pdf.ts';
import { documentsStore } from './support/documents-store.ts';
import { memoryFiles } from './support/memory-files.ts';
import { loadNodeTus, startTusServer } from './support/tus-server.ts';

const DRAFT = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const LIMITS: SlotLimits = { types: PDF_ONLY, pdf: true, totalBytes: 100 * 1024 * 1024 };
const PDF_ONLY_ALERT = 'File validation error: Only PDF files are supported. Please upload PDF documents only';

const STOPPED =
  'Something stops this upload, for example a web filter of an office or a school. Try another network, or turn off your VPN. We will try again.';
/** The page of a proxy, a filter or a Wi-Fi in place of our answer. */
const answerPage = (response: ServerResponse, status: number) =>
  Boolean(response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Not here</h1>'));

let server: Awaited<ReturnType<typeof startTusServer>>;
let device: ReturnType<typeof memoryFiles>;
beforeEach(async () => {
  server = await startTusServer();
  device = memoryFiles();
});
afterEach(() => server.stop());

/** A page with its own store and engine, on the same device and the same server. */
function openPage(chunkBytes?: number, retryDelay = 5) {
  const store = documentsStore();
  const engine = createDocumentsEngine({
    store,
    files: device.files,
    endpoint: server.endpoint,
    loadTus: loadNodeTus,
    retryDelays: [retryDelay],
    ...(chunkBytes && { chunk: { bytes: chunkBytes, arrived: () => {}, broke: () => {}, refused: () => false } }),
  });
  const find = (slot: string) => selectDocument(store.getState(), DRAFT, slot);
  const until = (slot: string, state: string) => vi.waitFor(() => expect(find(slot)?.state).toBe(state));
  /** Waits for the documents as they are now, as a submission does that is confirmed now. */
  async function whenUploaded(signal?: AbortSignal) {
    await engine.open(DRAFT);
    const listed = Object.entries(selectDraftDocuments(store.getState(), DRAFT));
    const confirmed = listed.map(([slot, document]) => ({ slot, ...document }));
    return engine.whenUploaded(DRAFT, confirmed, signal);
  }
  /** The documents as the PUT names them, once the server has all. */
  const references = async () => {
    const arrivals = await whenUploaded();
    if (!arrivals.ok) throw new Error(`cannot be uploaded: ${arrivals.slots}`);
    return arrivals.documents;
  };
  return { store, engine, find, until, whenUploaded, references };
}

describe('a document that is attached', () => {
  test('is on the server without anybody asking, whole, with draft, slot, name, type and checksum', async () => {
    const { engine, find, until } = openPage();
    const file = pdf('passport.pdf', 5000);
    expect(await engine.attach(DRAFT, 'passport', file, LIMITS)).toBeUndefined();
    await until('passport', 'uploaded');
    const { uploadId = '', sha256: hash } = find('passport') ?? {};
    expect(sha256(await server.bytesOf(uploadId))).toBe(hash);
    expect(hash).toBe(sha256(new Uint8Array(await file.arrayBuffer())));
    expect(await server.metadataOf(uploadId)).toEqual({
      draftId: DRAFT,
      slot: 'passport',
      filename: 'passport.pdf',
      filetype: 'application/pdf',
      sha256: hash,
    });
    expect(find('passport')).toMatchObject({ uploadedBytes: 5000, size: 5000, kept: true });
  });

  test('is kept on this device before it is sent', async () => {
    server.setFault((_request, response) => Boolean(response.destroy()));
    const { engine, until } = openPage();
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await until('passport', 'retrying');
    expect([...device.kept.keys()]).toEqual([`${DRAFT}/passport`]);
  });

  test('that this device cannot keep is sent all the same, with a notice', async () => {
    device.device.full = true;
    const { engine, find, until } = openPage();
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await until('passport', 'uploaded');
    expect(find('passport')?.kept).toBe(false);
  });

  test('is sent although the disk never comes to the end of writing it', async () => {
    device.device.stuck = true;
    const { engine, until, references } = openPage();
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await engine.attach(DRAFT, 'cv', pdf('cv.pdf'), LIMITS);
    await until('passport', 'uploaded');
    await until('cv', 'uploaded');
    expect(await references()).toMatchObject([{ slot: 'passport' }, { slot: 'cv' }]);
  });

  test('that this device could not keep is found again after a reload once the server has it', async () => {
    device.device.fullOfBytes = true;
    const before = openPage();
    await before.engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await before.until('passport', 'uploaded');
    const after = openPage();
    await after.engine.open(DRAFT);
    await after.until('passport', 'uploaded');
    expect(after.find('passport')).toMatchObject({ uploadId: before.find('passport')?.uploadId, kept: false });
    expect(await after.references()).toMatchObject([{ slot: 'passport' }]);
    expect(server.methods().filter((method) => method === 'PATCH')).toHaveLength(1);
  });

  test('of which neither this device nor the server has all is asked for again, and nothing waits for it', async () => {
    device.device.fullOfBytes = true;
    server.setFault((request, response) => request.method === 'PATCH' && Boolean(response.destroy()));
    const before = openPage();
    await before.engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await before.until('passport', 'retrying');
    await vi.waitFor(() => expect(device.kept.get(`${DRAFT}/passport`)?.description.uploadId).toBeDefined());
    before.store.dispatch(draftTakenOver(DRAFT));
    server.setFault(() => false);
    const after = openPage();
    await after.engine.open(DRAFT);
    await after.until('passport', 'failed');
    expect(after.find('passport')?.failure).toMatch(/We lost this file.*choose the file again/);
    expect(await after.whenUploaded()).toEqual({ ok: false, slots: ['passport'] });
  });

  test('in place of another that this device cannot keep does not leave the other one behind', async () => {
    const before = openPage();
    await before.engine.attach(DRAFT, 'passport', pdf('old.pdf'), LIMITS);
    await before.until('passport', 'uploaded');
    device.device.full = true;
    await before.engine.attach(DRAFT, 'passport', pdf('new.pdf'), LIMITS);
    await before.until('passport', 'uploaded');
    expect(before.find('passport')).toMatchObject({ name: 'new.pdf', kept: false, unlisted: true });
    const after = openPage();
    await after.engine.open(DRAFT);
    expect(after.find('passport')).toBeUndefined();
  });

  test('goes with at most one other at a time', async () => {
    const { engine, until } = openPage(64 * 1024);
    const slots = ['year12Evidence', 'passport', 'englishTest', 'academicQualifications', 'cv'];
    for (const slot of slots) await engine.attach(DRAFT, slot, pdf(`${slot}.pdf`, 512 * 1024), LIMITS);
    for (const slot of slots) await until(slot, 'uploaded');
    expect(server.mostBusy()).toBe(2);
  });
});

describe('a file that is not taken', () => {
  test.each([
    ['no PDF by content, in spite of its name', new File(['MZ'], 'cv.pdf'), 'file-invalid-type', PDF_ONLY_ALERT],
    [
      'empty',
      new File([], 'cv.pdf'),
      'file-too-small',
      'This file is empty. If the file is in OneDrive, Google Drive or iCloud, open it once, then choose it again',
    ],
  ])('%s', async (_why, file, code, message) => {
    const { engine, find } = openPage();
    expect(await engine.attach(DRAFT, 'cv', file, LIMITS)).toEqual({ name: 'cv.pdf', code, message });
    expect(find('cv')).toBeUndefined();
    expect(server.seen).toEqual([]);
  });

  test('too large together with the others: the 100 MB count over all documents, the replaced one aside', async () => {
    const { engine, until } = openPage();
    const limits = { ...LIMITS, totalBytes: 3 * 1024 };
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf', 2048), limits);
    expect(await engine.attach(DRAFT, 'cv', pdf('cv.pdf', 2048), limits)).toMatchObject({
      code: 'FILE_SIZE_ERROR',
    });
    expect(await engine.attach(DRAFT, 'passport', pdf('other.pdf', 3000), limits)).toBeUndefined();
    await until('passport', 'uploaded');
  });

  test('too large together with one that is chosen at the same moment, before anything of it is sent', async () => {
    const { engine, find, until } = openPage();
    const limits = { ...LIMITS, totalBytes: 3 * 1024 };
    const both = [pdf('passport.pdf', 2048), pdf('cv.pdf', 2048)] as const;
    const refused = await Promise.all([
      engine.attach(DRAFT, 'passport', both[0], limits),
      engine.attach(DRAFT, 'cv', both[1], limits),
    ]);
    expect(refused).toEqual([
      undefined,
      {
        name: 'cv.pdf',
        code: 'FILE_SIZE_ERROR',
        message:
          'Total size exceeds 3KB limit: this file has 2 KB, your other documents have 2 KB. Please choose a smaller file',
      },
    ]);
    await until('passport', 'uploaded');
    expect(find('cv')).toBeUndefined();
    expect(server.methods().filter((method) => method === 'POST')).toHaveLength(1);
  });

  test('leaves the document that was there', async () => {
    const { engine, find, until } = openPage();
    await engine.attach(DRAFT, 'cv', pdf('cv.pdf'), LIMITS);
    await engine.attach(DRAFT, 'cv', new File(['text'], 'notes.pdf'), LIMITS);
    await until('cv', 'uploaded');
    expect(find('cv')?.name).toBe('cv.pdf');
  });
});

const UNREADABLE = 'We could not read the file. Please choose it again';

/** A file on a disk from which it can be taken away; `isGoing` takes it away after the next read. */
function fileOnDisk(name: string, bytes = 2048) {
  const file = pdf(name, bytes);
  const disk = { isGone: false, isGoing: false, hasMemory: true, reads: 0 };
  const refuse = () => Promise.reject(new DOMException('The file could not be read', 'NotReadableError'));
  const guarded = (blob: Blob, isWhole: boolean): Blob => {
    const read = blob.arrayBuffer.bind(blob);
    const slice = blob.slice.bind(blob);
    return Object.assign(blob, {
      arrayBuffer: () => {
        if (isWhole) disk.reads += 1;
        const answer = disk.isGone || (isWhole && !disk.hasMemory) ? refuse() : read();
        disk.isGone ||= disk.isGoing;
        return answer;
      },
      slice: (...range: [number, number]) => guarded(slice(...range), false),
    });
  };
  guarded(file, true);
  return { file, disk };
}

describe('a file that can no longer be read', () => {
  test('when its turn comes shows that at its slot at once, and nothing of it is sent', async () => {
    const { engine, find, until } = openPage();
    const { file, disk } = fileOnDisk('passport.pdf');
    disk.isGoing = true;
    await engine.attach(DRAFT, 'cv', pdf('cv.pdf'), LIMITS);
    await engine.attach(DRAFT, 'passport', file, LIMITS);
    await until('passport', 'failed');
    expect(find('passport')).toMatchObject({ failure: UNREADABLE, kept: false });
    await until('cv', 'uploaded');
    expect(server.methods().filter((method) => method === 'POST')).toHaveLength(1);
  });

  test('has other bytes than when it was chosen shows that in the same way', async () => {
    const { engine, find, until } = openPage();
    const file = pdf('passport.pdf');
    await engine.attach(
      DRAFT,
      'passport',
      Object.assign(file, { arrayBuffer: async () => new ArrayBuffer(9) }),
      LIMITS,
    );
    await until('passport', 'failed');
    expect(find('passport')?.failure).toBe(UNREADABLE);
  });

  test('in the middle of its upload waits for no connection, and the server keeps nothing of it', async () => {
    device.device.fullOfBytes = true;
    const { file, disk } = fileOnDisk('passport.pdf', 300 * 1024);
    server.setFault(({ headers }) => {
      if (headers['upload-offset'] === String(128 * 1024)) disk.isGone = true;
      return false;
    });
    const { engine, find, store, until } = openPage(64 * 1024);
    const states: unknown[] = [];
    store.subscribe(() => states.push(find('passport')?.state));
    await engine.attach(DRAFT, 'passport', file, LIMITS);
    await until('passport', 'failed');
    expect(find('passport')).toMatchObject({ failure: UNREADABLE, uploadId: undefined, uploadedBytes: 0 });
    expect(states).not.toContain('retrying');
    await vi.waitFor(() => expect(server.methods()).toContain('DELETE'));
  });

  test('but is now on this device continues from there', async () => {
    const { file, disk } = fileOnDisk('passport.pdf', 300 * 1024);
    let keep = () => {};
    device.device.held = new Promise((resolve) => {
      keep = resolve;
    });
    const { engine, until } = openPage(64 * 1024);
    server.setFault(({ headers }, response) => {
      if (headers['upload-offset'] !== String(128 * 1024) || disk.isGone) return false;
      disk.isGone = true;
      keep();
      return Boolean(response.destroy());
    });
    await engine.attach(DRAFT, 'passport', file, LIMITS);
    await until('passport', 'uploaded');
    expect(disk.isGone).toBe(true);
  });

  test('ends the waiting of a submission, which names it, although another one waits for the connection', async () => {
    server.setFault((_request, response) => Boolean(response.destroy()));
    const { engine, until, whenUploaded } = openPage();
    const { file, disk } = fileOnDisk('passport.pdf');
    disk.isGoing = true;
    await engine.attach(DRAFT, 'cv', pdf('cv.pdf'), LIMITS);
    await engine.attach(DRAFT, 'passport', file, LIMITS);
    await until('cv', 'retrying');
    expect(await whenUploaded()).toEqual({ ok: false, slots: ['passport'] });
  });

  test('does not leave the earlier document of its slot behind', async () => {
    const before = openPage();
    await before.engine.attach(DRAFT, 'passport', pdf('old.pdf'), LIMITS);
    await before.until('passport', 'uploaded');
    const { file, disk } = fileOnDisk('new.pdf');
    disk.isGoing = true;
    await before.engine.attach(DRAFT, 'passport', file, LIMITS);
    await before.until('passport', 'failed');
    await vi.waitFor(() => expect(device.kept.size).toBe(0));
  });

  test('is read again, kept and sent when the person tries again and it is there', async () => {
    const { engine, find, until } = openPage();
    const { file, disk } = fileOnDisk('passport.pdf');
    disk.isGoing = true;
    await engine.attach(DRAFT, 'passport', file, LIMITS);
    await until('passport', 'failed');
    Object.assign(disk, { isGone: false, isGoing: false });
    engine.resume(DRAFT, 'passport');
    await until('passport', 'uploaded');
    expect(find('passport')).toMatchObject({ kept: true, failure: undefined });
    expect([...device.kept.keys()]).toEqual([`${DRAFT}/passport`]);
  });
});

describe('a chosen file', () => {
  test('is read as a whole once: what is sent later comes from this device', async () => {
    server.setFault((_request, response) => Boolean(response.destroy()));
    const { engine, until } = openPage();
    const { file, disk } = fileOnDisk('passport.pdf');
    await engine.attach(DRAFT, 'passport', file, LIMITS);
    await until('passport', 'retrying');
    disk.isGone = true;
    server.setFault(() => false);
    await until('passport', 'uploaded');
    expect(disk.reads).toBe(1);
  });

  test('for which there is not enough memory is sent in parts, without a checksum', async () => {
    const { engine, find, until } = openPage(64 * 1024);
    const { file, disk } = fileOnDisk('passport.pdf', 300 * 1024);
    disk.hasMemory = false;
    await engine.attach(DRAFT, 'passport', file, LIMITS);
    await until('passport', 'uploaded');
    expect(find('passport')).toMatchObject({ kept: false, sha256: undefined });
    expect(await server.bytesOf(find('passport')?.uploadId ?? '')).toHaveLength(300 * 1024);
  });
});

describe('an upload', () => {
  test('continues where it was when the connection was cut', async () => {
    let cuts = 3;
    const { engine, find, until } = openPage(64 * 1024);
    let patches = 0;
    server.setFault((request, response) => {
      if (request.method !== 'PATCH') return false;
      patches += 1;
      if (patches % 3 !== 0 || cuts === 0) return false;
      cuts -= 1;
      return Boolean(response.destroy());
    });
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf', 640 * 1024), LIMITS);
    await until('passport', 'uploaded');
    const { uploadId = '', sha256: hash } = find('passport') ?? {};
    expect(cuts).toBe(0);
    expect(sha256(await server.bytesOf(uploadId))).toBe(hash);
    expect(server.methods().filter((method) => method === 'POST')).toHaveLength(1);
  });

  test('continues after a reload, from this device, without a second upload', async () => {
    const before = openPage(64 * 1024);
    server.setFault((request, response) =>
      request.headers['upload-offset'] === String(128 * 1024) ? Boolean(response.destroy()) : false,
    );
    await before.engine.attach(DRAFT, 'passport', pdf('passport.pdf', 300 * 1024), LIMITS);
    await before.until('passport', 'retrying');
    before.engine.pause(DRAFT, 'passport');
    server.setFault(() => false);
    const after = openPage(64 * 1024);
    await after.engine.open(DRAFT);
    await after.until('passport', 'uploaded');
    const { uploadId = '', sha256: hash } = after.find('passport') ?? {};
    expect(sha256(await server.bytesOf(uploadId))).toBe(hash);
    expect(server.methods().filter((method) => method === 'POST')).toHaveLength(1);
  });

  test('of a document that the release before kept without a checksum gets on in two tabs', async () => {
    const bytes = pdf('passport.pdf');
    const description = { name: 'passport.pdf', type: 'application/pdf', size: bytes.size };
    await device.files.put(DRAFT, 'passport', description, bytes);
    server.setFault(({ method }, response) => method === 'PATCH' && Boolean(response.destroy()));
    const one = openPage();
    const other = openPage();
    await Promise.all([one.engine.open(DRAFT), other.engine.open(DRAFT)]);
    await Promise.all([one.until('passport', 'retrying'), other.until('passport', 'retrying')]);
    server.setFault(() => false);
    await Promise.all([one.until('passport', 'uploaded'), other.until('passport', 'uploaded')]);
  });

  test('that expired on the server is made again without a word', async () => {
    const { engine, find, until, references } = openPage();
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await until('passport', 'uploaded');
    const first = find('passport')?.uploadId ?? '';
    await server.expire(first);
    const [reference] = await references();
    expect(reference?.uploadId).not.toBe(first);
    expect(await server.bytesOf(reference?.uploadId ?? '')).toHaveLength(2048);
  });

  test.each([429, 500, 503])(
    'of which a busy server (%d) cannot say whether it is whole is taken for whole, and nothing of it is sent again',
    async (status) => {
      const { engine, find, until, whenUploaded } = openPage();
      await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
      await until('passport', 'uploaded');
      const { uploadId } = find('passport') ?? {};
      const before = server.seen.length;
      server.setFault((_request, response) => Boolean(response.writeHead(status, { 'tus-resumable': '1.0.0' }).end()));
      let arrivals: unknown;
      void whenUploaded().then((them) => (arrivals = them));
      await vi.waitFor(() => expect(arrivals).toMatchObject({ ok: true, documents: [{ uploadId }] }));
      expect(server.methods().slice(before)).toEqual(['HEAD']);
    },
  );

  test('that the server says it has lost is made again, though it looks whole there', async () => {
    const { engine, find, until, references } = openPage();
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await until('passport', 'uploaded');
    const first = find('passport')?.uploadId ?? '';
    expect(await engine.bringAgain(DRAFT, ['passport'])).toBe(true);
    const [reference] = await references();
    expect(reference?.uploadId).not.toBe(first);
    expect(await server.bytesOf(reference?.uploadId ?? '')).toHaveLength(2048);
  });

  test('that the server says it has lost gives its place free where this device does not have it', async () => {
    const { engine, find, until } = openPage();
    await engine.attach(DRAFT, 'cv', pdf('cv.pdf'), LIMITS);
    await until('cv', 'uploaded');
    expect(await engine.bringAgain(DRAFT, ['passport', 'cv'])).toBe(false);
    expect(find('passport')).toBeUndefined();
    await until('cv', 'uploaded');
  });

  test('that the server says it has lost leaves the file that is attached while the device looks for it', async () => {
    device.device.fullOfBytes = true;
    const before = openPage();
    await before.engine.attach(DRAFT, 'passport', pdf('lost.pdf'), LIMITS);
    await before.until('passport', 'uploaded');
    device.device.fullOfBytes = false;
    const { engine, find, until } = openPage();
    await engine.open(DRAFT);
    await until('passport', 'uploaded');
    const reading = vi.spyOn(device.files, 'bytesOf').mockImplementationOnce(async () => {
      await engine.attach(DRAFT, 'passport', pdf('again.pdf'), LIMITS);
      return undefined;
    });
    expect(await engine.bringAgain(DRAFT, ['passport'])).toBe(false);
    expect(reading).toHaveBeenCalled();
    expect(find('passport')?.name).toBe('again.pdf');
    await until('passport', 'uploaded');
  });

  test('of a document that is replaced is ended on the server', async () => {
    const { engine, find, until } = openPage();
    await engine.attach(DRAFT, 'passport', pdf('old.pdf'), LIMITS);
    await until('passport', 'uploaded');
    const old = find('passport')?.uploadId ?? '';
    await engine.attach(DRAFT, 'passport', pdf('new.pdf'), LIMITS);
    await until('passport', 'uploaded');
    expect(find('passport')?.name).toBe('new.pdf');
    await vi.waitFor(() => expect(server.bytesOf(old)).rejects.toThrow());
  });

  test('of a document that is removed while it is being made is ended, too', async () => {
    const { engine, find } = openPage();
    const release = server.hold();
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await vi.waitFor(() => expect(server.methods()).toContain('POST'));
    await engine.remove(DRAFT, 'passport');
    release();
    expect(find('passport')).toBeUndefined();
    await vi.waitFor(() => expect(server.methods()).toContain('DELETE'));
    expect(device.kept.size).toBe(0);
  });

  test('of a document that is removed while it is being written to this device leaves nothing there', async () => {
    const { engine } = openPage();
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    device.device.held = promise;
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await vi.waitFor(() => expect(device.device.begun).toBe(1));
    await engine.remove(DRAFT, 'passport');
    goOn();
    // Files are written one after the other: once this one is there, the one before has been dealt with.
    await engine.attach(DRAFT, 'cv', pdf('cv.pdf'), LIMITS);
    await vi.waitFor(() => expect(device.kept.has(`${DRAFT}/cv`)).toBe(true));
    expect([...device.kept.keys()]).toEqual([`${DRAFT}/cv`]);
  });

  test('of a draft that leaves this page and is back before the document is written keeps the document', async () => {
    const { store, engine, find } = openPage();
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    device.device.held = promise;
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await vi.waitFor(() => expect(device.device.begun).toBe(1));
    const read = Promise.withResolvers<void>();
    vi.spyOn(device.files, 'list').mockImplementationOnce(async () => {
      await read.promise;
      return [
        { slot: 'passport', description: { name: 'passport.pdf', type: 'application/pdf', size: 1 }, kept: true },
      ];
    });
    store.dispatch(draftTakenOver(DRAFT));
    store.dispatch(draftRestored(newDraft(DRAFT, 'direct', Date.now())));
    goOn();
    await new Promise((resolve) => setTimeout(resolve));
    read.resolve();
    await engine.attach(DRAFT, 'cv', pdf('cv.pdf'), LIMITS);
    await vi.waitFor(() => expect(device.kept.has(`${DRAFT}/cv`)).toBe(true));
    expect([...device.kept.keys()].sort()).toEqual([`${DRAFT}/cv`, `${DRAFT}/passport`]);
    expect(find('passport')).toMatchObject({ name: 'passport.pdf', kept: true });
  });

  test('that the server refuses is not tried again, and says why in its words', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Too large',
      status: 413,
      code: 'FILE_SIZE_ERROR',
      detail: 'Too much',
    };
    server.setFault((_request, response) => {
      response.writeHead(413, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
      return true;
    });
    const { engine, find, until, whenUploaded } = openPage();
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await until('passport', 'failed');
    expect(find('passport')?.failure).toBe('Too much');
    expect(await whenUploaded()).toEqual({ ok: false, slots: ['passport'] });
    expect(server.methods()).toEqual(['POST']);
  });

  test.each([413, 403])(
    'behind a proxy that answers chunks over 100 KB with %d continues in smaller ones',
    async (status) => {
      server.setFault((request, response) => {
        if (request.method !== 'PATCH' || Number(request.headers['content-length']) <= 100 * 1024) return false;
        return answerPage(response, status);
      });
      const { engine, until, references } = openPage();
      await engine.attach(DRAFT, 'passport', pdf('passport.pdf', 700 * 1024), LIMITS);
      await until('passport', 'uploaded');
      expect(await references()).toMatchObject([{ slot: 'passport', size: 700 * 1024 }]);
      // 512, 256 and 128 KB do not pass; then eleven of 64 KB do.
      expect(server.methods().filter((method) => method === 'PATCH')).toHaveLength(14);
    },
  );

  test.each<[string, (response: ServerResponse) => boolean]>([
    ['405', (response) => answerPage(response, 405)],
    ['501', (response) => answerPage(response, 501)],
    ['403', (response) => answerPage(response, 403)],
    ['413, however small they are', (response) => answerPage(response, 413)],
    ['nothing but a broken connection', (response) => Boolean(response.destroy())],
  ])('whose chunks get %s says after some tries what to do, and continues when they pass', async (_what, answer) => {
    let isBlocked = true;
    server.setFault((request, response) => isBlocked && request.method === 'PATCH' && answer(response));
    const { engine, find, until } = openPage();
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await vi.waitFor(() => expect(find('passport')).toMatchObject({ state: 'retrying', failure: STOPPED }));
    expect(server.methods().filter((method) => method === 'PATCH').length).toBeGreaterThanOrEqual(4);
    isBlocked = false;
    await until('passport', 'uploaded');
    expect(find('passport')?.failure).toBeUndefined();
  });

  test('whose creation is blocked says after some tries what to do', async () => {
    server.setFault((_request, response) => answerPage(response, 403));
    const { engine, find } = openPage();
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await vi.waitFor(() => expect(find('passport')).toMatchObject({ state: 'retrying', failure: STOPPED }));
  });

  test('on a connection that breaks, and lets bytes through each time, blames nothing on the way', async () => {
    const failures = new Set<string | undefined>();
    let patches = 0;
    server.setFault((request, response) => {
      if (request.method === 'PATCH') patches += 1;
      // Every second chunk breaks.
      return request.method === 'PATCH' && patches % 2 === 0 && Boolean(response.destroy());
    });
    const { engine, find, store, until } = openPage(64 * 1024);
    store.subscribe(() => failures.add(find('passport')?.failure));
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf', 640 * 1024), LIMITS);
    await until('passport', 'uploaded');
    expect([...failures]).toEqual([undefined]);
  });

  test('that an earlier visit uploaded is not sent again, nor asked for, because of the page of something else', async () => {
    device.device.fullOfBytes = true;
    const before = openPage();
    await before.engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await before.until('passport', 'uploaded');
    let isBehindPage = true;
    server.setFault((_request, response) => isBehindPage && answerPage(response, 200));
    const after = openPage();
    await after.engine.open(DRAFT);
    await after.until('passport', 'retrying');
    isBehindPage = false;
    await after.until('passport', 'uploaded');
    expect(server.methods().filter((method) => method === 'POST' || method === 'PATCH')).toEqual(['POST', 'PATCH']);
  });

  test.each([200, 403, 404, 501])(
    'that an earlier visit uploaded says after some tries what to do where a page with status %d comes in its place',
    async (status) => {
      const before = openPage();
      await before.engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
      await before.until('passport', 'uploaded');
      let isBehindPage = true;
      server.setFault((_request, response) => isBehindPage && answerPage(response, status));
      const after = openPage();
      await after.engine.open(DRAFT);
      await vi.waitFor(() => expect(after.find('passport')).toMatchObject({ state: 'retrying', failure: STOPPED }));
      isBehindPage = false;
      await after.until('passport', 'uploaded');
      expect(after.find('passport')?.failure).toBeUndefined();
    },
  );

  test('that finds the server full shows it, and is tried again', async () => {
    let isFull = true;
    const problem = { type: 'about:blank', title: 'No room', status: 507, code: 'STORAGE_FULL', detail: 'Try later.' };
    server.setFault((_request, response) => {
      if (!isFull) return false;
      response.writeHead(507, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
      return true;
    });
    const { engine, find, until } = openPage();
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await vi.waitFor(() => expect(find('passport')).toMatchObject({ state: 'retrying', failure: 'Try later.' }));
    isFull = false;
    await until('passport', 'uploaded');
    expect(find('passport')?.failure).toBeUndefined();
  });

  test('that was paused waits for the person, or for the submission', async () => {
    server.setFault((_request, response) => Boolean(response.destroy()));
    const { engine, find, until, references } = openPage();
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await until('passport', 'retrying');
    engine.pause(DRAFT, 'passport');
    server.setFault(() => false);
    expect(find('passport')?.state).toBe('paused');
    expect(await references()).toHaveLength(1);
  });

  test('that was paused stays so when the connection is back, while others go on', async () => {
    const anHour = 3_600_000;
    server.setFault((_request, response) => Boolean(response.destroy()));
    const { store, engine, find, until } = openPage(undefined, anHour);
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await until('passport', 'retrying');
    engine.pause(DRAFT, 'passport');
    await engine.attach(DRAFT, 'cv', pdf('cv.pdf'), LIMITS);
    await until('cv', 'retrying');
    server.setFault(() => false);
    store.dispatch(connectionRegained());
    await until('cv', 'uploaded');
    expect(find('passport')).toMatchObject({ state: 'paused', uploadedBytes: 0 });
  });

  test('that waits for its next try is tried at once when the connection is back', async () => {
    const anHour = 3_600_000;
    server.setFault((_request, response) => Boolean(response.destroy()));
    const { store, engine, until } = openPage(undefined, anHour);
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await until('passport', 'retrying');
    server.setFault(() => false);
    store.dispatch(connectionRegained());
    await until('passport', 'uploaded');
  });

  test('ends when another tab takes its draft over, and continues when the draft comes back', async () => {
    server.setFault((_request, response) => Boolean(response.destroy()));
    const { store, engine, find, until } = openPage();
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await until('passport', 'retrying');
    store.dispatch(draftTakenOver(DRAFT));
    const before = server.seen.length;
    store.dispatch(connectionRegained());
    expect(find('passport')).toBeUndefined();
    expect(server.seen).toHaveLength(before);
    server.setFault(() => false);
    await engine.open(DRAFT);
    await until('passport', 'uploaded');
  });

  test('ends when its draft is deleted', async () => {
    server.setFault((_request, response) => Boolean(response.destroy()));
    const { store, engine, find, until } = openPage();
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    await until('passport', 'retrying');
    store.dispatch(draftDeleted(DRAFT));
    const before = server.seen.length;
    store.dispatch(connectionRegained());
    expect(find('passport')).toBeUndefined();
    expect(server.seen).toHaveLength(before);
  });
});

describe('waiting for the uploads of a submission', () => {
  test('gives what the PUT names', async () => {
    const { engine, find, references } = openPage();
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    const named = await references();
    const { uploadId, sha256: hash } = find('passport') ?? {};
    expect(named).toEqual([{ slot: 'passport', uploadId, name: 'passport.pdf', size: 2048, sha256: hash }]);
  });

  test('ends when the person goes back to the form', async () => {
    server.setFault((_request, response) => Boolean(response.destroy()));
    const { store, engine, whenUploaded } = openPage();
    await engine.attach(DRAFT, 'passport', pdf('passport.pdf'), LIMITS);
    const back = new AbortController();
    const waiting = whenUploaded(back.signal);
    back.abort(new Error('back to the form'));
    await expect(waiting).rejects.toThrow('back to the form');
    store.dispatch(draftDeleted(DRAFT));
  });
});
