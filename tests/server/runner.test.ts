import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqliteLedgers } from '#server/adapters/sqlite/open.ts';
import { CallFailure } from '#server/ports/call-failure.ts';
import type { Clock } from '#server/ports/clock.ts';
import type { Ledger, SubmissionRecord } from '#server/ports/ledger.ts';
import { createRunner } from '#server/submission/run.ts';
import type { Stage } from '#server/submission/stage.ts';
import { completed, created, failed, replaced, started, versioned } from '#server/submission/transitions.ts';
import { impatientClock, movedBy } from './support/rig.ts';

const ERROR = { code: 'POWER_AUTOMATE_ERROR', message: 'Agent application submission failed: no answer' };
const BODY = { variant: 'direct', values: {}, documents: [] };

let directory: string;
let ledger: Ledger;
let called: string[];
let isStopping: boolean;
/** Aborts when the work is given to another node. */
let lost: AbortController;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'runner-'));
  ({ ledger } = await openSqliteLedgers(directory));
  called = [];
  scheduled = [];
  isStopping = false;
  lost = new AbortController();
});
afterEach(async () => {
  await ledger.close();
  await rm(directory, { recursive: true });
});

/** A stage that notes its call, and runs `meanwhile` during it. */
const stage = (name: Stage['name'], meanwhile: () => Promise<void> | void = () => {}): Stage => ({
  name,
  repetition: name === 'power-automate' ? 'hold' : 'safe',
  run: async ({ leaving }) => {
    await leaving?.();
    called.push(name);
    await meanwhile();
    return {};
  },
  explain: () => ERROR,
});

/** When the runner wants to be called again. */
let scheduled: Date[];

/** Takes an application through these stages, on a server that holds what has an unknown outcome. */
function run(
  id: string,
  stages: readonly Stage[],
  asked: Pick<Ledger, 'save'> = ledger,
  clock: Clock = impatientClock,
): Promise<void> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const save: Ledger['save'] = (record, attached) => asked.save(record, attached);
  const runner = createRunner({
    ledger: Object.assign(Object.create(ledger), { save }),
    clock,
    log: silent,
    metrics: { stage: () => {}, repeated: () => {} },
    table: { student: stages, short: stages, agent: stages },
    scheduleRun: async (_id, at) => void scheduled.push(at),
    isStopping: () => isStopping,
  });
  return runner(id, lost.signal);
}

/** An application of an agency that was accepted, as the ledger has it. */
async function accepted(): Promise<SubmissionRecord> {
  const record = created({ id: randomUUID(), kind: 'agent', digest: 'd'.repeat(64), now: new Date() });
  await ledger.create(record, BODY);
  return record;
}

test('a stage that a server was in the middle of when it died counts as called: its outcome is unknown', async () => {
  const record = await accepted();
  const now = new Date();
  const died = versioned(record, now, completed('preparing', now), started('power-automate', now));
  await ledger.save(died);
  await run(record.id, [stage('preparing'), stage('power-automate'), stage('completion')]);
  expect(called).toEqual([]);
  const found = await ledger.find(record.id);
  expect(found?.stages[1]).toMatchObject({ state: 'error', held: true, unknown: true });
});

test('a version that another node writes in between stays: this one calls nothing further', async () => {
  const record = await accepted();
  const another = async () => {
    const found = (await ledger.find(record.id)) ?? record;
    const failure = { error: ERROR, unknown: true, held: true };
    expect(await ledger.save(versioned(found, new Date(), failed('power-automate', new Date(), failure)))).toBe(
      'saved',
    );
  };
  await run(record.id, [stage('preparing', another), stage('power-automate'), stage('completion')]);
  expect(called).toEqual(['preparing']);
  const found = await ledger.find(record.id);
  expect([found?.status, found?.stages[1]?.error]).toEqual(['error', ERROR]);
});

