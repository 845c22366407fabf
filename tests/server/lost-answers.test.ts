/** @module-tag slow */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Application, problemOf, stageOf, submissionOf } from './support/client.ts';
import { openRig, type Rig, standingClock } from './support/rig.ts';
import type { Call } from './support/upstream.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await openRig({ clock: standingClock(), env: { RECORDS_UNKNOWN_OUTCOME: 'resend' } });
});
afterEach(() => rig.close());

/** The same application after the person has corrected an answer. */
const corrected = ({ body, ...rest }: Application): Application => ({
  ...rest,
  body: { ...body, values: { ...body.values, preferredName: 'Corrected' } },
});

/** The form, its decisive call, and how the outside refuses there. */
const FORMS = [
  ['student', 'offers', { status: 400, body: { ModelState: { 'offer.Email': ['Refused'] } } }],
  ['short', 'studentFlow', { status: 400 }],
] as const;

describe.each(FORMS)('the decisive call of a %s application (%s) that was not answered', (kind, route, refusal) => {
  test.each([
    ['with a reason', refusal],
    ['as known already', { status: 409 }],
    ['at the door', { status: 403 }],
  ])(
    'and is refused the next time %s is held for the staff: the first call may have been done',
    async (_title, refused) => {
      const { client, upstream } = rig;
      upstream.next(route, 'silent', refused);
      const application = await client[kind]();
      await client.put(application);
      const held = await client.settled(application.id);
      expect(held.retryAt).toBeUndefined();
      expect(held.held).toBe(true);
      const shown = held.stages.find(({ state }) => state === 'error')?.error;
      expect(shown).toEqual({
        code: 'UNKNOWN_OUTCOME',
        message:
          'The college is checking whether your application has arrived in its records. You do not need to do anything.',
      });
      expect(problemOf(await client.put(corrected(application)))).toMatchObject({
        status: 409,
        code: 'SUBMISSION_IN_PROGRESS',
      });
      expect(submissionOf(await client.put(application))).toEqual(held);
      expect(upstream.of(route).map(({ key }) => key)).toEqual([application.id, application.id]);
    },
  );

  test('and finds the outside busy the next time may have been done: no other answers are taken, after a restart as well', async () => {
    const { client, upstream } = rig;
    upstream.next(route, 'unanswered');
    upstream.always(route, { status: 503 });
    const application = await client[kind]();
    await client.put(application);
    await client.settled(application.id);
    const refused = await client.put(corrected(application));
    expect(refused.status).toBe(409);
    expect(problemOf(refused).code).toBe('SUBMISSION_IN_PROGRESS');
    const restarted = await rig.restart();
    expect((await restarted.put(corrected(application))).status).toBe(409);
    upstream.always(route, undefined);
    await restarted.put(application);
    await restarted.processed(application.id);
    const calls = upstream.of(route);
    expect(new Set(calls.map(({ key }) => key))).toEqual(new Set([application.id]));
    expect(new Set(calls.map(({ body }) => JSON.stringify(textOf(body)))).size).toBe(1);
  });
});

/** A multipart body without its boundary, which each call chooses again. */
const textOf = (body: string) => body.replaceAll(/-{2,}[^\r\n]*/g, '');

/** What only the workflow's JSON has (R9.3). */
const OF_THE_WORKFLOW = ['EnglishLanguageProficiencyMethod', 'HowDidYouHearAboutUs', 'AgentName', 'SelectedAgent'];
const keysOf = (call: Call | undefined) => Object.keys(JSON.parse(call?.body ?? '{}'));

test.each(['validate', 'offers'] as const)(
  'after a restart between the calls of %s the records API gets the same offer, and the workflow its own JSON',
  async (route) => {
    const { client, upstream } = rig;
    upstream.always(route, { status: 503 });
    const application = await client.student();
    await client.put(application);
    const stopped = await client.settled(application.id);
    expect(stageOf(stopped, 'power-automate').state).toBe('pending');
    upstream.always(route, undefined);
    const restarted = await rig.restart();
    expect(submissionOf(await restarted.put(application)).status).toBe('processing');
    await restarted.processed(application.id);
    const toRecords = [...upstream.of('validate'), ...upstream.of('offers')];
    expect(new Set(toRecords.map(({ body }) => body)).size).toBe(1);
    expect(keysOf(toRecords[0])).toContain('OfferId');
    for (const key of OF_THE_WORKFLOW) expect(keysOf(toRecords[0])).not.toContain(key);
    expect(keysOf(upstream.of('studentWorkflow')[0])).toEqual(expect.arrayContaining(['OfferId', ...OF_THE_WORKFLOW]));
  },
);
