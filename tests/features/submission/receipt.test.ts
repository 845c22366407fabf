import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { newDraft } from '#features/drafts/draft.ts';
import { deleteDraft, saveDraft } from '#features/drafts/draft-database.ts';
import { addEntry } from '#features/submission/outbox/outbox-storage.ts';
import { receiptHtml } from '#features/submission/receipt-html.ts';
import {
  listSent,
  type Receipt,
  receiptOf,
  saveSent,
  storeReceipt,
  withReceipt,
} from '#features/submission/sent-records.ts';
import { openDatabase } from '#platform/database.ts';
import { newDevice } from '../new-device.ts';

const RECEIPT: Receipt = {
  id: 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11',
  reference: 'OFFER_20260110_101500123',
  applicant: 'Amelia <b>O’Brien</b>',
  submittedAt: '2026-01-10T00:15:00.000Z',
  documents: [{ label: 'Current Passport', name: 'pass"port.pdf', size: 1536, sha256: 'ab'.repeat(32) }],
  sections: [{ title: 'Personal Information', rows: [{ label: 'First name', value: 'Amelia' }] }],
};
const COLLEGE = { name: 'An <i>Institute</i>', email: 'a@college.example', cricosProviderCode: '00000Z' };
const read = (receipt: Receipt) => new DOMParser().parseFromString(receiptHtml(receipt, COLLEGE), 'text/html');

describe('a receipt', () => {
  const submission = { id: 'x', kind: 'student', status: 'processed', stages: [] } as const;
  const sent = { applicant: 'Amelia', documents: [] };

  test('is known by the offer, and dated by the server', () => {
    const processed = { ...submission, offerId: 'OFFER_1', submittedAt: '2026-01-10T00:15:00.000Z' };
    expect(receiptOf(processed, sent, new Date())).toMatchObject({
      reference: 'OFFER_1',
      submittedAt: '2026-01-10T00:15:00.000Z',
    });
  });

  test('has the number in the college records beside ours, where there is one', () => {
    const processed = { ...submission, offerId: 'OFFER_1', recordsReference: 'OFF-2291' };
    expect(receiptOf(processed, sent, new Date())).toMatchObject({
      reference: 'OFFER_1',
      recordsReference: 'OFF-2291',
    });
    expect(receiptOf(submission, sent, new Date())).not.toHaveProperty('recordsReference');
  });

  test('falls back to the id and the current time', () => {
    const now = new Date('2026-02-01T10:00:00.000Z');
    expect(receiptOf(submission, sent, now)).toMatchObject({ reference: 'x', submittedAt: '2026-02-01T10:00:00.000Z' });
  });
});

describe('a receipt that this browser keeps', () => {
  beforeEach(newDevice);

  const processed = { id: RECEIPT.id, kind: 'agent', status: 'processed', stages: [] } as const;
  const sent = { id: RECEIPT.id, applicant: 'Harbour Bridge', documents: [], at: Date.now() };

  test('names the number that an agency was told to keep', async () => {
    await saveSent({ ...sent, applicationId: 'AGT-2026-ABC123-123456' });
    await storeReceipt(processed);
    expect(await listSent()).toMatchObject([{ reference: 'AGT-2026-ABC123-123456' }]);
  });

  test('stays as it was first written', async () => {
    await saveSent(sent);
    await storeReceipt({ ...processed, offerId: 'OFFER_1' });
    await storeReceipt({ ...processed, offerId: 'OFFER_2' });
    expect(await listSent()).toMatchObject([{ reference: 'OFFER_1' }]);
  });

  test('takes the place of the answers and the bytes in one transaction', async () => {
    const id = RECEIPT.id;
    const values = { firstName: 'Amelia', familyName: 'Quillfeather' };
    await saveDraft({ ...newDraft(id, 'direct', Date.now(), values), revision: 1 });
    const database = await openDatabase();
    await database.put('files', { draftId: id, slot: 'passport', bytes: new ArrayBuffer(3) });
    await addEntry({ id, variant: 'direct', values, applicant: 'Harbour Bridge', documents: [] }, Date.now());
    await saveSent(sent);
    expect(await database.get('outbox', id)).toMatchObject({ status: 'confirmed' });
    await deleteDraft(id, withReceipt({ ...processed, offerId: 'OFFER_1' }));
    expect(await database.getAll('outbox')).toMatchObject([
      { id, status: 'done', sent: { reference: 'OFFER_1', applicant: 'Harbour Bridge' } },
    ]);
    const left = await Promise.all(
      (['drafts', 'documents', 'files', 'outbox'] as const).map((store) => database.getAll(store)),
    );
    expect(JSON.stringify(left)).not.toContain('Quillfeather');
    expect(left.slice(0, 3)).toEqual([[], [], []]);
  });
});

describe('a receipt as a file', () => {
  test('has reference, applicant, time, documents with size and SHA-256, and what was sent', () => {
    const text = read(RECEIPT).body.textContent;
    for (const part of [
      'OFFER_20260110_101500123',
      '10 January 2026',
      'pass"port.pdf',
      '1.5 KB',
      'ab'.repeat(32),
      'First name',
      'Amelia',
    ])
      expect(text).toContain(part);
  });

  test('names the college, its code, and the terms that were agreed to with the fingerprint of their text', () => {
    const page = read({ ...RECEIPT, terms: { version: '1.2', sha256: 'cd'.repeat(32) } });
    const said = (label: string) =>
      [...page.querySelectorAll('dt')].find(({ textContent }) => textContent === label)?.nextElementSibling
        ?.textContent;
    expect(page.querySelector('header')?.textContent).toContain('An <i>Institute</i>');
    expect(said('CRICOS provider code')).toBe('00000Z');
    expect(said('Terms agreed to')).toBe(`Version 1.2, SHA-256 ${'cd'.repeat(32)}`);
  });

  test('shows typed answers as text, never as HTML', () => {
    const page = read(RECEIPT);
    expect(page.querySelector('b')).toBeNull();
    expect(page.body.textContent).toContain('Amelia <b>O’Brien</b>');
  });

  test('names the number in the college records as no offer of a place, and keeps translators from it', () => {
    const page = read({ ...RECEIPT, recordsReference: 'OFF-2291' });
    const label = [...page.querySelectorAll('dt')].find(({ textContent }) => /college/.test(textContent ?? ''));
    expect(label?.textContent).toBe('Number in the college records');
    expect(label?.nextElementSibling?.textContent).toBe('OFF-2291');
    expect(label?.nextElementSibling?.closest('[translate=no]')).not.toBeNull();
  });

  test('says which version of the form made it', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(read(RECEIPT).querySelector('footer')?.textContent).toContain(`Application form ${version}`);
  });

  test('needs nothing else: no script, no link, no picture', () => {
    expect(read(RECEIPT).querySelectorAll('script, link, img, iframe')).toHaveLength(0);
  });
});
