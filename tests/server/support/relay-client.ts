import { randomBytes } from 'node:crypto';
import type { Answer, Client } from './client.ts';

/** A relay that was made: its id, and the secrets of both sides. */
export interface Made {
  readonly id: string;
  readonly reader: string;
  readonly writer: string;
  readonly expiresAt: string;
}

const OCTETS = 'application/octet-stream';
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

/** Short calls of the relays of a server's interface. */
export const relaysOf = (client: Client) => ({
  ask: (slot = 'passport') =>
    client.send('POST', '/api/relays', JSON.stringify({ slot }), { 'content-type': 'application/json' }),
  make: async (slot = 'passport'): Promise<Made> => {
    const body = JSON.stringify({ slot });
    const { text } = await client.send('POST', '/api/relays', body, { 'content-type': 'application/json' });
    return JSON.parse(text) as Made;
  },
  look: (id: string, secret: string) => client.send('GET', `/api/relays/${id}`, undefined, bearer(secret)),
  open: (id: string, secret: string) => client.send('POST', `/api/relays/${id}/opened`, undefined, bearer(secret)),
  put: (id: string, secret: string, bytes: Uint8Array, type = OCTETS) =>
    client.send('PUT', `/api/relays/${id}/content`, bytes, { 'content-type': type, ...bearer(secret) }),
  acknowledge: (id: string, secret: string) =>
    client.send('DELETE', `/api/relays/${id}/content`, undefined, bearer(secret)),
  cancel: (id: string, secret: string) => client.send('DELETE', `/api/relays/${id}`, undefined, bearer(secret)),
  content: async (id: string, secret: string): Promise<{ status: number; bytes: Buffer; headers: Headers }> => {
    const answer = await fetch(`${client.url}/api/relays/${id}/content`, { headers: bearer(secret) });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  },
});

export const stateOf = ({ text }: Answer): string => (JSON.parse(text) as { state: string }).state;

/** Bytes as nobody can read them. */
export const sealedBytes = (length = 100_000): Buffer => randomBytes(length);
/** Of the right form, and of nobody. */
export const strangeSecret = (): string => randomBytes(32).toString('base64url');
