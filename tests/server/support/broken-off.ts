import { once } from 'node:events';
import http2 from 'node:http2';
import type { Nginx } from '#tests/support/nginx.ts';

/** Sends a part of an upload over HTTP/2, and breaks the connection after nginx has received it. */
export async function sendAndBreakOff({ url, certificate }: Nginx, location: string, part: Uint8Array): Promise<void> {
  const session = http2.connect(url, { ca: certificate });
  const request = session.request({
    ':method': 'PATCH',
    ':path': location,
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-offset': '0',
  });
  await new Promise<void>((resolve, reject) => {
    request.on('error', reject);
    request.write(part, (error) => (error ? reject(error) : resolve()));
  });
  request.removeAllListeners('error').on('error', () => undefined);
  session.destroy();
  await once(session, 'close');
}
