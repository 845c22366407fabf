import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Koa from 'koa';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { securityHeaders } from '#server/http/middleware/security-headers.ts';
import { listBuilt, serveBuilt } from '#server/http/static.ts';
import { launchBrowser, PHONE } from './browser.ts';

/** The scan engine alone in a browser, built as the product builds it and served with its headers. */
export interface ScanLab {
  readonly browser: Browser;
  readonly url: string;
  /** A page with `window.lab`. */
  open(): Promise<Page>;
  [Symbol.asyncDispose](): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../../..');
const PAGE = 'tests/browser/support/scan-lab/index.html';

export async function openScanLab(): Promise<ScanLab> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'scan-lab-'));
  await build({
    configFile: path.join(root, 'vite.config.ts'),
    root,
    publicDir: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: path.join(root, PAGE) } },
  });
  const app = new Koa();
  app.use(await securityHeaders({ scriptSrc: [], styleSrc: [] }));
  app.use(serveBuilt(outDir, await listBuilt(outDir)));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const browser = await launchBrowser();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${PAGE}`;
  return {
    browser,
    url,
    async open() {
      const page = await browser.newPage(PHONE);
      await page.goto(url);
      await page.waitForFunction(() => window.lab !== undefined);
      return page;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
