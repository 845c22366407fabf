import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Sql } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createChanges } from '#server/adapters/sql/changes.ts';
import { createSqlLedger } from '#server/adapters/sql/ledger.ts';
import { createSqlPersonalData } from '#server/adapters/sql/personal-data.ts';
import type { Store } from '#server/adapters/sql/store.ts';
import { createSqlTransferLedger } from '#server/adapters/sql/transfers.ts';
import { createSqlUpkeep } from '#server/adapters/sql/upkeep.ts';
import { createSqlUploadLedger } from '#server/adapters/sql/uploads.ts';
import { openSqliteStore } from '#server/adapters/sqlite/open.ts';
import { created, started, versioned } from '#server/submission/transitions.ts';

/**
 * The indexes of what is unfinished, and of what was skipped, are as small as that is, so that all of them may be looked
 * through. The staff's list of what was purged goes by the ids,
 * and their journal from its end, each so far as a page is long.
 */
const MAY_BE_SCANNED =
  /^SCAN (?:retry_requests|submissions USING INDEX (?:submissions_unfinished|submissions_skipped|[\s\S]*where purged_at is not null[\s\S]*limit)|journal USING INDEX journal_age|CONSTANT ROW|asked|others|\(subquery-\d+\))/;

test('no query that requests, figures, chores and the staff make looks through what is processed', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'plans-'));
  const file = path.join(directory, 'ledger.sqlite');
  const asked: Sql[] = [];
  const real = await openSqliteStore(file);
  const store: Store = {
    ...real,
    rows: (query) => {
      asked.push(query);
      return real.rows(query);
    },
    write: (queries) => {
      asked.push(...queries);
      return real.write(queries);
    },
  };
  const [ledger, uploads, upkeep] = [
    createSqlLedger(store, createChanges()),
    createSqlUploadLedger(store),
    createSqlUpkeep(store),
  ];
  const now = new Date();
  const id = randomUUID();
  const record = created({ id, kind: 'agent', digest: 'd', now, applicationId: 'AGT-2026-AAAAAA-000001' });
  const sender = { client: 'client', limit: 10, since: now };
  await ledger.create(record, {}, [], sender);
  await ledger.create(record, {}, [], sender);
  await ledger.save(versioned(record, now, started('preparing', now)), { outputs: [{ stage: 'preparing', value: 1 }] });
  await ledger.find(id);
  await ledger.findWithBody(id);
  await ledger.findWithUploads(id);
  await ledger.body(id, 1);
  await ledger.outputs(id, 1);
  await ledger.sentBy('client', 10, now);
  await ledger.forgetClients(now);
  await ledger.unfinished();
  await ledger.assertWritable();
  await uploads.find(id);
  await uploads.ofDraft(id);
  await uploads.finish(id, 'f', now);
  await uploads.deleteIfUnclaimed(id);
  await uploads.unclaimed(now);
  await uploads.noteArrived(id, 1, now);
  await uploads.findHeld(id);
  const announced = { id, draftId: id, slot: 'cv', name: 'a', type: 'b', size: 1, createdAt: now.toISOString() };
  const none = { draft: 0, client: 0, all: 0, room: 0, activeSince: now };
  await uploads.add({ ...announced, client: 'client' }, none);
  await uploads.forgetClients(now);
  await upkeep.backlog();
  const persons = createSqlPersonalData(store);
  const place = { ...record, purgedAt: now.toISOString() };
  for (const state of ['unfinished', 'all', 'held', 'purged'] as const) {
    for (const after of [undefined, record, place]) await persons.list({ state, since: now }, 10, after);
  }
  await persons.idsBetween(id, id, 10);
  await persons.byReference('AGT-2026-AAAAAA-000001');
  await persons.mentioning(['wei@example.com'], 1, id);
  await persons.referring('4711', 1, id);
  await persons.keptOf(id);
  const done = { at: now.toISOString(), who: 'a', action: 'erase', submission: id, what: 'x' } as const;
  await persons.erase(versioned(record, now), done);
  await persons.journal(10, id);
  await persons.journal(10);
  await upkeep.retryRequests();
  await upkeep.expired(now, 10);
  await upkeep.strip(versioned(record, now));
  const transfers = createSqlTransferLedger(store);
  await transfers.find(id);
  await transfers.move(id, { from: ['waiting', 'opened'], fromUpload: id, to: 'opened' });
  await transfers.expired(now, 10);
  await transfers.remove(id);
  await ledger.close();

  const database = new DatabaseSync(file);
  const plans = asked.flatMap(({ sql, values }) =>
    database
      .prepare(`explain query plan ${sql}`)
      .all(...(values as SQLInputValue[]))
      .map(({ detail }) => `${detail} for ${sql}`),
  );
  database.close();
  expect(plans.length).toBeGreaterThan(15);
  expect(plans.filter((plan) => plan.startsWith('SCAN') && !MAY_BE_SCANNED.test(plan))).toEqual([]);
  await rm(directory, { recursive: true, force: true });
});
