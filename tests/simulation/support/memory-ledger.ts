import { createChanges } from '#server/adapters/sql/changes.ts';
import type { OpenLedgers } from '#server/adapters/sql/ledgers.ts';
import type { Attachments, Ledger, SubmissionRecord } from '#server/ports/ledger.ts';
import type { LedgerNotes } from '#server/ports/ledger-notes.ts';
import { MemoryDatabase } from './memory-database.ts';
import { memoryUpkeep } from './memory-upkeep.ts';
import { memoryUploads } from './memory-uploads.ts';

/** The same ledgers as in SQL, in memory. Calls `after` with each written record. */
export function openMemoryLedgers(
  database: MemoryDatabase,
  after: (record: SubmissionRecord) => void = () => undefined,
): OpenLedgers {
  return {
    ledger: memoryLedger(database, after),
    uploads: memoryUploads(database),
    upkeep: memoryUpkeep(database),
    notes: memoryNotes(database),
  };
}

function memoryLedger(database: MemoryDatabase, after: (record: SubmissionRecord) => void): Ledger {
  const { submissions, bodies, outputs, senders } = database;
  const changes = createChanges();
  const uploads = memoryUploads(database);
  const write = (record: SubmissionRecord, attachments: Attachments) => {
    database.write(record, attachments);
    changes.publish(record);
    after(record);
  };
  const isTaken = ({ id, applicationId }: SubmissionRecord) => {
    const owner = applicationId === undefined ? undefined : database.ownerOf(applicationId);
    return owner !== undefined && owner !== id;
  };
  const sentBy = (client: string, since: Date) =>
    [...submissions.values()]
      .filter(({ id, createdAt }) => senders.get(id) === client && createdAt > since.toISOString())
      .map(({ createdAt }) => createdAt)
      .toSorted();
  return {
    create: async (record, body, claims = [], sender) => {
      if (submissions.has(record.id)) return 'exists';
      if (isTaken(record)) return 'application-id-taken';
      if (record.offerId !== undefined && database.hasOfferId(record.offerId)) return 'offer-id-taken';
      if (sender && sentBy(sender.client, sender.since).length >= sender.limit) return 'too-many';
      if (!database.areOfDraft(record.id, claims)) return 'documents-gone';
      write(record, { body, claims });
      if (sender) senders.set(record.id, sender.client);
      return 'created';
    },
    save: async (record, attachments = {}) => {
      if (submissions.get(record.id)?.version !== record.version - 1) return 'superseded';
      if (isTaken(record)) return 'application-id-taken';
      const { claims } = attachments;
      if (claims !== undefined && !database.areOfDraft(record.id, claims)) return 'documents-gone';
      if (claims !== undefined) database.release(record.id);
      write(record, attachments);
      return 'saved';
    },
    find: async (id) => submissions.get(id),
    findWithUploads: async (id) => ({ record: submissions.get(id), uploads: await uploads.ofDraft(id) }),
    findWithBody: async (id) => {
      const record = submissions.get(id);
      const body = record && bodies.get(MemoryDatabase.key(id, record.revision));
      return record && { record, body: body && JSON.parse(body) };
    },
    body: async (id, revision) => {
      const body = bodies.get(MemoryDatabase.key(id, revision));
      if (body === undefined) throw new Error('no result');
      return JSON.parse(body);
    },
    outputs: async (id, revision) => {
      const stages = outputs.get(MemoryDatabase.key(id, revision)) ?? [];
      return Object.fromEntries([...stages].map(([stage, value]) => [stage, JSON.parse(value)]));
    },
    sentBy: async (client, place, since) => {
      const found = sentBy(client, since).at(-place);
      return found === undefined ? undefined : new Date(found);
    },
    forgetClients: async (before) => {
      for (const { id, createdAt } of submissions.values()) if (createdAt < before.toISOString()) senders.delete(id);
    },
    unfinished: async () =>
      [...submissions.values()]
        .filter(({ status, retryAt }) => status === 'processing' || (status === 'error' && retryAt !== undefined))
        .toSorted((one, other) => one.updatedAt.localeCompare(other.updatedAt))
        .map(({ id, retryAt }) => ({ id, ...(retryAt === undefined ? {} : { retryAt }) })),
    watch: changes.watch,
    assertWritable: async () => undefined,
    close: async () => undefined,
  };
}

const memoryNotes = ({ facts }: MemoryDatabase): LedgerNotes => ({
  read: async (name) => facts.get(name),
  write: async (name, value) => void facts.set(name, value),
  remove: async (...names) => {
    for (const name of names) facts.delete(name);
  },
});
