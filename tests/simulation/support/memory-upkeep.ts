import type { StageName } from '#domain/submission/stages.ts';
import type { SubmissionRecord } from '#server/ports/ledger.ts';
import type { Upkeep } from '#server/ports/upkeep.ts';
import type { MemoryDatabase } from './memory-database.ts';

const byChange = (one: SubmissionRecord, other: SubmissionRecord) => one.updatedAt.localeCompare(other.updatedAt);

function stateOf({ status, retryAt, stages }: SubmissionRecord) {
  if (status === 'processing') return 'processing';
  if (retryAt !== undefined) return 'waiting';
  return stages.some(({ held }) => held) ? 'held' : 'stopped';
}

function shareOf<Item>(items: readonly Item[], isRemoved: (item: Item) => boolean) {
  const removing = items.filter(isRemoved).length;
  return { removing, kept: Math.min(items.length, removing * 20 + 1) };
}

/** Upkeep in memory. */
export function memoryUpkeep(database: MemoryDatabase): Upkeep {
  const { submissions, retryRequests, uploads } = database;
  const all = () => [...submissions.values()].toSorted(byChange);
  const unfinished = () => all().filter(({ status, purgedAt }) => status !== 'processed' && purgedAt === undefined);
  return {
    backlog: async () => {
      const counts = { processing: 0, waiting: 0, stopped: 0, held: 0, misconfigured: 0 };
      const stoppedAt: Partial<Record<StageName, number>> = {};
      let oldest: string | undefined;
      for (const record of unfinished()) {
        const state = stateOf(record);
        counts[state] += 1;
        const stage = record.stages.find(({ state: of }) => of === 'error');
        if (stage?.misconfigured) counts.misconfigured += 1;
        if (state === 'stopped' && stage) stoppedAt[stage.name] = (stoppedAt[stage.name] ?? 0) + 1;
        const isOurs = state === 'processing' || state === 'waiting';
        if (isOurs && (oldest === undefined || record.createdAt < oldest)) oldest = record.createdAt;
      }
      const documentsSkipped = all().filter(
        ({ status, purgedAt, stages }) =>
          status === 'processed' && purgedAt === undefined && stages.some(({ skipped }) => skipped),
      ).length;
      return { ...counts, stoppedAt, documentsSkipped, ...(oldest === undefined ? {} : { oldest }) };
    },
    requestRetry: async (request) => void retryRequests.set(request.id, request),
    retryRequests: async () => [...retryRequests.values()],
    forgetRetry: async (id) => void retryRequests.delete(id),
    misconfigured: async () =>
      unfinished()
        .filter(({ status, stages }) => status === 'error' && stages.some(({ misconfigured }) => misconfigured))
        .map(({ id }) => id),
    countExpired: async (before) => {
      const withData = all().filter(({ purgedAt }) => purgedAt === undefined);
      return shareOf(withData, ({ updatedAt }) => updatedAt < before.toISOString());
    },
    countUnclaimed: async (before) =>
      shareOf([...uploads.values()], ({ claimed, createdAt }) => !claimed && createdAt < before.toISOString()),
    expired: async (before, limit) =>
      all()
        .filter(({ purgedAt, updatedAt, status, retryAt }) => {
          const isWorkedOn = status === 'processing' || retryAt !== undefined;
          return purgedAt === undefined && updatedAt < before.toISOString() && !isWorkedOn;
        })
        .slice(0, limit)
        .map(({ id }) => id),
    strip: async (record) => {
      if (submissions.get(record.id)?.version !== record.version - 1) return 'superseded';
      submissions.set(record.id, record);
      database.removePersonal(record.id);
      database.senders.delete(record.id);
      database.release(record.id);
      return 'saved';
    },
    truncateLog: async () => undefined,
  };
}
