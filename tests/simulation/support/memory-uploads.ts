import type { UploadLedger, UploadRecord } from '#server/ports/upload-ledger.ts';
import type { MemoryDatabase } from './memory-database.ts';

const oldestFirst = (one: UploadRecord, other: UploadRecord) => one.createdAt.localeCompare(other.createdAt);

/** The register of uploads in memory. */
export function memoryUploads(database: MemoryDatabase): UploadLedger {
  const { uploads } = database;
  const all = (isMeant: (upload: UploadRecord) => boolean) => [...uploads.values()].filter(isMeant);
  const change = (id: string, changes: Partial<UploadRecord>) => {
    const upload = uploads.get(id);
    if (upload) uploads.set(id, { ...upload, ...changes });
    return upload !== undefined;
  };
  return {
    add: async ({ claimed: _claimed, ...upload }, limits) => {
      if (limits && database.submissions.get(upload.draftId)?.status === 'processed') return 'done';
      uploads.set(upload.id, upload);
      return undefined;
    },
    find: async (id) => uploads.get(id),
    // No world of the simulation approaches the limits.
    findHeld: async (id) => {
      const upload = uploads.get(id);
      return upload && { upload, held: { client: 0, all: 0 } };
    },
    ofDraft: async (draftId) => all((upload) => upload.draftId === draftId).toSorted(oldestFirst),
    noteArrived: async (id, received, at) => void change(id, { received, receivedAt: at.toISOString() }),
    finish: async (id, sha256, at) => {
      const received = uploads.get(id)?.size ?? 0;
      return change(id, { sha256, received, receivedAt: at.toISOString() });
    },
    deleteIfUnclaimed: async (id) => {
      const upload = uploads.get(id);
      return upload !== undefined && !database.isKept(upload) && uploads.delete(id);
    },
    forgetClients: async (before) => {
      for (const { client: _client, ...upload } of all(({ createdAt }) => createdAt < before.toISOString()))
        uploads.set(upload.id, upload);
    },
    unclaimed: async (createdBefore) =>
      all((upload) => upload.createdAt < createdBefore.toISOString() && !database.isKept(upload)),
  };
}
