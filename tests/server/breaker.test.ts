import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createBreaker } from '#server/adapters/breaker.ts';
import { CallFailure } from '#server/ports/call-failure.ts';
import { SHORT, stageOf } from './support/client.ts';
import { impatientClock, movedBy, openRig } from './support/rig.ts';

const silent = { info: () => undefined, warn: () => undefined };

/** A breaker whose time is stopped until it is moved. */
function opened() {
  let now = 0;
  let setBy = Date.parse('2026-03-01T00:00:00Z');
  const clock = { now: () => new Date(now + setBy), monotonic: () => now, random: () => 0 };
  const breaker = createBreaker({ clock, log: silent });
  let calls = 0;
  const call = (key: string, outcome: CallFailure | string = 'done', service = 'offers') =>
    breaker(service, key, async () => {
      calls += 1;
      if (outcome instanceof CallFailure) throw outcome;
      return outcome;
    }).catch((failure: CallFailure) => failure);
  return { breaker, call, calls: () => calls, pass: (ms: number) => (now += ms), set: (ms: number) => (setBy += ms) };
}

/** A server's clock that is stopped until it continues, so many milliseconds later and set by so many more. */
function stoppedClock() {
  const startedAt = Date.now();
  let passedMs = () => 0;
  let setMs = 0;
  const goOn = (laterMs: number, setByMs = 0) => {
    const from = performance.now();
    passedMs = () => laterMs + performance.now() - from;
    setMs = setByMs;
  };
  const now = () => new Date(startedAt + passedMs() + setMs);
  return { clock: { ...impatientClock, now, monotonic: () => passedMs() }, goOn };
}

const busy = (retryAfterMs?: number) =>
  new CallFailure('busy', 'Answered with 503', { status: 503, ...(retryAfterMs ? { retryAfterMs } : {}) });
const refused = new CallFailure('refused', 'Answered with 400', { status: 400 });
const down = (retryAfterMs: number) => ({ kind: 'unreachable', retryAfterMs });

async function goDown({ call }: ReturnType<typeof opened>, failure = busy()) {
  for (const key of ['a', 'b', 'c', 'd']) await call(key, failure);
}

describe('a service at which four applications in a row have failed', () => {
  test('is not called for ten seconds; each call says at once how long to wait', async () => {
    const it = opened();
    await goDown(it);
    it.pass(1000);
    expect(await it.call('e')).toMatchObject(down(9000));
    expect(it.calls()).toBe(4);
  });

  test('gets one call then, and is back when that is answered, be it with a refusal', async () => {
    for (const answer of ['done', refused]) {
      const it = opened();
      await goDown(it);
      it.pass(10_000);
      expect(await it.call('e', answer)).toBe(answer);
      expect(await Promise.all([it.call('f'), it.call('g')])).toEqual(['done', 'done']);
    }
  });

  test('is tried by one call only after each rest', async () => {
    const it = opened();
    await goDown(it);
    for (const ms of [10_000, 10_000, 10_000]) {
      expect(await it.call('e')).toMatchObject(down(ms));
      it.pass(ms);
      const [first, second] = await Promise.all([it.call('f', busy()), it.call('g')]);
      expect([first, second]).toMatchObject([{ status: 503 }, down(1000)]);
    }
  });

  test('rests as long as it asks for, but a minute at most: the call after that goes through', async () => {
    for (const [asked, rests] of [
      [45_000, 45_000],
      [90_000, 60_000],
      [31_536_000_000, 60_000],
      [Number.POSITIVE_INFINITY, 60_000],
    ] as const) {
      const it = opened();
      await goDown(it, busy(asked));
      expect(await it.call('e')).toMatchObject(down(rests));
      it.pass(rests);
      expect(await it.call('e')).toBe('done');
    }
  });

  test.each([-3 * 3_600_000, 40 * 86_400_000])('rests as long, even if its clock is set by %d ms', async (ms) => {
    const it = opened();
    await goDown(it);
    it.set(ms);
    expect(await it.call('e')).toMatchObject(down(10_000));
    it.pass(10_000);
    expect(await it.call('e')).toBe('done');
  });

  test('does not hold up the others', async () => {
    const it = opened();
    await goDown(it);
    expect(await it.call('e', 'done', 'workflow-direct')).toBe('done');
  });
});

describe('a service is not taken for down', () => {
  test('by one application that fails again and again', async () => {
    const it = opened();
    for (let i = 0; i < 20; i += 1) await it.call('a', busy());
    expect(await it.call('a')).toBe('done');
  });

  test('by refusals, by failures with answers between, or by faults of our own', async () => {
    const it = opened();
    await goDown(it, refused);
    for (const key of ['a', 'b', 'c']) await it.call(key, busy());
    await it.call('d');
    await it.call('e', busy());
    for (const key of ['f', 'g', 'h', 'i']) {
      await it.breaker('offers', key, () => Promise.reject(new Error('disk'))).catch(() => undefined);
    }
    expect(await it.call('j')).toBe('done');
  });
});

