import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { visibleAnswers } from '#domain/form/visible.ts';
import { studentForm } from '#domain/student/form.ts';
import { makePdf } from '../../support/pdf.ts';
import { DESKTOP } from './browser.ts';
import type { Scene, WatchedPage } from './scene.ts';
import { MINIMAL, REQUIRED_DOCUMENTS } from './student.ts';

/** Waits until the service worker has cached everything and controls this page. */
export async function keptOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
  const lists = () => page.evaluate(async () => (await (await caches.open('lists')).keys()).length);
  const deadline = Date.now() + 60_000;
  while ((await lists()) < 4) if (Date.now() > deadline) throw new Error('the lists are not kept');
}

/** The ids in this device's outbox, in order. */
export const waiting = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('applications');
    await new Promise((done) => opening.addEventListener('success', done, { once: true }));
    const reading = opening.result.transaction('outbox').objectStore('outbox').getAll();
    await new Promise((done) => reading.addEventListener('success', done, { once: true }));
    opening.result.close();
    return (reading.result as { id: string; status?: string; order: number }[])
      .filter(({ status }) => status !== 'sent' && status !== 'done')
      .toSorted((one, other) => one.order - other.order)
      .map(({ id }) => id);
  });

export interface Seed {
  readonly id: string;
  readonly firstName: string;
  readonly changes?: Readonly<Record<string, unknown>>;
}

/** Puts confirmed applications with their four documents into the outbox, as if a person had filled them in. */
export async function seedOutbox(page: Page, seeds: readonly Seed[]): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const context = { variant: 'direct', today: { earliest: today, latest: today } } as const;
  const values = visibleAnswers(studentForm, MINIMAL, context);
  const files = REQUIRED_DOCUMENTS.map((slot) => {
    const bytes = makePdf({ mark: slot, bytes: 900 });
    return { slot, name: `${slot}.pdf`, size: bytes.length, base64: bytes.toString('base64') };
  });
  await page.evaluate(
    async ({ seeds: wanted, values: answers, files: documents }) => {
      const opening = indexedDB.open('applications');
      await new Promise((done) => opening.addEventListener('success', done, { once: true }));
      const transaction = opening.result.transaction(['outbox', 'documents', 'files'], 'readwrite');
      for (const [index, { id, firstName, changes }] of wanted.entries()) {
        for (const { slot, name, size, base64 } of documents) {
          const bytes = new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]);
          const description = { name, type: 'application/pdf', size };
          transaction.objectStore('documents').put({ draftId: id, slot, description });
          transaction.objectStore('files').put({ draftId: id, slot, bytes });
        }
        transaction.objectStore('outbox').put({
          schema: 1,
          id,
          order: index + 1,
          confirmedAt: Date.now(),
          variant: 'direct',
          values: { ...answers, firstName, ...changes },
          applicant: `${firstName} Zhang`,
          documents: documents.map(({ slot, name, size }) => ({ slot, label: slot, name, size })),
        });
      }
      await new Promise((done) => transaction.addEventListener('complete', done, { once: true }));
      opening.result.close();
    },
    { seeds, values, files },
  );
}

export const NETWORK_ERROR = 'Network error occurred. Please check your connection and try again.';
/** A profile with the service worker. */
export const WITH_WORKER = { ...DESKTOP, serviceWorkers: 'allow' } as const;
const CALL_FAILED = /Failed to load resource|net::ERR_/;
// The page checks every 30 seconds whether the server is back, and a slow machine then sends a whole application.
const UNTIL_ARRIVED = { timeout: 180_000 };

export const progress = (page: Page) =>
  page.getByRole('dialog', { name: /^(Submission progress|Application submitted)/ });
export const success = (page: Page): Promise<void> =>
  progress(page).getByText('Application submitted successfully!').first().waitFor(UNTIL_ARRIVED);
export const confirmedRegion = (page: Page) => page.getByRole('region', { name: 'Confirmed applications' });
export const offerIds = ({ mocks }: Scene) => mocks.offers().map(({ offerId }) => offerId);
/** The workflow received this application, and did its work once. */
export const arrived = ({ mocks }: Scene, id: string) =>
  expect.poll(() => mocks.effects('student-workflow').filter(({ key }) => key === id).length, UNTIL_ARRIVED).toBe(1);
/** The page's console messages, except for failed network calls. */
export const unexpected = ({ watched }: WatchedPage) =>
  watched.troubles.filter((trouble) => !CALL_FAILED.test(trouble));
