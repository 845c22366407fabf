import type { OutboxEntry } from '#features/submission/outbox/outbox-storage.ts';

const hexOf = (text: string): string => [...text].map((letter) => letter.charCodeAt(0).toString(16)).join('');

/** An entry with an id made from the applicant's name; `confirmedAt` is in milliseconds since 1970. */
export const entryOf = (applicant: string, order: number, confirmedAt: number): OutboxEntry => ({
  schema: 1,
  id: `a0c5c4f2-7a35-4a0e-9f4c-${hexOf(applicant).padEnd(12, '0').slice(0, 12)}`,
  order,
  confirmedAt,
  variant: 'direct',
  values: { firstName: applicant },
  applicant,
  documents: [],
});
