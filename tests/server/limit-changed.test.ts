import { afterEach, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import type { Application } from './support/client.ts';
import { type Env, openRig, type Rig, stoppedClock } from './support/rig.ts';
import type { Trouble } from './support/upstream.ts';

const BUSY: Trouble = { status: 503 };
/** Of the four documents of an application two, or one, have room in a call. */
const TWO: Env = { FILE_WORKFLOW_MAX_BYTES: '8000' };
const ONE: Env = { FILE_WORKFLOW_MAX_BYTES: '4000' };
const NO_LIMIT: Env = { FILE_WORKFLOW_MAX_BYTES: undefined };

let rig: Rig;
afterEach(() => rig.close());

/** An application that was accepted under a limit, and stopped at its documents for this. */
async function stoppedBy(trouble: Trouble, env: Env): Promise<Application> {
  rig = await openRig({ env, clock: stoppedClock() });
  rig.upstream.always('fileWorkflow', trouble);
  const application = await rig.client.student();
  await rig.client.put(application);
  await rig.client.settled(application.id);
  return application;
}

/** Ends the server, starts one with another limit, and has it go on. */
async function goOnWith(env: Env, { id, path, body }: Application) {
  const client = await rig.restart(env);
  expect((await client.put({ path, body })).status).toBe(202);
  return client.until(id, ({ status }) => status !== 'processing');
}

const calls = () => rig.upstream.of('fileWorkflow');
const filesOf = (body: string): string[] =>
  JSON.parse(body).files.map(({ filename }: { filename: string }) => filename);
/** How many different bodies went out under each key. */
const bodiesByKey = () =>
  [...Map.groupBy(calls(), ({ key }) => key).values()].map((of) => new Set(of.map(({ body }) => body)).size);
/** The documents of the last call under each key. */
const forwarded = () => [...new Map(calls().map(({ key, body }) => [key, filesOf(body)])).values()].flat();

test.each([
  ['a limit is set', NO_LIMIT, ONE],
  ['the limit is removed', ONE, NO_LIMIT],
  ['the limit is lowered', TWO, ONE],
] as const)('a call with documents that was not answered is repeated alike after %s', async (_change, env, changed) => {
  const application = await stoppedBy('unanswered', env);
  rig.upstream.always('fileWorkflow', undefined);
  expect((await goOnWith(changed, application)).status).toBe('processed');
  expect(new Set(bodiesByKey())).toEqual(new Set([1]));
  expect(forwarded().toSorted()).toEqual(application.body.documents.map((one) => Reflect.get(one, 'name')).toSorted());
});

test('a call that was cut by a limit that came after the acceptance is repeated alike under a third one', async () => {
  const application = await stoppedBy(BUSY, NO_LIMIT);
  const turnedAway = calls().length;
  rig.upstream.always('fileWorkflow', 'unanswered');
  await goOnWith(TWO, application);
  rig.upstream.always('fileWorkflow', undefined);
  expect((await goOnWith(ONE, application)).status).toBe('processed');
  const first = calls()
    .slice(turnedAway)
    .filter(({ key }) => key === application.id);
  expect(first.length).toBeGreaterThan(1);
  expect(new Set(first.map(({ body }) => body)).size).toBe(1);
  expect(filesOf(first[0]?.body ?? '')).toHaveLength(2);
  expect(forwarded()).toHaveLength(4);
});

test('a call that was turned away as too large is cut by the limit that is set then', SLOW, async () => {
  const application = await stoppedBy({ status: 413 }, NO_LIMIT);
  rig.upstream.always('fileWorkflow', undefined);
  const tried = calls().length;
  expect((await goOnWith(ONE, application)).status).toBe('processed');
  const { id } = application;
  expect(
    calls()
      .slice(tried)
      .map(({ key }) => key),
  ).toEqual([id, `${id}-f2`, `${id}-f3`, `${id}-f4`]);
  expect(
    new Set(
      calls()
        .slice(tried)
        .flatMap(({ body }) => filesOf(body)),
    ).size,
  ).toBe(4);
});

test('a document that is larger than the limit goes in a separate call', async () => {
  rig = await openRig({ env: { FILE_WORKFLOW_MAX_BYTES: '1024' } });
  const application = await rig.client.student();
  await rig.client.put(application);
  expect((await rig.client.settled(application.id)).status).toBe('processed');
  expect(calls().map(({ body }) => filesOf(body).length)).toEqual([1, 1, 1, 1]);
  expect(new Set(calls().flatMap(({ body }) => filesOf(body))).size).toBe(4);
});
