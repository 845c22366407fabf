import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { RELAY_STATES } from './relays.ts';

/**
 * A whole sealed draft on its way to another device (docs/decisions/0011-encrypted-transfer.md). As a relay of one document, but
 * that the device that makes it also fills it, in pieces, and that one other device claims it before it reads.
 */
export const HANDOVERS_PATH = '/api/handovers';
const ONE = `${HANDOVERS_PATH}/:id`;
const CONTENT = `${ONE}/content`;

/** A handover is over after so many milliseconds. */
export const HANDOVER_LIFE_MS = 24 * 60 * 60_000;

/** What a sealed draft may have beyond its documents: answers, names, and a tag for each block. */
export const DRAFT_SEAL_BYTES = 4 * 1024 * 1024;

/** How long the whole of it is: every piece says so. */
export const LENGTH_HEADER = 'Upload-Length';
/** Where a piece begins. */
export const OFFSET_HEADER = 'Upload-Offset';

const viewSchema = v.object({
  state: v.picklist(RELAY_STATES),
  /** ISO date-time. */
  expiresAt: v.string(),
  /** Bytes that the sealed content may have. */
  maxBytes: v.number(),
  /** Bytes that have come. */
  bytes: v.number(),
});
/** What either side may know of a handover. */
export type HandoverView = v.InferOutput<typeof viewSchema>;

const madeSchema = v.object({
  id: v.string(),
  /** For the device that takes the draft, and for the one that gives it. */
  reader: v.string(),
  writer: v.string(),
  expiresAt: v.string(),
  maxBytes: v.number(),
});
export type MadeHandover = v.InferOutput<typeof madeSchema>;

const shared = { id: 'uuid', cache: 'no-store' } as const;

export const makeHandover = {
  method: 'POST',
  path: HANDOVERS_PATH,
  cost: { account: 'relay', points: 10 },
  cache: 'no-store',
  response: madeSchema,
} as const satisfies Endpoint;

/** Where it stands, for whoever has one of its secrets. */
export const handover = { ...shared, method: 'GET', path: ONE, response: viewSchema } as const satisfies Endpoint;

/** The writer brings one piece; what broke off is kept, and the next piece begins behind it. */
export const addToHandover = {
  ...shared,
  method: 'PATCH',
  path: CONTENT,
  response: viewSchema,
} as const satisfies Endpoint;

/** The reader names the secret by which it reads from now on; whoever names another one comes too late. */
export const claimHandover = {
  ...shared,
  method: 'POST',
  path: `${ONE}/claim`,
  request: v.strictObject({ claim: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
  response: viewSchema,
} as const satisfies Endpoint;

/** Who has claimed it gets the bytes, from `Range: bytes=<n>-` on, until it says that it has them. */
export const handedOver = { ...shared, method: 'GET', path: CONTENT } as const satisfies Endpoint;
export const acknowledgeHandover = { ...shared, method: 'DELETE', path: CONTENT } as const satisfies Endpoint;

/** The writer takes it back, as long as nobody has it. */
export const withdrawHandover = {
  ...shared,
  method: 'DELETE',
  path: ONE,
  response: viewSchema,
} as const satisfies Endpoint;
