import { randomUUID } from 'node:crypto';
import { link } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DocumentEntry } from '#tests/server/support/client.ts';

/** Writes this many processed applications into the ledger of a data directory without a running server. */
export function fillLedger(dataDir: string, applications: number): void {
  const database = new DatabaseSync(path.join(dataDir, 'ledger.sqlite'));
  database.exec('pragma synchronous = off; pragma cache_size = -200000; begin');
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${applications})`;
  // Ids scattered like UUIDs.
  const id = "substr(hex(i * 2654435761 % 4294967296), 1, 8) || '-0000-4000-8000-' || printf('%012d', i)";
  const at = "strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i, 'unixepoch')";
  const stages = JSON.stringify(
    ['preparing', 'power-automate', 'completion'].map((name) => ({ name, state: 'completed' })),
  );
  database.exec(`${numbers} insert into submissions
    (id, kind, version, revision, digest, status, stages, offer_id, retries, created_at, updated_at)
    select ${id}, 'short', 5, 1, 'digest', 'processed', '${stages}', 'OFFER_' || i, 0, ${at}, ${at} from n`);
  database.exec(`${numbers} insert into bodies select ${id}, 1, '${'x'.repeat(200)}' from n`);
  database.exec(`${numbers} insert into outputs select ${id}, 1, 'preparing', '${'y'.repeat(200)}' from n`);
  database.exec('commit; pragma wal_checkpoint(truncate)');
  database.close();
}

/**
 * Gives each draft the documents of an uploaded application: new rows, and the same bytes under other names. Returns
 * the documents of each draft, as its PUT names them.
 */
export async function copyUploads(
  dataDir: string,
  documents: readonly DocumentEntry[],
  drafts: readonly string[],
): Promise<readonly (readonly DocumentEntry[])[]> {
  const database = new DatabaseSync(path.join(dataDir, 'ledger.sqlite'), { timeout: 5000 });
  database.exec('begin immediate');
  const copy = database.prepare(`insert into uploads (id, draft_id, slot, name, type, size, created_at, sha256)
    select ?, ?, slot, name, type, size, created_at, sha256 from uploads where id = ?`);
  const copies = drafts.map((draft) =>
    documents.map((document) => {
      const uploadId = randomUUID().replaceAll('-', '');
      copy.run(uploadId, draft, document.uploadId);
      return { ...document, uploadId };
    }),
  );
  database.exec('commit');
  database.close();
  const file = (id: string) => path.join(dataDir, 'uploads', id);
  for (const own of copies) {
    for (const [i, { uploadId }] of own.entries()) await link(file(documents[i]?.uploadId ?? ''), file(uploadId));
  }
  return copies;
}
