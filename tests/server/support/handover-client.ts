import type { Answer, Client } from './client.ts';

/** A handover that was made: its id, and the secrets of both devices. */
export interface MadeHandover {
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
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const pathOf = (id: string, rest = '') => `/api/handovers/${id}${rest}`;

/** What a piece says of itself. */
export const pieceHeaders = (secret: string, offset: number, size: number): Record<string, string> => ({
  ...bearer(secret),
  'content-type': OCTETS,
  'upload-offset': String(offset),
  'upload-length': String(size),
});

/** Short calls of the handovers of a server's interface. */
export const handoversOf = (client: Client) => {
  const add = (made: MadeHandover, piece: Uint8Array, offset: number, size: number) =>
    client.send('PATCH', pathOf(made.id, '/content'), piece, pieceHeaders(made.writer, offset, size));
  return {
    make: async (): Promise<MadeHandover> => JSON.parse((await client.send('POST', '/api/handovers')).text),
    look: (id: string, secret: string) => client.send('GET', pathOf(id), undefined, bearer(secret)),
    add,
    /** All of it in one piece. */
    put: (made: MadeHandover, bytes: Uint8Array) => add(made, bytes, 0, bytes.length),
    claim: (id: string, reader: string, claim: string) =>
      client.send('POST', pathOf(id, '/claim'), JSON.stringify({ claim }), {
        'content-type': 'application/json',
        ...bearer(reader),
      }),
    acknowledge: (id: string, claim: string) => client.send('DELETE', pathOf(id, '/content'), undefined, bearer(claim)),
    withdraw: (id: string, writer: string) => client.send('DELETE', pathOf(id), undefined, bearer(writer)),
    content: async (id: string, secret: string, from = 0) => {
      const headers = { ...bearer(secret), ...(from > 0 && { range: `bytes=${from}-` }) };
      const answer = await fetch(client.url + pathOf(id, '/content'), { headers });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, range: answer.headers.get('content-range'), bytes };
    },
  };
};

export const viewIn = ({ text }: Answer): View => JSON.parse(text) as View;
