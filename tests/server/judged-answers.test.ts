import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { created } from '#server/submission/transitions.ts';
import { maskedSubmission } from '#server/submission/views.ts';
import { agency, problemOf, STUDENT, submissionOf } from './support/client.ts';
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

describe('typed text is read by the server as by the browser, regardless of the sender', () => {
  const TYPED = { familyName: 'O’Brien', streetNumber: '１２–１４', howDidYouHearDetails: 'The “Fair”' };
  const SCORES = {
    listeningScore: '6,5',
    readingScore: 7.5,
    writingScore: '6.0',
    speakingScore: 8,
    overallScore: '٧٫٠',
  };
  const TEST = {
    hasCompletedEnglishTest: 'English test',
    englishTestType: 'IELTS',
    engTestDate: '2026-01-10',
    ...SCORES,
  };

  test('what phones type is sent on in its ASCII form, scores with a comma as numbers', async () => {
    const application = await rig.client.student('direct', { ...TYPED, ...TEST });
    expect((await rig.client.put(application)).status).toBe(202);
    await rig.client.processed(application.id);
    const offer = JSON.parse(rig.upstream.of('offers').at(-1)?.body ?? '');
    expect(offer).toMatchObject({
      LastName: "O'Brien",
      CurrentAddress: { StreetNumber: '12-14' },
      Leads_MarketingCampaign: { CampaignName: 'The "Fair"' },
      ComplianceAndOtherInfo: {
        EngTestListeningScore: 6.5,
        EngTestReadingScore: 7.5,
        EngTestWritingScore: 6,
        EngTestSpeakingScore: 8,
        EngTestOverallScore: 7,
      },
    });
  });
  test('the same body is one with equal JSON values: another writing of the same text is another body', async () => {
    const application = await rig.client.student('direct', TYPED);
    const first = submissionOf(await rig.client.put(application));
    await rig.client.processed(application.id);
    const again = await rig.client.put(application);
    expect(submissionOf(again)).toMatchObject({ status: 'processed', offerId: first.offerId });
    const values = { ...application.body.values, familyName: "O'Brien" };
    const rewritten = await rig.client.put({ ...application, body: { ...application.body, values } });
    expect(problemOf(rewritten)).toMatchObject({ status: 409, code: 'ALREADY_SUBMITTED' });
  });
  test('a score of two decimal places is refused, as text and as a number', async () => {
    for (const score of ['6,55', '6.55', 6.55]) {
      const values = { ...STUDENT, ...TEST, listeningScore: score };
      const body = { variant: 'direct', values, documents: [] };
      expect(await put('student', body)).toMatchObject({
        status: 422,
        fieldErrors: { listeningScore: 'Please enter a valid number' },
      });
    }
  });
  test('letters with marks are refused, not changed', async () => {
    const body = { variant: 'direct', values: { ...STUDENT, familyName: 'Müller' }, documents: [] };
    expect(await put('student', body)).toMatchObject({
      fieldErrors: { familyName: 'Please use English letters and numbers only' },
    });
  });
});

test('staff see no answer that the outside quotes in the ASCII form in which it was sent', () => {
  const record = created({ id: randomUUID(), kind: 'student', digest: '', now: new Date() });
  const error = { code: 'REJECTED', message: "LastName O'Brien is on no list" };
  const stages = record.stages.map((stage) => ({ ...stage, error }));
  const body = { variant: 'direct', values: { familyName: 'O’Brien' }, documents: [] } as const;
  const shown = JSON.stringify(maskedSubmission({ ...record, stages }, body, []));
  expect(shown).toContain('LastName ••• is on no list');
  expect(shown).not.toContain('Brien');
});