test('a server that is to stop ends the stage that it is in and begins no other; the next start continues', async () => {
  const record = await accepted();
  const stop = () => {
    isStopping = true;
  };
  const stages = [stage('preparing', stop), stage('power-automate'), stage('completion')];
  await run(record.id, stages);
  expect(called).toEqual(['preparing']);
  expect((await ledger.find(record.id))?.stages[0]?.state).toBe('completed');
  // What it did not begin has no unknown outcome, which would be held here.
  isStopping = false;
  await run(
    record.id,
    stages.map(({ name }) => stage(name)),
  );
  expect(called).toEqual(['preparing', 'power-automate', 'completion']);
  expect((await ledger.find(record.id))?.status).toBe('processed');
});

test('what a server that is to stop does not call any more is not noted as begun', async () => {
  const { id } = await accepted();
  const stop = () => {
    isStopping = true;
  };
  const resent = (name: Stage['name'], meanwhile?: () => void): Stage => ({
    ...stage(name, meanwhile),
    repetition: 'resend',
  });
  await run(id, [stage('preparing'), resent('power-automate', stop), resent('completion')]);
  expect((await ledger.find(id))?.stages.map(({ state }) => state)).toEqual(['completed', 'completed', 'pending']);
});

test('a call that is safe to repeat is shown as in progress only when it takes longer than a second', async () => {
  const { id } = await accepted();
  const waits: number[] = [];
  let pass = () => {};
  const after: Clock['after'] = (ms, work) => {
    waits.push(ms);
    pass = work;
    return () => {};
  };
  const stateOf = async () => (await ledger.find(id))?.stages[0]?.state;
  const states: (string | undefined)[] = [];
  const slow = stage('preparing', async () => {
    states.push(await stateOf());
    pass();
    await expect.poll(stateOf).toBe('in-progress');
  });
  await run(id, [slow, stage('power-automate'), stage('completion')], ledger, { ...impatientClock, after });
  expect([waits[0], states, called]).toEqual([1_000, ['pending'], ['preparing', 'power-automate', 'completion']]);
  expect((await ledger.find(id))?.status).toBe('processed');
});

// Found by the simulation (seed 321).
test('a node whose work was given to another notes what it has done, and not that it begins the next stage', async () => {
  const { id } = await accepted();
  await run(id, [stage('preparing'), stage('power-automate', () => lost.abort()), stage('completion')]);
  const states = (await ledger.find(id))?.stages.map(({ state }) => state);
  expect([states, called]).toEqual([
    ['completed', 'completed', 'pending'],
    ['preparing', 'power-automate'],
  ]);
});

test('a node whose work was given to another does not repeat a call that failed', async () => {
  const { id } = await accepted();
  const failing = stage('power-automate', () => {
    lost.abort();
    throw new CallFailure('busy', 'Answered with 503', { status: 503 });
  });
  await run(id, [stage('preparing'), failing, stage('completion')]);
  expect(called).toEqual(['preparing', 'power-automate']);
});

test('a node whose work was given to another keeps how far a stage has come, and makes none of its other calls', async () => {
  const { id } = await accepted();
  const several: Stage = {
    ...stage('power-automate'),
    run: async ({ saveProgress }) => {
      called.push('first call');
      lost.abort();
      await saveProgress({ calls: 1 });
      called.push('second call');
      return {};
    },
  };
  await run(id, [stage('preparing'), several, stage('completion')]);
  expect(called).toEqual(['preparing', 'first call']);
  expect(await ledger.outputs(id, 1)).toMatchObject({ 'power-automate': { calls: 1 } });
});

