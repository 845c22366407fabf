import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agency, problemOf, STUDENT } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig.close());

const put = async (kind: 'student' | 'agent', body: { values: object; documents: readonly object[] }) =>
  problemOf(await rig.client.put({ path: `/api/${kind}-applications/${randomUUID()}`, body }));

describe('an application without its documents is refused in the words of the specification', () => {
  test('an agency without its PDF', async () => {
    expect(await put('agent', { values: agency(), documents: [] })).toMatchObject({
      status: 422,
      code: 'DOCUMENTS_MISSING',
      detail: 'Agent introduction document is required. Please upload a PDF document.',
    });
  });
  test('a student without any document', async () => {
    const values = { ...STUDENT, hasCompletedEnglishTest: 'ELICOS Training' };
    const body = { variant: 'direct', values, documents: [] };
    expect(await put('student', body)).toMatchObject({
      status: 422,
      code: 'DOCUMENTS_MISSING',
      detail:
        'Missing required documents: Evidence of Year 12 or Vocational Education, Current Passport, ELICOS Training Offer, Academic Qualifications & Transcripts',
    });
  });
});
