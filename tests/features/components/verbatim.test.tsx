import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Words } from '#components/verbatim.tsx';
import { receiptHtml } from '#features/submission/receipt-html.ts';
import type { Receipt } from '#features/submission/sent-records.ts';

/** What a translator takes of a text, part by part. */
const translated = (words: string, verbatim: readonly (string | undefined)[]) => {
  const { container, unmount } = render(<Words verbatim={verbatim}>{words}</Words>);
  const parts = [...container.children].map((part) => [part.getAttribute('translate') ?? 'yes', part.textContent]);
  expect(container.textContent).toBe(words);
  unmount();
  return parts;
};

test('a sentence is translated around the names in it', () => {
  expect(translated('Belongs to Wei Zhang, but not to Bo.', ['Wei Zhang', 'Bo'])).toEqual([
    ['yes', 'Belongs to '],
    ['no', 'Wei Zhang'],
    ['yes', ', but not to '],
    ['no', 'Bo'],
    ['yes', '.'],
  ]);
});

test('of two names that begin alike the longer one stays whole, and a name may come twice, first and last', () => {
  expect(translated('Bo Li, Bo, Bo Li', ['Bo', 'Bo Li'])).toEqual([
    ['no', 'Bo Li'],
    ['yes', ', '],
    ['no', 'Bo'],
    ['yes', ', '],
    ['no', 'Bo Li'],
  ]);
});

test('without any of the names the sentence is one part', () => {
  expect(translated('All of it.', ['', undefined, 'Wei'])).toEqual([['yes', 'All of it.']]);
  expect(translated('', ['Wei'])).toEqual([]);
});

test('a receipt that is kept as a file marks reference, names, answers and SHA-256, too', () => {
  const receipt: Receipt = {
    id: 'c0ffee00-0000-4000-8000-000000000000',
    reference: 'OFFER_1',
    applicant: 'Wei Zhang',
    submittedAt: '2026-05-20T03:04:05.000Z',
    documents: [{ label: 'Current Passport', name: 'may.pdf', size: 900, sha256: 'ab12' }],
    sections: [{ title: 'Personal details', rows: [{ label: 'First name', value: 'May' }] }],
  };
  const html = receiptHtml(receipt, { name: 'An Institute' });
  const page = new DOMParser().parseFromString(html, 'text/html');
  const kept = [...page.querySelectorAll('[translate=no]')].map(({ textContent }) => textContent);
  for (const one of ['OFFER_1', 'Wei Zhang', 'may.pdf', 'ab12', 'May']) expect(kept).toContain(one);
  expect(kept).not.toContain('First name');
});
