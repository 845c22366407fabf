import type { Mutation } from '../mutation.ts';
import { within } from '../within.ts';

/** Documents: checked, kept, uploaded once, and never another's. */
export const uploads: readonly Mutation[] = [
  ...within('src/features/documents/documents-engine.ts', 'features/documents/documents-engine.test.ts', {
    'A tab that sends does not look whether another tab has exchanged a document': [
      'if (isKnown) await catchUp(draftId);',
      'void [isKnown, catchUp];',
      'features/model/found-sending.test.ts',
    ],
    'A draft that is taken over has the documents that this tab had read before': [
      'if (payload && opened.has(payload.draft.id)) await catchUp(payload.draft.id);',
      'void [opened, catchUp, payload];',
      'features/model/found-tabs.test.ts',
    ],
    'A file that is attached while a lost one is looked for goes with that one': [
      'if (document && !isExchanged) await remove(draftId, slot);',
      'if (document) await remove(draftId, slot);',
    ],
    "What is reported of a file that was replaced is taken for the new one's": [
      'if (find(draftId, slot)?.attachment !== attachment) return;\n    store.dispatch',
      'store.dispatch',
    ],
    'The server keeps the upload of a file that was replaced': [
      'transfers.stop(draftId, slot, previous?.uploadId);',
      'transfers.stop(draftId, slot, undefined);',
    ],
    'A removed document stays on the device': [
      '    await files.remove(draftId, slot).catch(() => {});\n  }\n\n  /**\n   * Resolves once the server has all',
      '  }\n\n  /**\n   * Resolves once the server has all',
    ],
    'The id of an upload is not noted for the next visit': [
      "if ('uploadId' in changes && document) void describe(draftId, slot, document);",
      'void [document, describe];',
    ],
    'A disk that never finishes writing holds the upload up': [
      'await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);',
      'await kept;\n    void PATIENCE_MS;',
    ],
    'A draft that is gone keeps uploading its documents': [
      'matcher: draftLeft, effect: leave',
      'matcher: draftLeft, effect: () => void leave',
    ],
    'Uploads do not go on when the connection is back': [
      'store.dispatch(addListener({ actionCreator: connectionRegained, effect: transfers.wake }));',
      'void connectionRegained;',
      'features/documents/documents-engine.test.ts',
      'features/documents/upload-queue.test.ts',
    ],
    'A submission does not ask whether the server still has the uploads': [
      '    await transfers.checkAll(draftId, documentsOf(draftId));\n',
      '',
    ],
    'Two files that are chosen at the same moment may have more than the total': [
      '(await checkFile(file, others(), limits)) ?? checkTotal(file, others(), limits);',
      'await checkFile(file, others(), limits);\n    void checkTotal;',
    ],
    'Documents that the server has lost are said to be here although this device has not kept them': [
      '        areAllHere = false;\n',
      '',
      'features/documents/documents-engine.test.ts',
      'features/submission/submission-modal.test.tsx',
    ],
  }),
  ...within(
    'src/features/documents/documents-slice.ts',
    [
      'features/documents/attached-document.test.tsx',
      'features/documents/documents-section.test.tsx',
      'features/documents/documents-engine.test.ts',
    ],
    {
      'Progress of a file that was replaced is shown at the new one': [
        'if (document?.attachment !== attachment) return state;',
        'if (document === undefined) return state;',
        'features/documents/documents-slice.test.ts',
      ],
      'Leaving the page does not warn of a document that only this page has': [
        "!kept && state !== 'failed' && (unlisted === true || state !== 'uploaded');",
        "!kept && state === 'failed' && unlisted === true;",
      ],
    },
  ),
  ...within(
    'src/features/documents/document-checks.ts',
    ['features/documents/document-checks.test.ts', 'features/documents/documents-section.test.tsx'],
    {
      'A file of exactly the largest size is refused': [
        'file.size > limits.maxBytes)',
        'file.size >= limits.maxBytes)',
        'features/documents/document-checks.test.ts',
        'features/documents/drop-zone.test.tsx',
      ],
      'The content of a file is not looked at': [
        '  if (!limits.pdf) return undefined;\n',
        '  if (limits.totalBytes > 0) return undefined;\n',
      ],
      'A file that cannot be read is said to be no PDF': [
        "if (pdf === undefined) return reject('file-unreadable', UNREADABLE_FILE);",
        '',
      ],
      'A file of which other bytes were read than were chosen is taken': [
        "if (bytes.byteLength !== file.size) return { kind: 'unreadable' };",
        '',
        'features/documents/documents-engine.test.ts',
      ],
    },
  ),
  ...within('src/features/documents/document-checks.ts', 'features/documents/document-checks.test.ts', {
    'An empty file is taken': [
      "if (file.size === 0) return reject('file-too-small', limits.pdf ? EMPTY_FILE : dropMessage('file-too-small', limits));",
      '',
    ],
    'All documents together may have more than the total': [
      'if (used + size <= totalBytes) return',
      'if (size <= totalBytes) return',
    ],
    'Documents of exactly the total are refused': [
      'if (used + size <= totalBytes) return',
      'if (used + size < totalBytes) return',
    ],
  }),
  ...within('src/components/upload/accepted-files.ts', 'features/documents/drop-zone.test.tsx', {
    'Files that operating systems leave in folders are reported as refused': [
      'SYSTEM_FILES.has(file.name)',
      "SYSTEM_FILES.has('/' + file.name)",
    ],
  }),
  ...within('src/features/documents/document-keeping.ts', 'features/documents/documents-engine.test.ts', {
    'The description of a new file is kept beside the bytes of the old one': [
      '      await files.remove(draftId, slot).catch(() => {});\n    }\n    const latest',
      '    }\n    const latest',
    ],
    'A document that is removed while it is being written stays on the device': [
      'if (!present) return void files.remove(draftId, slot).catch(() => {});',
      'if (!present) return;',
    ],
    'The page does not say that this browser could not keep a document': [
      'report(draftId, slot, attachment, { kept: false });',
      '',
    ],
  }),
  ...within('src/features/documents/arrivals.ts', 'features/documents/documents-engine.test.ts', {
    'A submission continues while documents are still being uploaded': [
      "const unfinished = confirmed.filter(({ slot }) => documents[slot]?.state !== 'uploaded');",
      "const unfinished = confirmed.filter(({ slot }) => documents[slot]?.state === 'failed');",
    ],
    'A submission waits for ever for a document that the server refuses': [
      'return failed.length > 0 ? { ok: false, slots: failed.map(({ slot }) => slot) } : undefined;',
      'return void failed;',
    ],
    'The SHA-256 of a document is not part of what the PUT names': [
      'return [{ slot, uploadId, name, size, ...(sha256 && { sha256 }) }];',
      'return [{ slot, uploadId, name, size, ...(sha256 === "" && { sha256 }) }];',
    ],
  }),
  ...within('src/features/documents/transfers.ts', 'features/documents/documents-engine.test.ts', {
    'A file that can no longer be read is waited for like a connection': [
      "const isGone = outcome.kind === 'interrupted' && (await cannotRead(blob, outcome.stoppedAt ?? 0));",
      "const isGone = outcome.kind === 'done' && (await cannotRead(blob, 0));",
    ],
    'A file that is gone from its disk is asked for again although this device has kept it': [
      'return !present || !(await isReadable(present, at, at + chunk.bytes));',
      'return present !== null;',
    ],
    'An upload that is stopped on the way is said to wait for the connection': [
      'return times < STOPPED_TRIES ? outcome',
      'return times > 0 ? outcome',
    ],
    'A document whose upload is asked for in vain waits for a connection that is there': [
      "if (known === 'stopped') return settle(countStops(attachment, { ...interrupted, stoppedAt: 0 }), size, change);",
      "if (known === 'stopped') return settle(interrupted, size, change);",
    ],
    'The address of an upload that was ended while it was being made is forgotten, so that it cannot be ended': [
      'if (find(draftId, slot)?.attachment !== attachment) void endUpload(id, endpoint);\n      else if',
      'if',
    ],
    'What an earlier visit uploaded is uploaded again': [
      "if (known === 'whole') return settle({ kind: 'done' }, size, change);",
      '',
    ],
    'A document of which this device has no bytes is tried again and again instead of being asked for': [
      'if (!blob) return settle(NOT_HERE, size, change);',
      "if (!blob) return settle({ kind: 'interrupted', moved: false }, size, change);",
    ],
    'An upload that was paused continues automatically': [
      '    queue.drop(keyOf(draftId, slot));\n    const document = find(draftId, slot);',
      '    const document = find(draftId, slot);',
      'features/documents/documents-engine.test.ts',
      'features/documents/upload-queue.test.ts',
    ],
    'A paused upload holds up a submission for ever': ["if (state === 'paused') start(draftId, slot);", ''],
  }),
  ...within(
    'src/features/documents/upload.ts',
    ['features/documents/upload.test.ts', 'features/documents/documents-engine.test.ts'],
    {
      'An upload that is not whole counts as whole': [
        "answer.ok && Number(answer.headers.get('Upload-Offset')) === size ? 'whole' : 'lost'",
        "answer.ok && Number(answer.headers.get('Upload-Offset')) <= size ? 'whole' : 'lost'",
      ],
      'A server that cannot say how far an upload is makes the page send every byte again': [
        "if (request.getMethod() !== 'HEAD' || status < 400 || (GONE.has(status) && isOurs(response))) return;",
        'if (status > 0 || GONE.has(status) || request === undefined) return;',
        'features/documents/upload.test.ts',
      ],
      'An upload that the server no longer has is not made again': ['new Set([404, 410])', 'new Set<number>([])'],
      'A refused file is sent again and again': [
        'if (problem.success && (FINAL.has(status) || problem.output.code === DONE))',
        'if (problem.success && FINAL.has(-status))',
      ],
      'A file is sent again and again to an application that is done': [
        '(FINAL.has(status) || problem.output.code === DONE))',
        'FINAL.has(status))',
      ],
      'A Retry-After of the server is not respected by uploads': [
        '...(seconds > 0 && { afterMs: seconds * 1000 }),',
        '...(seconds < 0 && { afterMs: seconds * 1000 }),',
        'features/documents/upload.test.ts',
        'features/documents/upload-queue.test.ts',
      ],
      'A connection over which no byte moves is waited for without an end': [
        '      timer = setTimeout(call, STALLED_MS);',
        '      void call;',
        'features/documents/upload.test.ts',
      ],
      "Uploads do not let the person's own requests go first": [
        '        await whenNoneIsOwn();\n',
        '        void whenNoneIsOwn;\n',
        'features/documents/upload.test.ts',
        'features/platform/own-requests.test.ts',
      ],
      'A chunk that breaks does not make the next ones smaller': [
        'bytes = Math.max(bytes / 2, SMALLEST);',
        'bytes = Math.max(bytes, SMALLEST);',
        'features/documents/chunk-size.test.ts',
      ],
      'Chunks grow without an end': [
        'Math.min(2 * bytes, most)',
        'Math.max(2 * bytes, most)',
        'features/documents/chunk-size.test.ts',
      ],
    },
  ),
  ...within('src/features/documents/upload.ts', 'features/documents/documents-engine.test.ts', {
    'A busy server makes the page send every document again': [
      "if (!answer || !isBlock(answer.status)) return 'unknown';",
      "if (!answer) return 'unknown';",
    ],
    'A chunk that a proxy refuses for its size is sent again as it was': [
      'if (mayBeTooLarge && chunkOut && chunk.refused(chunkOut.bytes)) {',
      'if (mayBeTooLarge && chunkOut && chunk.refused(0)) {',
    ],
    'The page of something else makes the person choose an uploaded file again': [
      "if (!TUS_HEADERS.some((name) => answer.headers.has(name))) return 'stopped';",
      '',
    ],
  }),
  ...within('src/features/documents/document-files.ts', 'features/documents/document-files.test.ts', {
    'A document is written without its bytes': [
      "for (const record of ready) await transaction.objectStore('files').put(record);",
      '',
    ],
    "A tab writes what it knows of a document over another tab's newer one": [
      'const isMeant = present ? isAttachment(present, description.attachment) : isFirst;',
      'const isMeant = present ? true : isFirst;',
    ],
    'A document that another tab has removed comes back': [
      'const isMeant = present ? isAttachment(present, description.attachment) : isFirst;',
      'const isMeant = present ? isAttachment(present, description.attachment) : true || isFirst;',
    ],
    "A tab uploads another tab's newer file in place of the one that it knows": [
      'if (record === undefined || !isAttachment(record, attachment)) return undefined;',
      'if (record === undefined) return undefined;',
    ],
    'A document without its bytes on this device is listed as kept': [
      'kept: kept.has(slot) }',
      'kept: true || kept.has(slot) }',
      'features/documents/document-files.test.ts',
      'features/documents/documents-engine.test.ts',
    ],
  }),
  ...within('src/features/documents/upload-queue.ts', 'features/documents/upload-queue.test.ts', {
    'All uploads run at once': [
      '.slice(0, Math.max(0, atOnce - running))',
      '.slice(0, Math.max(0, atOnce - running) + 1000)',
    ],
    'A link that moves bytes is tried as rarely as one that moves none': [
      'const attempt = result.moved ? 0 : job.attempt;',
      'const attempt = job.attempt;',
    ],
    'The pause that a server asks for is cut short': ['Math.max(delay, result.afterMs ?? 0),', 'delay,'],
    'A job that was dropped and added again is ended by its first attempt': [
      'if (jobs.get(key) === job) {',
      'if (jobs.has(key)) {',
    ],
  }),
  ...within('src/features/documents/scan/scan-work.ts', 'features/documents/scan/scan-work.test.ts', {
    'A page that is removed twice comes back at another place': ['if (at < 0) return;', ''],
    'A photo is read before it is kept, so that a killed browser has lost it': [
      'await change([...items(), item], { unkept: keeping.hold(item.id, file) });',
      'set({ items: [...items(), item], unkept: keeping.hold(item.id, file) });',
    ],
  }),
  ...within('src/features/documents/scan/page-keeping.ts', 'features/documents/scan/scan-work.test.ts', {
    'A photo that is gone is said to lack room on the device': [
      'if (!(failure instanceof UnreadableFile)) throw failure;',
      'throw failure;',
    ],
    'A page of a PDF that the disk did not take is lost with the browser': [
      'if (!isWaiting(item) || missing.length === 0) return [item];',
      'if (missing.length >= 0) return [item];',
    ],
    'A page that does not fit blocks all others': ['for (const id of missing) await succeeds(put([id]));', ''],
    'Pages of a draft that another tab has are written': ['isOver = true;', ''],
  }),
  ...within('src/features/documents/scan/file-reading.ts', 'features/documents/scan/scan-work.test.ts', {
    'A PDF whose reading was interrupted has its first pages twice': [
      'number > read || again.includes(number);',
      'number > 0 || again.length + read > 0;',
    ],
    'A PDF whose reading was interrupted is drawn from its first page again': [
      'Math.min(read + 1, ...again);',
      'Math.min(1, read + 1, ...again);',
    ],
    'Pages of a PDF that a release before had read stand twice': [
      'if (read === undefined && counted.length < items().length) await change(counted);',
      'void [read, counted];',
    ],
  }),
  ...within('src/features/documents/scan/kept-pages.ts', 'features/documents/scan/kept-pages.test.ts', {
    'The bytes of a removed page stay on the device': ['if (!listed.has(key[1])) await store.delete(key);', ';'],
  }),
  ...within('src/features/documents/scan/scan-works.ts', 'features/documents/scan/scan-works.test.ts', {
    'Pages that were on their way to the disk when their draft was deleted stay there': [
      'if (isGone) await keptPages.put(draftId, slot, []).catch(() => {});',
      '',
    ],
  }),
  ...within('src/features/drafts/orphans.ts', 'features/documents/scan/kept-pages.test.ts', {
    'Pages of a draft that was never saved stay for ever': ['if (isPageList(slot)) owners.add(draftId);', ';'],
  }),
];
