import { describe, expect, test } from 'vitest';
import { fileMessageBody, multipartBody } from '#server/adapters/bodies.ts';
import type { OutboundBody } from '#server/adapters/exchange.ts';
import { outgoingDocuments } from '#server/submission/outgoing-documents.ts';
import { sha256 } from '#tests/support/pdf.ts';

const BLOCKS = ['%PDF-1.7 the first block', ', the second one', ', and the last one'].map((text) => Buffer.from(text));
const CONTENT = Buffer.concat(BLOCKS);
const DOCUMENT = {
  slot: 'passport',
  uploadId: 'a1',
  name: 'passport.pdf',
  size: CONTENT.length,
  sha256: sha256(CONTENT),
};

async function* inBlocks(blocks: readonly Buffer[]) {
  yield* blocks;
}

/** The documents of a store that holds these blocks, for any id. */
function documentsOf(blocks: readonly Buffer[]) {
  const unused = () => Promise.reject(new Error('not asked for here'));
  const size = async () => Buffer.concat(blocks).length;
  const files = { size, open: () => inBlocks(blocks), lastByteAt: unused, remove: unused };
  return outgoingDocuments(files, { find: async () => undefined });
}

/** What has left of some content until it ended, and why it broke off. */
async function sent(content: AsyncIterable<Uint8Array | string>) {
  const blocks: Buffer[] = [];
  let error: unknown;
  try {
    for await (const block of content) blocks.push(Buffer.from(block));
  } catch (reason) {
    error = reason;
  }
  return { bytes: Buffer.concat(blocks), error };
}

describe('a document that is being sent', () => {
  test('leaves whole where it is what arrived', async () => {
    const [file] = await documentsOf(BLOCKS).files([DOCUMENT]);
    expect(await sent(file?.open() ?? inBlocks([]))).toEqual({ bytes: CONTENT, error: undefined });
  });

  test('that has other content breaks off before its last block: the service never has the whole of it', async () => {
    const [first = CONTENT, ...rest] = BLOCKS;
    const changed = [first.with(3, (first[3] ?? 0) ^ 1), ...rest].map((block) => Buffer.from(block));
    const [file] = await documentsOf(changed).files([DOCUMENT]);
    const { bytes, error } = await sent(file?.open() ?? inBlocks([]));
    expect(error).toMatchObject({ name: 'ContentChanged' });
    expect(bytes.length).toBeLessThanOrEqual(CONTENT.length - (BLOCKS.at(-1)?.length ?? 0));
  });

  test.each([
    ['shorter', BLOCKS.slice(0, 2)],
    ['longer', [...BLOCKS, Buffer.from('more')]],
  ])(
    'that is %s than it was breaks off before more than that has left, and counts as changed',
    async (_how, blocks) => {
      const { sha256: _sha256, ...withoutSum } = DOCUMENT;
      const documents = documentsOf(blocks);
      for (const document of [DOCUMENT, withoutSum]) {
        const [file] = await documents.files([document]);
        const { bytes, error } = await sent(file?.open() ?? inBlocks([]));
        expect(error).toMatchObject({ name: 'ContentChanged' });
        expect(bytes.length).toBeLessThanOrEqual(CONTENT.length);
        expect(await documents.lost([document])).toEqual([{ slot: 'passport', how: 'changed' }]);
        expect(await documentsOf(BLOCKS).lost([document])).toEqual([]);
      }
    },
  );
});

describe('a call whose document has fewer bytes than the call has announced', () => {
  const file = {
    filename: 'passport.pdf',
    slot: 'passport',
    type: 'application/pdf',
    size: CONTENT.length,
    open: () => inBlocks(BLOCKS.slice(0, 2)),
  };
  const MESSAGE = {
    subject: 'Wei Chen Material Upload',
    offerId: 'OFFER_20260615_103000123',
    submissionId: '9b2f4c1e-0d53-4c5a-8f39-6f1f0c1f2a77',
  };
  const calls: [string, OutboundBody][] = [
    ['JSON', fileMessageBody({ ...MESSAGE, files: [file] })],
    ['a form', multipartBody({ fields: [], files: [{ ...file, part: 'photoIdFile' }] }, 'key')],
  ];

  test.each(calls)('breaks off, so that it is not taken for a whole one (%s)', async (_kind, call) => {
    const { bytes, error } = await sent(call.open());
    expect(error).toBeInstanceOf(Error);
    expect(bytes.length).toBeLessThan(call.length);
  });
});
