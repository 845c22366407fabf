import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Koa from 'koa';
import { build } from 'vite';
import { securityHeaders } from '#server/http/middleware/security-headers.ts';
import { listBuilt, serveBuilt } from '#server/http/static.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Builds a test page like the product, and serves it with the product's headers until it is disposed of. */
export async function serveLab(page: string) {
  const outDir = await mkdtemp(path.join(tmpdir(), 'lab-'));
  await build({
    configFile: path.join(root, 'vite.config.ts'),
    root,
    publicDir: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: path.join(root, page) } },
  });
  const app = new Koa();
  app.use(await securityHeaders({ scriptSrc: [], styleSrc: [] }));
  app.use(serveBuilt(outDir, await listBuilt(outDir)));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${page}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
