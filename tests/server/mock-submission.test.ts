import { afterEach, expect, test } from 'vitest';
import type { Clock } from '#server/ports/clock.ts';
import { stageOf } from './support/client.ts';
import { impatientClock, openRig, type Rig } from './support/rig.ts';

let rig: Rig | undefined;
afterEach(() => rig?.close());

const WITH_MOCK = { AGENT_FLOW_URL: undefined, AGENT_FLOW_MOCK: '1' };

/** A clock whose chance falls as given, again and again, and that notes each wait in milliseconds. */
function heldClock(chance: number): { clock: Clock; waits: number[] } {
  const waits: number[] = [];
  const sleep = (ms: number) => {
    waits.push(ms);
    return impatientClock.sleep(ms);
  };
  return { clock: { ...impatientClock, sleep, random: () => chance }, waits };
}

async function register(chance: number) {
  const { clock, waits } = heldClock(chance);
  rig = await openRig({ env: WITH_MOCK, clock });
  const application = await rig.client.agency();
  expect((await rig.client.put(application)).status).toBe(202);
  return { submission: await rig.client.settled(application.id), waits, rig };
}

test.each([
  [0, 'error'],
  [0.0999, 'error'],
  [0.1, 'processed'],
  [0.9999, 'processed'],
])('with AGENT_FLOW_MOCK=1 chance %d of 1 ends as %s: one in ten fails, after 2 s', async (chance, status) => {
  const { submission, waits, rig } = await register(chance);
  expect(submission.status).toBe(status);
  expect(waits).toContain(2000);
  // Nothing is sent.
  expect(rig.upstream.of('agentFlow')).toEqual([]);
});

test('a failure of the mock is said in the words of the specification', async () => {
  const { submission } = await register(0);
  expect(stageOf(submission, 'power-automate')).toMatchObject({
    state: 'error',
    error: { message: 'Agent application submission failed: Mock submission failed' },
  });
});

test('with a configured flow the mock replaces nothing', async () => {
  const { clock, waits } = heldClock(0);
  rig = await openRig({ env: { AGENT_FLOW_MOCK: '1' }, clock });
  const application = await rig.client.agency();
  await rig.client.put(application);
  await rig.client.processed(application.id);
  expect(rig.upstream.of('agentFlow')).toHaveLength(1);
  expect(waits).not.toContain(2000);
});
