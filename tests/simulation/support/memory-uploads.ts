import type { Held, UploadLedger, UploadRecord } from '#server/ports/upload-ledger.ts';
import type { MemoryDatabase, UploadRow } from './memory-database.ts';

const oldestFirst = (one: UploadRecord, other: UploadRecord) => one.createdAt.localeCompare(other.createdAt);

const missingOf = ({ upload, received }: UploadRow): number =>
  upload.sha256 === undefined ? upload.size - received : 0;

const reservedIn = (rows: readonly UploadRow[], activeSince: Date): number =>
  rows
    .filter(({ upload, receivedAt }) => (receivedAt ?? upload.createdAt) > activeSince.toISOString())
    .reduce((sum, row) => sum + missingOf(row), 0);

const heldIn = (rows: readonly UploadRow[], activeSince: Date): Held => ({
  uploads: rows.length,
  bytes: rows.reduce((sum, row) => sum + row.upload.size - missingOf(row), 0),
  reserved: reservedIn(rows, activeSince),
});

/** The register of uploads in memory. */
export function memoryUploads(database: MemoryDatabase): UploadLedger {
  const { uploads } = database;
  const rows = (isMeant: (row: UploadRow) => boolean) => [...uploads.values()].filter(isMeant);
  return {
    add: async ({ claimed: _claimed, ...upload }, client) =>
      void uploads.set(upload.id, { upload: { ...upload, ...(client !== undefined && { client }) }, received: 0 }),
    find: async (id) => uploads.get(id)?.upload,
    ofDraft: async (draftId) =>
      rows(({ upload }) => upload.draftId === draftId)
        .map(({ upload }) => upload)
        .toSorted(oldestFirst),
    noteArrived: async (id, received, at) => {
      const row = uploads.get(id);
      if (row) uploads.set(id, { ...row, received, receivedAt: at.toISOString() });
    },
    finish: async (id, sha256) => {
      const row = uploads.get(id);
      if (row) uploads.set(id, { ...row, upload: { ...row.upload, sha256 } });
    },
    take: async (id) => {
      const row = uploads.get(id);
      return row !== undefined && !database.isKept(row) && uploads.delete(id);
    },
    held: async (activeSince) =>
      heldIn(
        rows(() => true),
        activeSince,
      ),
    heldBy: async (client, activeSince) =>
      heldIn(
        rows(({ upload }) => upload.client === client),
        activeSince,
      ),
    reserved: async (activeSince, but) =>
      reservedIn(
        rows(({ upload }) => !but.includes(upload.id)),
        activeSince,
      ),
    forgetClients: async (before) => {
      for (const row of rows(({ upload }) => upload.createdAt < before.toISOString())) {
        const { client: _client, ...upload } = row.upload;
        uploads.set(upload.id, { ...row, upload });
      }
    },
    unclaimed: async (createdBefore) =>
      rows((row) => row.upload.createdAt < createdBefore.toISOString() && !database.isKept(row)).map(
        ({ upload }) => upload,
      ),
  };
}
