import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteLedgers } from '#server/adapters/sqlite/open.ts';
import { CallFailure } from '#server/ports/call-failure.ts';
import type { Ledger, SubmissionRecord } from '#server/ports/ledger.ts';
import { createRunner } from '#server/submission/run.ts';
import type { Stage } from '#server/submission/stage.ts';
import { completed, created, failed, started, versioned } from '#server/submission/transitions.ts';
import { impatientClock } from './support/rig.ts';

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
  isStopping = false;
  lost = new AbortController();
});
afterEach(async () => {
  await ledger.close();
  await rm(directory, { recursive: true });
});

/** A stage that notes its call, and does what the test says meanwhile. */
const stage = (name: Stage['name'], meanwhile: () => Promise<void> | void = () => {}): Stage => ({
  name,
  repetition: name === 'power-automate' ? 'hold' : 'safe',
  run: async () => {
    called.push(name);
    await meanwhile();
    return {};
  },
  explain: () => ERROR,
});

/** Takes an application through these stages, on a server that holds what has an unknown outcome. */
function run(id: string, stages: readonly Stage[]): Promise<void> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const runner = createRunner({
    ledger,
    clock: impatientClock,
    log: silent,
    metrics: { stage: () => {} },
    table: { student: stages, short: stages, agent: stages },
    scheduleRun: async () => {},
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

test('what another node writes meanwhile stands: this one calls nothing further', async () => {
  const record = await accepted();
  const another = async () => {
    // This node's own write comes first.
    await expect.poll(async () => (await ledger.find(record.id))?.stages[0]?.state).toBe('in-progress');
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

test('a server that is to stop ends the stage that it is in and begins no other; the next start goes on', async () => {
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
    run: async ({ keep }) => {
      called.push('first call');
      lost.abort();
      await keep({ calls: 1 });
      called.push('second call');
      return {};
    },
  };
  await run(id, [stage('preparing'), several, stage('completion')]);
  expect(called).toEqual(['preparing', 'first call']);
  expect(await ledger.outputs(id, 1)).toMatchObject({ 'power-automate': { calls: 1 } });
});
