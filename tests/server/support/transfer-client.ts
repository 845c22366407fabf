import { randomBytes } from 'node:crypto';
import type { Answer, Client } from './client.ts';

/** A transfer that was created: its id, and the secrets of both devices. */
export interface Created {
  readonly id: string;
  readonly reader: string;
  readonly writer: string;
}

interface View {
  readonly state: string;
  readonly bytes: number;
  readonly maxBytes: number;
}

const OCTETS = 'application/octet-stream';
const JSON_TYPE = { 'content-type': 'application/json' };
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
export const contentPath = (id: string): string => `/api/transfers/${id}/content`;

/** The position of a piece; `attempt` identifies the bytes that were encrypted together. */
interface Place {
  readonly offset: number;
  readonly size: number;
  readonly attempt?: string;
}

export const pieceHeaders = (
  secret: string,
  { offset, size, attempt = 'attempt-1' }: Place,
): Record<string, string> => ({
  ...bearer(secret),
  'content-type': OCTETS,
  'upload-offset': String(offset),
  'upload-length': String(size),
  'upload-attempt': attempt,
});

/** Short methods for the transfers of a server. */
export const transfersOf = (client: Client) => {
  const ask = (wanted: object) => client.send('POST', '/api/transfers', JSON.stringify(wanted), JSON_TYPE);
  const created = async (wanted: object): Promise<Created> => JSON.parse((await ask(wanted)).text);
  const addPiece = (id: string, writer: string, piece: Uint8Array, place: Place) =>
    client.send('PATCH', contentPath(id), piece, pieceHeaders(writer, place));
  const one = (id: string, rest = '') => `/api/transfers/${id}${rest}`;
  return {
    ask,
    document: (slot = 'passport') => created({ kind: 'document', slot }),
    draft: () => created({ kind: 'draft' }),
    view: (id: string, secret: string) => client.send('GET', one(id), undefined, bearer(secret)),
    open: (id: string, writer: string) => client.send('POST', one(id, '/opened'), undefined, bearer(writer)),
    addPiece,
    /** Sends all bytes in one piece. */
    send: (id: string, writer: string, bytes: Uint8Array, attempt?: string) =>
      addPiece(id, writer, bytes, { offset: 0, size: bytes.length, ...(attempt !== undefined && { attempt }) }),
    claim: (id: string, reader: string, claim: string) =>
      client.send('POST', one(id, '/claim'), JSON.stringify({ claim }), { ...JSON_TYPE, ...bearer(reader) }),
    content: async (id: string, secret: string, from = 0) => {
      const headers = { ...bearer(secret), ...(from > 0 && { range: `bytes=${from}-` }) };
      const answer = await fetch(client.url + contentPath(id), { headers });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, headers: answer.headers, bytes };
    },
    acknowledge: (id: string, secret: string) => client.send('DELETE', contentPath(id), undefined, bearer(secret)),
    cancel: (id: string, secret: string) => client.send('DELETE', one(id), undefined, bearer(secret)),
  };
};

export const viewIn = ({ text }: Answer): View => JSON.parse(text) as View;

/** Bytes that look encrypted. */
export const sealedBytes = (length = 100_000): Buffer => randomBytes(length);
/** A secret of the right form that belongs to no transfer. */
export const strangeSecret = (): string => randomBytes(32).toString('base64url');
