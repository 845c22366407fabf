import type { OutboxEntry } from '#lib/outbox/entry.ts';

/** An entry whose id is made of its order; `confirmedAt` in milliseconds since 1970. */
export const entryOf = (applicant: string, order: number, confirmedAt: number): OutboxEntry => ({
  schema: 1,
  id: `a0c5c4f2-7a35-4a0e-9f4c-${applicant.padEnd(12, '0').replaceAll(/[^0-9a-f]/g, 'f')}`,
  order,
  confirmedAt,
  variant: 'direct',
  values: { firstName: applicant },
  applicant,
  documents: [],
});
