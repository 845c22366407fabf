import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NO_FEES } from '#domain/student/records-dialect.ts';
import { openSqliteLedgers } from '#server/adapters/sqlite/open.ts';
import type { Ledger } from '#server/ports/ledger.ts';
import { createRunner } from '#server/submission/run.ts';
import type { Stage, StageContext } from '#server/submission/stage.ts';
import { prepareForm } from '#server/submission/stages/form.ts';
import { prepareStudent } from '#server/submission/stages/student.ts';
import { created } from '#server/submission/transitions.ts';
import { AGENCY, MAXIMAL } from '#tests/domain/support/applications.ts';
import agentFlow from '../fixtures/payloads/agent-flow-maximal.json' with { type: 'json' };
import offer from '../fixtures/payloads/offer-maximal.json' with { type: 'json' };
import workflow from '../fixtures/payloads/workflow-maximal.json' with { type: 'json' };
import { impatientClock } from './support/rig.ts';

// As the payload fixtures have them.
const PUT_AT = new Date('2026-06-15T00:30:00.123Z');
const ID = '9b2f4c1e-0d53-4c5a-8f39-6f1f0c1f2a77';

describe('a stage that does something outside', () => {
  let directory: string;
  let ledger: Ledger;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'ledger-first-'));
    ({ ledger } = await openSqliteLedgers(directory));
  });
  afterEach(async () => {
    await ledger.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** Runs a short application with a ledger whose writes begin late; what happened, in order. */
  async function story(failing?: string) {
    const happened: string[] = [];
    const stage = (name: Stage['name']): Stage => ({
      name,
      repetition: 'resend',
      run: async () => {
        happened.push(`call of ${name}`);
        return {};
      },
      explain: () => ({ code: 'X', message: 'x' }),
    });
    const save: Ledger['save'] = async (record, attachments) => {
      // Long enough for a call that does not wait: it needs no turn of the loop at all.
      for (let turn = 0; turn < 10; turn += 1) await setImmediate();
      const begun = record.stages.find(({ state }) => state === 'in-progress')?.name ?? record.status;
      if (begun === failing) throw new Error('the disk is away');
      const saving = await ledger.save(record, attachments);
      happened.push(`on the disk: ${begun}`);
      return saving;
    };
    const run = createRunner({
      ledger: { ...ledger, find: ledger.find.bind(ledger), save },
      clock: impatientClock,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      metrics: { stage: () => undefined, repeated: () => undefined },
      table: { student: [], agent: [], short: [stage('preparing'), stage('power-automate'), stage('completion')] },
      scheduleRun: async () => undefined,
      isStopping: () => false,
    });
    const id = randomUUID();
    const record = created({ id, kind: 'short', digest: id, now: new Date() });
    await ledger.create(record, { variant: 'direct', values: {}, documents: [] });
    await run(id, new AbortController().signal).catch((error: Error) => happened.push(error.message));
    return happened;
  }

  test('is called only when the ledger has on its disk that it has begun', async () => {
    expect(await story()).toEqual([
      'on the disk: preparing',
      'call of preparing',
      'on the disk: power-automate',
      'call of power-automate',
      'on the disk: completion',
      'call of completion',
      'on the disk: processed',
    ]);
  });

  test('is not called where the ledger could not write that', async () => {
    expect(await story('preparing')).toEqual(['the disk is away']);
    expect(await story('power-automate')).toEqual(['on the disk: preparing', 'call of preparing', 'the disk is away']);
  });
});

describe('what a restart prepares once more', () => {
  const contextOf = (kind: 'student' | 'agent', values: object, documents: readonly object[]): StageContext => {
    const facts = { id: ID, kind, digest: 'x', offerId: 'OFFER_20260615_103000123', now: PUT_AT };
    const body = { variant: 'direct', values, documents } as unknown as StageContext['body'];
    return {
      record: created(facts),
      body,
      outputs: {},
      key: ID,
      leaving: undefined,
      progress: undefined,
      mayBeDone: false,
      isAccepted: false,
      saveProgress: async () => {},
    };
  };

  test('is the same offer and the same JSON for the workflow, at any time: that of the PUT is in them', async () => {
    const records = { dialect: 'spec', fees: NO_FEES, visaTypes: [], intakeDates: new Map<string, string>() } as const;
    const stage = prepareStudent({
      timeZone: 'Australia/Melbourne',
      lists: async () => ({}),
      recordsFacts: async () => records,
    });
    const { output } = await stage.run(contextOf('student', MAXIMAL, []));
    expect(output).toMatchObject({
      offer,
      workflow: { ...offer, ...workflow },
      submittedAt: '2026-06-15T00:30:00.123Z',
    });
  });

  test("is the same for an agency's application", async () => {
    const documents = [{ slot: 'agent-introduction', uploadId: 'x', name: 'Our agency.profile.pdf', size: 9 }];
    const { output } = await prepareForm('agent').run(contextOf('agent', AGENCY, documents));
    expect(output).toEqual({ fields: agentFlow, submittedAt: '2026-06-15T00:30:00.123Z' });
  });
});
