import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openProfile } from '../browser/support/browser.ts';
import { serveLab } from '../browser/support/lab.ts';
import type { SealedLab } from '../browser/support/sealed-lab/lab.ts';
import { type Bench, type Figure, median } from './figure.ts';

const ROUNDS = 25;
const DRAFTS = 200;
/** The number of documents in a whole application. */
const ANSWERS = 60;
const DOCUMENT_BYTES = 5 * 1024 * 1024;

type Timed = Exclude<keyof SealedLab, 'share' | 'fill'>;
const DONE: readonly { readonly name: Timed; readonly what: string; readonly budget?: number }[] = [
  { name: 'save', what: 'one save', budget: 1.5 },
  { name: 'keepDocument', what: 'a document of 5 MB kept', budget: 1.5 },
  { name: 'readDocument', what: 'a document of 5 MB read' },
  { name: 'list', what: `a list of ${DRAFTS} drafts` },
];

/** Measures the cost of a passphrase on a real disk: the same work with and without encryption, in turn. */
const bench: Bench = async () => {
  await using lab = await serveLab('tests/browser/support/sealed-lab/index.html');
  const home = await mkdtemp(path.join(tmpdir(), 'shared-'));
  const [plain, shared] = [await openProfile(path.join(home, 'plain')), await openProfile(path.join(home, 'shared'))];
  try {
    const pages = [await openLab(plain.context.newPage(), lab.url), await openLab(shared.context.newPage(), lab.url)];
    await pages[1]?.evaluate(() => window.sealedLab?.share());
    const took = new Map<string, number[]>();
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { name } of DONE)
        for (const [at, page] of pages.entries()) {
          const ms = await page.evaluate(([one, bytes]) => window.sealedLab?.[one](bytes), [
            name,
            DOCUMENT_BYTES,
          ] as const);
          const key = `${name} ${at}`;
          took.set(key, [...(took.get(key) ?? []), ms ?? Number.NaN]);
        }
    const of = (name: Timed, at: number) => median(took.get(`${name} ${at}`) ?? []);
    return DONE.map(
      ({ name, what, budget }): Figure => ({
        what: `${what}, on a shared computer`,
        value: of(name, 1),
        unit: 'ms',
        peer: { what: 'not shared', value: of(name, 0) },
        ...(budget !== undefined && { budget }),
      }),
    );
  } finally {
    await Promise.all([plain.kill(), shared.kill()]);
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
};
export default bench;

async function openLab(opening: Promise<Page>, url: string): Promise<Page> {
  const page = await opening;
  await page.goto(url);
  await page.waitForFunction(() => window.sealedLab !== undefined);
  await page.evaluate(([count, answers]) => window.sealedLab?.fill(count, answers), [DRAFTS, ANSWERS] as const);
  return page;
}
