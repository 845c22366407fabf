import type { documentOf } from './release.ts';

interface Upload {
  readonly draftId: string;
  readonly slot: string;
  readonly file: ReturnType<typeof documentOf>;
  /** How many bytes to send; all by default. */
  readonly bytes?: number;
}

/** Uploads a document by the tus protocol and returns the server's upload id; throws if it is refused. */
export async function uploadTo(url: string, { draftId, slot, file, bytes }: Upload): Promise<string> {
  const facts = Object.entries({ draftId, slot, filename: file.name, filetype: 'application/pdf' });
  const metadata = facts.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join();
  const tus = { 'tus-resumable': '1.0.0' };
  const size = { 'upload-length': String(file.bytes.length), 'upload-metadata': metadata };
  const created = await fetch(`${url}/api/uploads`, { method: 'POST', headers: { ...tus, ...size } });
  const id = created.headers.get('location')?.split('/').at(-1) ?? '';
  const patched = await fetch(`${url}/api/uploads/${id}`, {
    method: 'PATCH',
    headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: new Uint8Array(file.bytes.subarray(0, bytes)),
  });
  if (patched.status !== 204) throw new Error(`the upload was refused: ${patched.status}`);
  return id;
}
