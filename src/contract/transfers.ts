import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';

/**
 * Encrypted transfers between two devices of one person (docs/decisions/0011-encrypted-transfer.md): a document from a
 * phone to a computer, or a whole draft to another device. The server has no key. In its own module, so that only the
 * pages that use it load it.
 */
export const TRANSFERS_PATH = '/api/transfers';
const ONE = `${TRANSFERS_PATH}/:id`;
const CONTENT = `${ONE}/content`;

/**
 * `document`: the computer creates the link, the phone sends. `draft`: the device that has the draft creates the link and
 * sends, and one other device claims the draft before it reads.
 */
export type TransferKind = 'document' | 'draft';

/** How long a link of each kind can be used, in milliseconds. */
export const TRANSFER_LIFE_MS: Readonly<Record<TransferKind, number>> = {
  document: 15 * 60_000,
  draft: 24 * 60 * 60_000,
};

/** Extra bytes of an encrypted document: its name, and a tag for each block. */
export const DOCUMENT_OVERHEAD_BYTES = 64 * 1024;
/** Extra bytes of an encrypted draft beside its documents: answers, names, and a tag for each block. */
export const DRAFT_OVERHEAD_BYTES = 4 * 1024 * 1024;

/** The total number of bytes; sent with every piece. */
export const LENGTH_HEADER = 'Upload-Length';
/** The offset of a piece. */
export const OFFSET_HEADER = 'Upload-Offset';
/** Identifies one encryption of the content: a piece never continues another attempt. */
export const ATTEMPT_HEADER = 'Upload-Attempt';

/**
 * `opened`: the sender has opened the link, or its connection broke. `arrived`: the server has all bytes. `fetching`
 * (drafts only): a device has claimed it. `taken`: the receiver has all bytes, and the server has deleted them.
 */
const TRANSFER_STATES = ['waiting', 'opened', 'sending', 'arrived', 'fetching', 'taken', 'cancelled'] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

const viewSchema = v.object({
  state: v.picklist(TRANSFER_STATES),
  /** ISO date-time. */
  expiresAt: v.string(),
  /** Limit of the encrypted content. */
  maxBytes: v.number(),
  /** Received bytes. */
  bytes: v.number(),
});
/** The state of a transfer, for both devices. */
export type TransferView = v.InferOutput<typeof viewSchema>;

const createdSchema = v.object({
  id: v.string(),
  /** Separate secrets for reading and writing. */
  reader: v.string(),
  writer: v.string(),
  expiresAt: v.string(),
});
export type CreatedTransfer = v.InferOutput<typeof createdSchema>;

const newSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('document'), slot: v.string() }),
  v.strictObject({ kind: v.literal('draft') }),
]);
export type NewTransfer = v.InferOutput<typeof newSchema>;

const shared = { id: 'uuid', cache: 'no-store' } as const;

export const createTransfer = {
  method: 'POST',
  path: TRANSFERS_PATH,
  cost: { account: 'transfer', points: 10 },
  cache: 'no-store',
  request: newSchema,
  response: createdSchema,
} as const satisfies Endpoint;

/** For both devices, with either secret. */
export const readTransfer = { ...shared, method: 'GET', path: ONE, response: viewSchema } as const satisfies Endpoint;

/** The writer has opened the link. */
export const openTransfer = {
  ...shared,
  method: 'POST',
  path: `${ONE}/opened`,
  response: viewSchema,
} as const satisfies Endpoint;

/** The writer sends one piece. If the connection breaks, received bytes are kept, and the next piece continues them. */
export const addPiece = { ...shared, method: 'PATCH', path: CONTENT, response: viewSchema } as const satisfies Endpoint;

/** The reader of a draft sets the secret for its further reads. A second device is refused. */
export const claimTransfer = {
  ...shared,
  method: 'POST',
  path: `${ONE}/claim`,
  request: v.strictObject({ claim: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
  response: viewSchema,
} as const satisfies Endpoint;

/** The reader gets the bytes from `Range: bytes=<n>-` on. It may repeat this until it acknowledges them. */
export const readContent = { ...shared, method: 'GET', path: CONTENT } as const satisfies Endpoint;
export const acknowledgeContent = { ...shared, method: 'DELETE', path: CONTENT } as const satisfies Endpoint;

/** The device that created the link cancels it, unless the other one already has everything. */
export const cancelTransfer = {
  ...shared,
  method: 'DELETE',
  path: ONE,
  response: viewSchema,
} as const satisfies Endpoint;
