import { afterEach, expect, test, vi } from 'vitest';
import { NO_FEES } from '#domain/student/records-dialect.ts';
import { idempotencyKey, StageRejected } from '#server/submission/stage.ts';
import { prepareStudent } from '#server/submission/stages/student.ts';
import { created } from '#server/submission/transitions.ts';
import { MINIMAL } from '#tests/domain/support/applications.ts';

const record = created({
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  kind: 'student',
  digest: '',
  now: new Date('2026-06-15T00:30:00.123Z'),
  offerId: 'OFFER_20260615_103000123',
});
const recordsFacts = async () => ({
  dialect: 'spec' as const,
  fees: NO_FEES,
  visaTypes: [],
  intakeDates: new Map<string, string>(),
});
const stage = prepareStudent({ timeZone: 'Australia/Melbourne', lists: async () => ({}), recordsFacts });
const prepare = (values: object) =>
  stage.run({
    record,
    body: { variant: 'direct', values: { ...values }, documents: [] },
    outputs: {},
    key: idempotencyKey(record),
    leaving: undefined,
    progress: undefined,
    mayBeDone: false,
    isAccepted: false,
    saveProgress: async () => undefined,
  });

afterEach(() => void vi.useRealTimers());

test('what is prepared again after a restart, whenever that is, is the same to the last key', async () => {
  vi.setSystemTime(new Date('2026-06-15T00:30:01.000Z'));
  const { output } = await prepare(MINIMAL);
  vi.setSystemTime(new Date('2027-01-01T00:00:00.000Z'));
  expect((await prepare(MINIMAL)).output).toEqual(output);
  expect(output).toMatchObject({ submittedAt: '2026-06-15T00:30:00.123Z' });
});

test('an offer that fails its checks goes no further, and each thing that is missing is named by its field', async () => {
  const refusal = await prepare({ ...MINIMAL, passportNumber: '' }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StageRejected);
  expect(refusal).toMatchObject({
    error: {
      code: 'VALIDATION_FAILED',
      message: 'Form validation failed',
      errors: [{ field: 'passportNumber', message: 'Passport Number is required' }],
    },
  });
});
