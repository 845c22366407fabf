import * as endpoints from '#contract/handovers.ts';
import { CONTENT_LIMIT_MS, call, RelayFailure, type Right, readOf, sendBytes } from '../relay/relay-calls.ts';

/** What came of a content, and how long the whole is, in bytes. */
export interface Incoming {
  readonly from: number;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | Blob;
}

/** The calls of both devices. All reject with RelayFailure. */
export const handoverCalls = {
  make: async () => readOf(endpoints.makeHandover.response, await call(endpoints.makeHandover)),
  look: async (right: Right) => readOf(endpoints.handover.response, await call(endpoints.handover, right)),
  /** One piece; `onSent` gets the bytes of it that have left. */
  async add(right: Right, piece: Blob, at: PiecePlace): Promise<endpoints.HandoverView> {
    const headers = {
      [endpoints.OFFSET_HEADER]: String(at.offset),
      [endpoints.LENGTH_HEADER]: String(at.size),
    };
    return sendBytes(endpoints.addToHandover, right, piece, { headers, onSent: at.onSent });
  },
  claim: async (right: Right, claim: string) =>
    readOf(
      endpoints.claimHandover.response,
      await call(endpoints.claimHandover, right, { body: JSON.stringify({ claim }) }),
    ),
  /** From so many bytes on. */
  async content(right: Right, from: number, signal: AbortSignal): Promise<Incoming> {
    const headers: Record<string, string> = from > 0 ? { Range: `bytes=${from}-` } : {};
    const answer = await call(endpoints.handedOver, right, { headers, signal });
    const body = answer.body ?? (await answer.blob().catch(offline));
    return { from: answer.status === 206 ? from : 0, body };
  },
  acknowledge: async (right: Right): Promise<void> => void (await call(endpoints.acknowledgeHandover, right)),
  withdraw: async (right: Right) =>
    readOf(endpoints.withdrawHandover.response, await call(endpoints.withdrawHandover, right, { keepalive: true })),
};
export type HandoverCalls = typeof handoverCalls;

interface PiecePlace {
  readonly offset: number;
  readonly size: number;
  readonly onSent: (bytes: number) => void;
}

/** So long nothing may come of a content before the connection counts as dead. */
export const STALLED_MS = Math.min(30_000, CONTENT_LIMIT_MS);

const offline = () => {
  throw new RelayFailure('offline');
};
