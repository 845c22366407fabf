import type { Held, UploadLedger, UploadRecord } from '#server/ports/upload-ledger.ts';
import type { MemoryDatabase, UploadRow } from './memory-database.ts';

const oldestFirst = (one: UploadRecord, other: UploadRecord) => one.createdAt.localeCompare(other.createdAt);

const heldIn = (rows: readonly UploadRow[]): Held => ({
  uploads: rows.length,
  bytes: rows.reduce((sum, { upload }) => sum + upload.size, 0),
});

/** The register of uploads in memory. */
export function memoryUploads(database: MemoryDatabase): UploadLedger {
  const { uploads } = database;
  const rows = (isMeant: (row: UploadRow) => boolean) => [...uploads.values()].filter(isMeant);
  return {
    add: async ({ claimed: _claimed, ...upload }, client) => void uploads.set(upload.id, { upload, client }),
    find: async (id) => uploads.get(id)?.upload,
    ofDraft: async (draftId) =>
      rows(({ upload }) => upload.draftId === draftId)
        .map(({ upload }) => upload)
        .toSorted(oldestFirst),
    finish: async (id, sha256) => {
      const row = uploads.get(id);
      if (row) uploads.set(id, { ...row, upload: { ...row.upload, sha256 } });
    },
    take: async (id) => {
      const row = uploads.get(id);
      return row !== undefined && !database.isKept(row) && uploads.delete(id);
    },
    held: async () => heldIn(rows(() => true)),
    heldBy: async (client) => heldIn(rows((row) => row.client === client)),
    unfinished: async () => heldIn(rows(({ upload }) => upload.sha256 === undefined)),
    underWay: async () => rows(({ upload }) => upload.sha256 === undefined).map(({ upload }) => upload),
    forgetClients: async (before) => {
      for (const { upload } of rows(({ upload }) => upload.createdAt < before.toISOString())) {
        uploads.set(upload.id, { upload, client: undefined });
      }
    },
    unclaimed: async (createdBefore) =>
      rows((row) => row.upload.createdAt < createdBefore.toISOString() && !database.isKept(row)).map(
        ({ upload }) => upload,
      ),
  };
}
