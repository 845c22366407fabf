import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { agentListSchema, classificationsSchema, intakeListSchema } from '#contract/lists.ts';
import { createAgentList } from '#server/adapters/lists/agents.ts';
import { systemClock } from '#server/adapters/system-clock.ts';
import type { Clock } from '#server/ports/clock.ts';
import { type Env, openRig, type Rig } from './support/rig.ts';

let rig: Rig;
let now = new Date('2026-06-15T00:30:00.000Z');
/** How much of `now` comes from setting the clock, in milliseconds. */
let setBy = 0;
const clock: Clock = {
  now: () => now,
  monotonic: () => now.getTime() - setBy,
  sleep: async () => undefined,
  after: systemClock.after,
  random: () => 0.5,
};
const open = async (env: Env = {}) => {
  rig = await openRig({ env, clock });
};
beforeEach(() => {
  now = new Date('2026-06-15T00:30:00.000Z');
  setBy = 0;
  return open();
});
afterEach(() => rig.close());

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const agents = async (query = '') =>
  v.parse(agentListSchema, JSON.parse((await rig.client.get(`/api/agent-list${query}`)).text));
const intakes = async () => v.parse(intakeListSchema, JSON.parse((await rig.client.get('/api/intakes')).text));
const lists = async () =>
  v.parse(classificationsSchema, JSON.parse((await rig.client.get('/api/classifications')).text));

describe('the agent list', () => {
  test('is fetched once for everybody who asks at once, and again after two minutes', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => agents()));
    expect(answers.map(({ total }) => total)).toEqual(answers.map(() => 1));
    expect((await agents()).source).toBe('cache');
    expect(rig.upstream.of('agentList')).toHaveLength(1);
    later(120_000);
    expect((await agents()).source).toBe('live');
    expect(rig.upstream.of('agentList')).toHaveLength(2);
  });

  test('has its true age, regardless of how the clock is set', async () => {
    for (const set of [-3 * 3_600_000, 40 * 86_400_000]) {
      await agents('?refresh=true');
      setBy += set;
      later(set);
      expect((await agents()).source).toBe('cache');
      later(120_000);
      expect((await agents()).source).toBe('live');
    }
  });

  test('is fetched again with no-cache headers when a refresh is asked for', async () => {
    await agents();
    expect((await agents('?refresh=true')).source).toBe('live');
    expect(rig.upstream.of('agentList').at(-1)?.headers).toMatchObject({
      'cache-control': 'no-cache',
      pragma: 'no-cache',
    });
  });

  test('of a source in trouble is stale, and live again once the source is well', async () => {
    const { updatedAt } = await agents();
    rig.upstream.always('agentList', { status: 500 });
    later(300_000);
    expect(await agents('?refresh=true')).toMatchObject({ source: 'stale', updatedAt, total: 1 });
    rig.upstream.always('agentList', undefined);
    later(6_000);
    expect((await agents()).source).toBe('live');
  });

  test('that was never seen is the institute’s own admissions', async () => {
    rig.upstream.always('agentList', 'garbage');
    expect(await agents()).toMatchObject({
      source: 'fallback',
      total: 1,
      items: [{ name: 'Admissions', contact: 'Admissions office', emails: [], phones: [], address: '' }],
    });
  });

  test('that was never seen names the college that the operator has described', async () => {
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const college = { name: 'Harbour College', email: 'hello@harbour.example' };
    const list = createAgentList({ source: undefined, college, clock, log });
    expect((await list({ refresh: false })).items).toMatchObject([
      { name: 'Harbour College Admissions', emails: ['hello@harbour.example'] },
    ]);
  });

  test('leaves out rows without a name, and takes what is odd in the others', async () => {
    rig.upstream.answers('agentList', () => ({
      items: [null, 5, {}, { name: ' ' }, { name: 'Good', emails: 'a@b.c', phones: null, country: 7 }],
    }));
    const [agent, ...more] = (await agents()).items;
    expect(more).toEqual([]);
    expect(agent).toMatchObject({ name: 'Good', emails: ['a@b.c'], phones: [], websites: [], country: '' });
  });

  test('counts what it left out in the log, and what is there itself: a total that disagrees is corrected', async () => {
    const warnings: object[] = [];
    const log = { info: () => undefined, warn: (facts: object) => void warnings.push(facts), error: () => undefined };
    const answer = { items: [{ name: 'Good' }, { country: 'China' }, 'no row'], total: 99 };
    const list = createAgentList({ source: async () => answer, clock, log });
    expect(await list({ refresh: false })).toMatchObject({ source: 'live', total: 1, items: [{ name: 'Good' }] });
    expect(warnings).toEqual([{ dropped: 2 }]);
  });

  test('that is empty is live with nothing in it', async () => {
    rig.upstream.answers('agentList', () => []);
    expect(await agents()).toMatchObject({ source: 'live', total: 0, items: [] });
  });
});

