import type { Answer, SentRequest } from './network.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface Upload {
  readonly id: string;
  readonly draftId: string;
  readonly slot: string;
  readonly size: number;
  bytes: string;
  /** Milliseconds on the server's clock. */
  touchedAt: number;
}

const LIFE_MS = 24 * 60 * 60 * 1000;
const text = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** `Upload-Metadata` of tus: names and base64 texts. */
const metadataOf = (header = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    header.split(',').map((pair) => {
      const [name = '', value = ''] = pair.trim().split(' ');
      return [name, Buffer.from(value, 'base64').toString()];
    }),
  );

/** The part of our server that receives documents (tus 1.0.0: creation, termination, expiration). */
export function createUploads(time: VirtualTime, isNeeded: (uploadId: string) => boolean) {
  const byId = new Map<string, Upload>();
  let made = 0;

  function find(id: string): Upload | undefined {
    const upload = byId.get(id);
    if (upload && time.elapsed() - upload.touchedAt > LIFE_MS && !isNeeded(id)) byId.delete(id);
    return byId.get(id);
  }
  const offsetOf = ({ bytes }: Upload) => ({ 'Upload-Offset': String(bytes.length) });

  function create({ headers }: SentRequest): Answer {
    const { draftId = '', slot = '' } = metadataOf(headers.get('upload-metadata'));
    made += 1;
    const id = `upload-${made}`;
    const size = Number(headers.get('upload-length'));
    byId.set(id, { id, draftId, slot, size, bytes: '', touchedAt: time.elapsed() });
    return { status: 201, headers: { Location: `http://localhost/api/uploads/${id}` } };
  }

  function append(upload: Upload, { headers, body }: SentRequest): Answer {
    if (Number(headers.get('upload-offset')) !== upload.bytes.length) return { status: 409 };
    upload.bytes += text(body);
    upload.touchedAt = time.elapsed();
    return { status: 204, headers: offsetOf(upload) };
  }

  function answerTo(request: SentRequest): Answer {
    if (request.method === 'POST') return create(request);
    const id = request.path.split('/').pop() ?? '';
    const upload = find(id);
    if (upload === undefined) return { status: 404 };
    if (request.method === 'PATCH') return append(upload, request);
    if (request.method === 'HEAD')
      return { status: 200, headers: { ...offsetOf(upload), 'Upload-Length': String(upload.size) } };
    if (isNeeded(id)) return { status: 409 };
    byId.delete(id);
    return { status: 204 };
  }

  /** Pages recognize answers of our server by this header: every answer about uploads has it, including refusals. */
  function serve(request: SentRequest): Answer {
    const { headers, ...answer } = answerTo(request);
    return { ...answer, headers: { 'Tus-Resumable': '1.0.0', ...headers } };
  }

  /** The server's disk loses every upload that no application has claimed. */
  function loseAll(): void {
    for (const id of byId.keys()) if (!isNeeded(id)) byId.delete(id);
  }
  return { serve, find, loseAll };
}