describe('where unknown outcomes are held', () => {
  const stages = (power: Stage) => [stage('preparing'), power, stage('completion')];
  const stageOf = async (id: string) => (await ledger.find(id))?.stages[1];
  /** A stage whose call leaves when the test lets it. */
  const leavingStage = (call: (leave: () => Promise<void>) => Promise<void>): Stage => ({
    ...stage('power-automate'),
    run: async ({ leaving }) => {
      await call(async () => {
        await leaving?.();
        called.push('power-automate');
      });
      return {};
    },
  });

  test('a call that waits to leave counts as not made, and one that leaves as made', async () => {
    const { id } = await accepted();
    let waiting: string | undefined;
    let left: string | undefined;
    const power = leavingStage(async (leave) => {
      waiting = (await stageOf(id))?.state;
      await leave();
      left = (await stageOf(id))?.state;
    });
    await run(id, stages(power));
    expect([waiting, left, (await stageOf(id))?.state]).toEqual(['pending', 'in-progress', 'completed']);
  });

  test('a server that is to stop lets no waiting call leave; the next start makes it', async () => {
    const { id } = await accepted();
    const stopped = leavingStage((leave) => {
      isStopping = true;
      return leave();
    });
    await run(id, stages(stopped));
    expect([called, (await stageOf(id))?.state]).toEqual([['preparing'], 'pending']);
    isStopping = false;
    await run(id, stages(leavingStage((leave) => leave())));
    expect((await ledger.find(id))?.status).toBe('processed');
    expect(called.filter((name) => name === 'power-automate')).toHaveLength(1);
  });

  test('a call that waits while the application is corrected does not leave', async () => {
    const record = await accepted();
    let tries = 0;
    const power = leavingStage(async (leave) => {
      tries += 1;
      const found = (await ledger.find(record.id)) ?? record;
      if (tries === 1) {
        await ledger.save(versioned(found, new Date(), replaced('e'.repeat(64))), { body: BODY });
      }
      await leave();
    });
    await run(record.id, stages(power));
    expect([tries, called.filter((name) => name === 'power-automate')]).toEqual([2, ['power-automate']]);
    expect(await ledger.find(record.id)).toMatchObject({ status: 'processed', revision: 2 });
  });

  test('a call that is known to have done nothing counts as not made during the pause to the next', async () => {
    const { id } = await accepted();
    const states: (string | undefined)[] = [];
    const power = leavingStage(async (leave) => {
      states.push((await stageOf(id))?.state);
      await leave();
      if (states.length === 1) throw new CallFailure('busy', 'Answered with 503', { status: 503 });
    });
    await run(id, stages(power));
    expect(states).toEqual(['pending', 'pending']);
    expect((await ledger.find(id))?.status).toBe('processed');
  });

  test('of several calls the next one counts as not made while it waits', async () => {
    const { id } = await accepted();
    let between: string | undefined;
    const several: Stage = {
      ...stage('power-automate'),
      run: async ({ leaving, saveProgress }) => {
        await leaving?.();
        await saveProgress({ calls: 1 }, 'confirmed');
        between = (await stageOf(id))?.state;
        await leaving?.();
        return {};
      },
    };
    await run(id, stages(several));
    expect([between, (await stageOf(id))?.state]).toEqual(['pending', 'completed']);
    expect(await ledger.outputs(id, 1)).toMatchObject({ 'power-automate': { calls: 1 } });
  });
});