describe('the intakes', () => {
  const record = (IntakeDate: string) => ({
    CampusId: 1,
    CourseId: 'CPC50220',
    CourseName: 'Building',
    IntakeDate,
    IsPublished: true,
  });

  test('are those that the first query with an answer finds, and the next year’s', async () => {
    rig.upstream.answers('intakes', ({ query }) => {
      if (query.get('year') === '2027') return [record('2027-01-13T00:00:00')];
      return query.get('targetfor') === 'International' ? [record('2026-08-04T00:00:00'), record('2026-01-13')] : [];
    });
    const { items, source } = await intakes();
    expect([source, ...items.map(({ value }) => value)]).toEqual(['live', '2026-08-04', '2027-01-13']);
    await intakes();
    expect(rig.upstream.of('intakes')).toHaveLength(5);
  });

  test('are the first unpublished ones if no query finds a published one', async () => {
    const unpublished = (date: string) => ({ ...record(date), IsPublished: false });
    rig.upstream.answers('intakes', ({ query }) => (query.get('targetfor') ? [] : [unpublished('2026-08-04')]));
    expect(await intakes()).toMatchObject({ source: 'live', items: [{ value: '2026-08-04' }] });
  });

  test('do not end at an answer with unpublished ones alone', async () => {
    rig.upstream.answers('intakes', ({ query }) =>
      query.get('targetfor') === 'International'
        ? [record('2026-11-17')]
        : [{ ...record('2026-08-04'), IsPublished: false }],
    );
    expect((await intakes()).items.map(({ value }) => value)).toEqual(['2026-11-17']);
  });

  test('are asked for past the cache of the records API once the copy is older than an hour', async () => {
    rig.upstream.answers('intakes', () => [record('2026-11-17')]);
    await intakes();
    later(50 * 60_000);
    await intakes();
    expect(rig.upstream.of('intakes').some(({ query }) => query.has('refresh'))).toBe(false);
    later(61 * 60_000);
    await intakes();
    expect(rig.upstream.of('intakes').at(-1)?.query.get('refresh')).toBe('true');
  });

  test('are the built-in dates when nothing is found, and asked for again soon', async () => {
    rig.upstream.always('intakes', { status: 500 });
    const { items, source } = await intakes();
    expect(source).toBe('fallback');
    expect(items.map(({ value }) => value)).toEqual(['2026-08-04', '2026-11-17', '2027-01-13', '2027-04-08']);
    rig.upstream.always('intakes', undefined);
    rig.upstream.answers('intakes', () => [record('2026-09-01')]);
    later(16_000);
    expect((await intakes()).source).toBe('live');
  });
});

describe('the code lists', () => {
  test('are live or built in, each for itself', async () => {
    rig.upstream.answers('classification', () => [
      { Value: 'ZZ', Name: 'Only here' },
      { Value: null, Name: 'odd' },
    ]);
    rig.upstream.next('classification', { status: 500 });
    const { source, ...rest } = await lists();
    expect(Object.values(source).toSorted()).toEqual(['fallback', 'live', 'live', 'live', 'live', 'live']);
    const inLive = Object.values(rest).filter((list) => list.some(({ value }) => value === 'ZZ'));
    expect(inLive).toHaveLength(5);
  });

  test('decide on answers that the built-in lists do not have', async () => {
    rig.upstream.answers('classification', () => [{ Value: 'ZZ', Name: 'Only here' }]);
    now = new Date();
    const application = await rig.client.student('direct', { industryOfEmployment: 'ZZ' });
    expect((await rig.client.put(application)).status).toBe(202);
    await rig.client.processed(application.id);
    expect(rig.upstream.of('studentWorkflow')[0]?.body).toContain('"IndustryOfEmploymentText":"Only here"');
    const other = await rig.client.student('direct', { industryOfEmployment: 'YY' });
    expect((await rig.client.put(other)).status).toBe(422);
  });

  test('are six, the visa types among them: those for students from overseas', async () => {
    await lists();
    const asked = rig.upstream.of('classification').map(({ path, query }) => `${path.split('/').at(-1)}?${query}`);
    expect(asked.toSorted()).toEqual([
      'EmploymentStatuses?',
      'IndustryOfEmployments?',
      'OccupationCodes?',
      'QualificationAchievementRecognitions?',
      'QualificationLevels?',
      'VisaStatuses?Origin=OverseasStudent',
    ]);
  });

  test("keep 'Not specified' where a row has no value, and show names without their code", async () => {
    rig.upstream.answers('classification', () => [
      { Value: '', Name: '   - Not Specified' },
      { Value: 'A', Name: 'A - Agriculture, Forestry and Fishing' },
      { Value: '01', Name: '01: Full-time employee' },
      { Value: 'B', Name: 'Building - all trades' },
    ]);
    const { industries, qualificationLevels } = await lists();
    expect(industries).toEqual([
      { value: '@@', label: 'Not specified' },
      { value: 'A', label: 'Agriculture, Forestry and Fishing' },
      { value: '01', label: 'Full-time employee' },
      { value: 'B', label: 'Building - all trades' },
    ]);
    expect(qualificationLevels.map(({ value }) => value)).toEqual(['A', '01', 'B']);
  });
});
