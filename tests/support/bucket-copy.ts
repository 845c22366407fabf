import type { S3 } from '#tests/support/s3-server/server.ts';

/** An object of a bucket: its key, its headers and its bytes. */
export interface CopiedObject {
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly base64: string;
}

/** The simulated S3 requires a signature with its own key, but does not verify it. */
const SIGNED = new URLSearchParams({ 'X-Amz-Credential': 'test-access-key/any', 'X-Amz-Signature': 'any' });
const KEPT = /^(content-type|x-amz-meta-.+)$/;

const addressOf = (s3: S3, key: string) => `${s3.url}/${s3.env.UPLOADS_S3_BUCKET}/${encodeURIComponent(key)}?${SIGNED}`;

export function readBucket(s3: S3): Promise<CopiedObject[]> {
  return Promise.all(
    s3.keys().map(async (key) => {
      const response = await fetch(addressOf(s3, key));
      if (!response.ok) throw new Error(`${key} could not be read: ${response.status}`);
      const headers = Object.fromEntries([...response.headers].filter(([name]) => KEPT.test(name)));
      return { key, headers, base64: Buffer.from(await response.arrayBuffer()).toString('base64') };
    }),
  );
}

export async function fillBucket(s3: S3, objects: readonly CopiedObject[]): Promise<void> {
  for (const { key, headers, base64 } of objects) {
    const response = await fetch(addressOf(s3, key), { method: 'PUT', headers, body: Buffer.from(base64, 'base64') });
    if (!response.ok) throw new Error(`${key} could not be put: ${response.status}`);
  }
}