describe('a release with another stage', () => {
  /** A made-up stage that some other release has. */
  const notify = stage('notify' as Stage['name']);
  const stagesBefore = () => [stage('preparing'), stage('power-automate'), stage('completion')];
  const stagesOf = async (id: string) => (await ledger.find(id))?.stages.map(({ name, state }) => `${name} ${state}`);

  test.each([
    ['last', () => [...stagesBefore(), notify]],
    ['in the middle', () => [stage('preparing'), notify, stage('power-automate'), stage('completion')]],
    ['first', () => [notify, ...stagesBefore()]],
  ])('that is added %s finishes what was accepted before it', async (_title, released) => {
    const { id } = await accepted();
    await run(id, released());
    expect(called).toEqual(released().map(({ name }) => name));
    expect(await stagesOf(id)).toEqual(released().map(({ name }) => `${name} completed`));
    expect((await ledger.find(id))?.status).toBe('processed');
  });

  test.each([
    ['last', () => [...stagesBefore(), notify]],
    ['before a stage that is done', () => [stage('preparing'), notify, stage('power-automate'), stage('completion')]],
  ])('that is added %s finishes what had come through the stages before it', async (_title, released) => {
    const record = await accepted();
    const now = new Date();
    const done = stagesBefore().map(({ name }) => completed(name, now));
    // As the release before left it where it did not know how to go on.
    await ledger.save(versioned(record, now, ...done));
    await run(record.id, released());
    expect([called, (await ledger.find(record.id))?.status]).toEqual([['notify'], 'processed']);
  });

  test('that is taken back leaves its stage to a node that still has it, and looks again in a minute', async () => {
    const { id } = await accepted();
    await run(id, [...stagesBefore(), stage('notify' as Stage['name'], stopHere)]);
    isStopping = false;
    called = [];
    const clock = movedBy(() => 60_000);
    await run(id, stagesBefore(), ledger, clock);
    expect([called, (await ledger.find(id))?.status]).toEqual([[], 'processing']);
    const [again] = scheduled;
    expect((again?.getTime() ?? 0) - clock.now().getTime()).toBeGreaterThan(50_000);
    await run(id, [...stagesBefore(), notify], ledger, clock);
    expect([called, (await ledger.find(id))?.status]).toEqual([['notify'], 'processed']);
  });

  test('that is taken back for good: the application is finished an hour later, and the stage counts as skipped', async () => {
    const { id } = await accepted();
    await run(id, [...stagesBefore(), stage('notify' as Stage['name'], stopHere)]);
    isStopping = false;
    called = [];
    let minutes = 1;
    const clock = movedBy(() => minutes * 60_000);
    await run(id, stagesBefore(), ledger, clock);
    expect((await ledger.find(id))?.status).toBe('processing');
    minutes = 62;
    await run(id, stagesBefore(), ledger, clock);
    expect([called, scheduled]).toEqual([[], [expect.any(Date)]]);
    const record = await ledger.find(id);
    expect(record?.status).toBe('processed');
    expect(record?.stages.at(-1)).toMatchObject({ name: 'notify', state: 'completed', skipped: true });
  });

  const stopHere = () => {
    isStopping = true;
    throw new CallFailure('busy', 'Answered with 503', { status: 503 });
  };
});

describe('a ledger that fails once the answer of a call is known', () => {
  const isKnown = (record: SubmissionRecord) => record.stages[1]?.state === 'completed';
  const stages = () => [stage('preparing'), stage('power-automate'), stage('completion')];

  test('is asked again, and the call is not made again', async () => {
    const { id } = await accepted();
    let left = 5;
    const save: Ledger['save'] = async (record, attached) => {
      if (!isKnown(record) || left === 0) return ledger.save(record, attached);
      left -= 1;
      throw new Error('the database is away');
    };
    await run(id, stages(), { save });
    expect([left, called]).toEqual([0, ['preparing', 'power-automate', 'completion']]);
    expect((await ledger.find(id))?.status).toBe('processed');
  });

  test('may have written all the same, which is noticed', async () => {
    const { id } = await accepted();
    let hasFailed = false;
    const save: Ledger['save'] = async (record, attached) => {
      const saving = await ledger.save(record, attached);
      if (!isKnown(record) || hasFailed) return saving;
      hasFailed = true;
      throw new Error('the connection is gone');
    };
    await run(id, stages(), { save });
    expect([hasFailed, called]).toEqual([true, ['preparing', 'power-automate', 'completion']]);
    expect((await ledger.find(id))?.status).toBe('processed');
  });

  test('and stays away for longer leaves the call for the staff, where unknown outcomes are held', async () => {
    const { id } = await accepted();
    const save: Ledger['save'] = async (record, attached) => {
      if (isKnown(record)) throw new Error('the database is away');
      return ledger.save(record, attached);
    };
    await expect(run(id, stages(), { save })).rejects.toThrow('the database is away');
    await run(id, stages());
    expect(called.filter((name) => name === 'power-automate')).toHaveLength(1);
    expect((await ledger.find(id))?.stages[1]).toMatchObject({ held: true });
  });
});
