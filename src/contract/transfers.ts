import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';

/**
 * Sealed bytes on their way between two devices of one person (docs/decisions/0011-encrypted-transfer.md): a document from a
 * phone to a computer, or a whole draft to another device. The server has no key. Apart from the other endpoints, so that
 * only the pages that use it load it.
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

/** Bytes that a sealed document may have beyond the document: its name, and a tag for each block. */
export const SEAL_BYTES = 64 * 1024;
/** Bytes that a sealed draft may have beyond its documents: answers, names, and a tag for each block. */
export const DRAFT_SEAL_BYTES = 4 * 1024 * 1024;

/** How many bytes all pieces have together; every piece says so. */
export const LENGTH_HEADER = 'Upload-Length';
/** Where a piece begins. */
export const OFFSET_HEADER = 'Upload-Offset';
/** Names the bytes that were sealed together: a piece never continues those of another attempt. */
export const ATTEMPT_HEADER = 'Upload-Attempt';

/**
 * `opened`: the sender has opened the link, or its connection broke. `arrived`: all bytes are here. `fetching`, of drafts
 * only: one device has claimed it. `taken`: the receiver has all bytes, and the server has removed them.
 */
const TRANSFER_STATES = ['waiting', 'opened', 'sending', 'arrived', 'fetching', 'taken', 'cancelled'] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

const viewSchema = v.object({
  state: v.picklist(TRANSFER_STATES),
  /** ISO date-time. */
  expiresAt: v.string(),
  /** Bytes that the sealed content may have. */
  maxBytes: v.number(),
  /** Bytes that the server has. */
  bytes: v.number(),
});
/** What either device may know of a transfer. */
export type TransferView = v.InferOutput<typeof viewSchema>;

const createdSchema = v.object({
  id: v.string(),
  /** One secret for the device that reads, and one for the device that writes: neither can do what the other may. */
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

/** For both sides: each has one of its secrets. */
export const readTransfer = { ...shared, method: 'GET', path: ONE, response: viewSchema } as const satisfies Endpoint;

/** The writer has opened the link. */
export const openTransfer = {
  ...shared,
  method: 'POST',
  path: `${ONE}/opened`,
  response: viewSchema,
} as const satisfies Endpoint;

/** The writer sends one piece. Bytes that came before the connection broke are kept; the next piece begins behind them. */
export const addPiece = { ...shared, method: 'PATCH', path: CONTENT, response: viewSchema } as const satisfies Endpoint;

/** The reader of a draft names the secret by which it reads from now on. A second device is refused. */
export const claimTransfer = {
  ...shared,
  method: 'POST',
  path: `${ONE}/claim`,
  request: v.strictObject({ claim: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
  response: viewSchema,
} as const satisfies Endpoint;

/** The reader fetches the bytes, from `Range: bytes=<n>-` on, as often as it needs until it acknowledges them. */
export const readContent = { ...shared, method: 'GET', path: CONTENT } as const satisfies Endpoint;
export const acknowledgeContent = { ...shared, method: 'DELETE', path: CONTENT } as const satisfies Endpoint;

/** The device that created the link ends it, unless the other one has everything already. */
export const cancelTransfer = {
  ...shared,
  method: 'DELETE',
  path: ONE,
  response: viewSchema,
} as const satisfies Endpoint;
