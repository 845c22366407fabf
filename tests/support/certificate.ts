import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const hasOpenssl = (): boolean => spawnSync('openssl', ['version'], { stdio: 'ignore' }).error === undefined;

/** Makes a self-signed certificate for localhost in a directory: `key.pem` and `certificate.pem`. */
export async function makeCertificate(directory: string): Promise<{ readonly key: string; readonly cert: string }> {
  const [key, cert] = [path.join(directory, 'key.pem'), path.join(directory, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const made = spawnSync('openssl', ['req', ...kind, '-keyout', key, '-out', cert, ...subject], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`);
  return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
}
