import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';

/**
 * One sealed document on its way from a phone to a computer (docs/decisions/0011-encrypted-transfer.md). Apart from the other
 * endpoints, so that only those who use it load it.
 */
export const RELAYS_PATH = '/api/relays';
const ONE = `${RELAYS_PATH}/:id`;

/** A relay is over after so many milliseconds. */
export const RELAY_LIFE_MS = 15 * 60_000;

/** What sealed bytes have beyond the document: its name, and a tag for each block. */
export const SEAL_BYTES = 64 * 1024;

/** What goes by a relay: a document from a phone, or a whole draft (handovers.ts). */
export type RelayKind = 'document' | 'draft';

/**
 * `opened`: the phone has opened the link. `arrived`: all bytes are here. `taken`: the computer has them, and the server
 * has them no more. `fetching`, of drafts alone: one device has claimed it, and no other gets it.
 */
export const RELAY_STATES = ['waiting', 'opened', 'sending', 'arrived', 'fetching', 'taken', 'cancelled'] as const;
export type RelayState = (typeof RELAY_STATES)[number];

const viewSchema = v.object({
  state: v.picklist(RELAY_STATES),
  /** ISO date-time. */
  expiresAt: v.string(),
  /** Bytes that the sealed content may have. */
  maxBytes: v.number(),
});
/** What either side may know of a relay. */
export type RelayView = v.InferOutput<typeof viewSchema>;

const madeSchema = v.object({
  id: v.string(),
  /** For the side that reads, and for the side that writes: each is the only right to do so. */
  reader: v.string(),
  writer: v.string(),
  expiresAt: v.string(),
});
export type MadeRelay = v.InferOutput<typeof madeSchema>;

const shared = { id: 'uuid', cache: 'no-store' } as const;

export const makeRelay = {
  method: 'POST',
  path: RELAYS_PATH,
  cost: { account: 'relay', points: 10 },
  cache: 'no-store',
  request: v.strictObject({ slot: v.string() }),
  response: madeSchema,
} as const satisfies Endpoint;

/** Where it stands, for either side. */
export const relay = { ...shared, method: 'GET', path: ONE, response: viewSchema } as const satisfies Endpoint;

/** The writer has opened the link. */
export const openRelay = {
  ...shared,
  method: 'POST',
  path: `${ONE}/opened`,
  response: viewSchema,
} as const satisfies Endpoint;

/** The writer brings all bytes in one request, once. */
export const putSealed = {
  ...shared,
  method: 'PUT',
  path: `${ONE}/content`,
  cost: { account: 'upload', points: 2 },
  response: viewSchema,
} as const satisfies Endpoint;

/** The reader gets them, as often as it takes until it says that it has them. */
export const sealed = { ...shared, method: 'GET', path: `${ONE}/content` } as const satisfies Endpoint;
export const acknowledgeSealed = { ...shared, method: 'DELETE', path: `${ONE}/content` } as const satisfies Endpoint;

/** The reader does not want it any more. */
export const cancelRelay = { ...shared, method: 'DELETE', path: ONE } as const satisfies Endpoint;