test('of one service at most 64 calls run at once; those that wait are turned away when it goes down', async () => {
  const { breaker } = opened();
  const failures: ((failure: unknown) => void)[] = [];
  const calls = Array.from({ length: 100 }, (_, i) =>
    breaker('files', `${i}`, () => new Promise<void>((_resolve, reject) => failures.push(reject))).catch((e) => e),
  );
  await Promise.resolve();
  expect(failures).toHaveLength(64);
  for (const fail of failures) fail(busy());
  const outcomes = await Promise.all(calls);
  expect(failures.length).toBeLessThan(72);
  expect(outcomes.slice(80)).toMatchObject(outcomes.slice(80).map(() => down(10_000)));
});

test('a dead workflow is left alone while other applications go on; back again, it finishes what waited', async () => {
  // However slow this machine is, the rest of ten seconds is not over before all have met it.
  const { clock, goOn } = stoppedClock();
  const rig = await openRig({ clock });
  const { client, upstream } = rig;
  upstream.always('studentWorkflow', { status: 503 });
  const students = await Promise.all(Array.from({ length: 20 }, () => client.student()));
  for (const student of students) {
    await client.put(student);
    const stopped = await client.settled(student.id);
    expect(Date.parse(stopped.retryAt ?? '')).toBeGreaterThan(clock.now().getTime());
    expect(stageOf(stopped, 'cricos-submission').state).toBe('completed');
  }
  // Three tries in place for the first three, one for the fourth, none for the rest.
  expect(upstream.of('studentWorkflow')).toHaveLength(10);
  const agency = await client.agency();
  await client.put(agency);
  await client.processed(agency.id);

  upstream.always('studentWorkflow', undefined);
  goOn(12_500);
  for (const student of students) await client.put(student);
  for (const { id } of students) await client.processed(id);
  expect(upstream.of('studentWorkflow')).toHaveLength(10 + students.length);
  expect([...upstream.offers.values()]).toEqual(students.map(() => 1));
  await rig.close();
});

test('a Retry-After of a year closes a service for a minute only, and every application shows when it is tried again', async () => {
  let ahead = 0;
  const clock = movedBy(() => ahead);
  const rig = await openRig({ clock });
  const { client, upstream } = rig;
  const aYear = { status: 503, retryAfter: 31_536_000 };
  upstream.next('studentFlow', aYear, aYear, aYear, aYear);
  const applications = await Promise.all(Array.from({ length: 5 }, () => client.short()));
  const waits: number[] = [];
  for (const application of applications) {
    await client.put(application);
    const { retryAt = '' } = await client.until(application.id, ({ status }) => status === 'error');
    waits.push(Date.parse(retryAt) - clock.now().getTime());
  }
  // Four were answered and the fifth was turned away; 'a quarter of an hour' and 'a minute', plus its spread.
  expect(upstream.of('studentFlow')).toHaveLength(4);
  for (const wait of waits) expect(wait).toBeGreaterThan(0);
  for (const wait of waits.slice(0, 4)) expect(wait).toBeLessThanOrEqual(15 * 60_000);
  expect(waits[4]).toBeLessThanOrEqual(75_000);

  ahead = 60_000;
  for (const application of applications) await client.put(application);
  for (const { id } of applications) await client.processed(id);
  expect(upstream.of('studentFlow')).toHaveLength(4 + applications.length);
  await rig.close();
});

test('the clock set back by three hours keeps no circuit shut, and nothing waits three hours for its retry', async () => {
  // The first is not to have its own retry before the fourth has met the service.
  const { clock, goOn } = stoppedClock();
  const rig = await openRig({ clock });
  const { client, upstream } = rig;
  upstream.next('studentFlow', ...Array.from({ length: 10 }, () => ({ status: 503 })));
  const applications = await Promise.all(Array.from({ length: 4 }, () => client.short()));
  for (const application of applications) {
    await client.put(application);
    await client.until(application.id, ({ status }) => status === 'error');
  }
  const sent = upstream.of('studentFlow').length;
  upstream.next('studentFlow');
  goOn(12_500, -3 * 3_600_000);
  // The events show that the server retries: no client sends anything again.
  for (const { id } of applications) await client.processed(id);
  expect(upstream.of('studentFlow')).toHaveLength(sent + applications.length);
  await rig.close();
});

test('a service that hangs holds up the applications that need it, and no others', async () => {
  // Longer than the test may take: no call ends while it looks.
  const rig = await openRig({ env: { UPSTREAM_TIMEOUT_MS: '600000', RECORDS_SUBMIT_TIMEOUT_MS: '600000' } });
  const { client, upstream } = rig;
  const hanging = () => upstream.of('studentFlow').length;
  upstream.always('studentFlow', 'silent');
  for (let i = 0; i < 100; i += 1) {
    const id = randomUUID();
    await client.put({ path: `/api/short-applications/${id}`, body: { values: SHORT, documents: [] } });
  }
  await expect.poll(hanging, { timeout: 30_000 }).toBe(64);
  const agency = await client.agency();
  await client.put(agency);
  await client.processed(agency.id);
  // If one of them had ended, a waiting one would have replaced it.
  expect(hanging()).toBe(64);
  await upstream.close();
  await rig.close();
});
