import { describe, expect, test } from 'vitest';
import type { SubmissionRecord } from '#server/ports/ledger.ts';
import { digestOf } from '#server/submission/body.ts';
import * as transitions from '#server/submission/transitions.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const START = Date.UTC(2026, 5, 15);
const HOUR = 3_600_000;
const at = (ms: number) => new Date(START + ms);
const iso = (ms: number) => at(ms).toISOString();
const facts = { id: ID, kind: 'student', digest: 'd1', now: at(0), offerId: 'OFFER_20260615_100000000' } as const;
const fresh = transitions.created(facts);
const ERROR = { code: 'POWER_AUTOMATE_ERROR', message: 'Power Automate submission failed', detail: 'about Wei Zhang' };
/** The record after its workflow stage has failed. */
const failing = (more: object = {}): SubmissionRecord =>
  transitions.failed('power-automate', at(HOUR), { error: ERROR, unknown: false, held: false, ...more })(
    transitions.started('power-automate', at(0))(fresh),
  );
const stageOf = (record: SubmissionRecord) => record.stages.find(({ name }) => name === 'power-automate');

describe('a corrected application', () => {
  test('keeps its OfferId, counts its revision up, and begins with the first stage', () => {
    const next = transitions.replaced('d2')({ ...failing({ retryAt: at(2 * HOUR) }), purgedAt: iso(0) });
    expect(next).toMatchObject({ offerId: facts.offerId, revision: 2, digest: 'd2', status: 'processing', retries: 0 });
    expect(next.stages.map(({ state }) => state)).toEqual(fresh.stages.map(() => 'pending'));
    for (const gone of ['retryAt', 'failingSince', 'purgedAt']) expect(next).not.toHaveProperty(gone);
  });
});

describe('a call whose effect is unknown', () => {
  test('stays open through failures and new tries, and is settled by the end of its stage', () => {
    const open = failing({ unknown: true });
    expect(stageOf(open)).toMatchObject({ state: 'error', unknown: true });
    for (const byItself of [true, false]) {
      expect(stageOf(transitions.resumed(byItself)(open))).toEqual({
        name: 'power-automate',
        state: 'pending',
        unknown: true,
        told: 'stopped',
      });
    }
    expect(stageOf(transitions.completed('power-automate', at(0))(open))).not.toHaveProperty('unknown');
  });

  test('leaves a mark for good where it was made again, regardless of what comes after', () => {
    const again = transitions.repeated('power-automate')(failing({ unknown: true }));
    for (const next of [
      transitions.failed('power-automate', at(0), { error: ERROR, unknown: true, held: true }),
      transitions.completed('power-automate', at(0)),
      transitions.resumed(true),
      transitions.released,
      transitions.replaced('d2'),
      (record: SubmissionRecord) => transitions.stripped(record, at(0)),
      (record: SubmissionRecord) => transitions.erased(record, at(0)),
    ]) {
      expect(stageOf(next(again))).toMatchObject({ repeated: true });
    }
    expect(stageOf(transitions.replaced('d2')(again))).not.toHaveProperty('unknown');
    expect(stageOf(transitions.completed('power-automate', at(0))(failing()))).not.toHaveProperty('repeated');
  });

  test('was never open where no call was lost', () => {
    expect(stageOf(transitions.resumed(true)(failing()))).not.toHaveProperty('unknown');
  });

  test('is released by the staff only where it was held', () => {
    expect(stageOf(transitions.released(failing({ unknown: true, held: true })))).not.toHaveProperty('unknown');
    expect(stageOf(transitions.released(failing({ unknown: true })))).toMatchObject({ unknown: true });
  });
});

describe('the 24 hours of tries', () => {
  test('continue through the tries of the server, and start again for the applicant', () => {
    const failed = failing({ retryAt: at(2 * HOUR), failingSince: at(0) });
    expect(transitions.resumed(true)(failed)).toMatchObject({ failingSince: iso(0), retries: 1, status: 'processing' });
    expect(transitions.resumed(false)(failed)).toMatchObject({ retries: 0 });
    expect(transitions.resumed(false)(failed)).not.toHaveProperty('failingSince');
  });

  test('do not count the time in which no server was running', () => {
    const failed = failing({ retryAt: at(2 * HOUR), failingSince: at(0) });
    expect(transitions.shiftFailingSince(failed, at(50 * HOUR))).toMatchObject({ failingSince: iso(48 * HOUR) });
  });

  test('end with progress', () => {
    const done = transitions.completed('power-automate', at(0))(failing({ retryAt: at(2 * HOUR) }));
    for (const gone of ['retryAt', 'failingSince']) expect(done).not.toHaveProperty(gone);
  });
});

test('a record without personal data keeps where it stood, and none of the words of an error', () => {
  const stripped = transitions.stripped(failing({ retryAt: at(2 * HOUR) }), at(3 * HOUR));
  expect(stageOf(stripped)?.error).toEqual({
    code: ERROR.code,
    message: 'The details were removed when their retention ended.',
  });
  expect(JSON.stringify(stripped)).not.toContain('Wei Zhang');
  expect(stripped).toMatchObject({ purgedAt: iso(3 * HOUR), version: fresh.version + 1, digest: 'd1' });
  expect(stripped).not.toHaveProperty('retryAt');
});

test('changes that are written together are one version', () => {
  const next = transitions.versioned(fresh, at(1), transitions.started('preparing', at(1)), transitions.resumed(false));
  expect(next).toMatchObject({ version: 2, updatedAt: iso(1) });
});

describe('two bodies', () => {
  const document = { slot: 'passport', uploadId: 'a'.repeat(32), name: 'p.pdf', size: 900 };
  const body = { variant: 'direct', values: { firstName: 'Wei', familyName: 'Zhang' }, documents: [document] } as const;

  test('are the same with their members in another order', () => {
    const { familyName, firstName } = body.values;
    const { size, name, uploadId, slot } = document;
    const documents = [{ size, name, uploadId, slot }];
    const other = { documents, values: { familyName, firstName }, variant: 'direct' as const };
    expect(digestOf('student', other)).toBe(digestOf('student', body));
  });

  test.each([
    ['other answers', { ...body, values: { ...body.values, firstName: 'Mei' } }],
    ['other documents', { ...body, documents: [{ ...document, uploadId: 'b'.repeat(32) }] }],
    ['another variant', { ...body, variant: 'agent' as const }],
  ])('with %s are others', (_title, other) => {
    expect(digestOf('student', other)).not.toBe(digestOf('student', body));
  });
});
