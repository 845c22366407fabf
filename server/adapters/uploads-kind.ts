import type { LedgerKind } from '../ports/ledger-kind.ts';
import { WrongKind } from '../ports/ledger-kind.ts';
import type { UploadLedger } from '../ports/upload-ledger.ts';
import { type Owner, otherKind } from './sql/kind.ts';

/** The name of the mark among the uploads. No upload can have it. */
export const KIND_MARK = 'ledger.kind';

/** Where uploads lie, and the mark that says of which kind their ledger is. */
export interface MarkedUploads {
  /** Undefined without a mark. */
  readKind(): Promise<LedgerKind | undefined>;
  writeKind(kind: LedgerKind): Promise<void>;
  /** Ids of all uploads that are stored there. */
  everyId(): AsyncIterable<string>;
}

/** What a mark says. */
export const kindIn = (text: string): LedgerKind => (text.trim() === 'demo' ? 'demo' : 'real');

/** Throws WrongKind, having changed nothing, where the uploads belong to a ledger of the other kind. */
export async function assertUploadsKind(marked: MarkedUploads, { kind, place }: Owner): Promise<void> {
  const known = await marked.readKind();
  if (known !== undefined && known !== kind) throw otherKind(kind, `${place} has the uploads`);
}

/**
 * Marks the uploads as those of this ledger. Unmarked uploads may be real applications' of an earlier release. A
 * demonstration would remove those that its ledger does not know: then it throws WrongKind.
 */
export async function markUploads(
  marked: MarkedUploads,
  uploads: Pick<UploadLedger, 'find'>,
  owner: Owner,
): Promise<void> {
  await assertUploadsKind(marked, owner);
  if ((await marked.readKind()) !== undefined) return;
  if (owner.kind === 'demo') {
    for await (const id of marked.everyId()) {
      if (await uploads.find(id)) continue;
      throw new WrongKind(
        `${owner.place} has uploads that this server’s ledger does not know, perhaps of real applications, and this ` +
          'server is in demo mode, which would remove them. Nothing was changed. Set an empty place for a demonstration',
      );
    }
  }
  await marked.writeKind(owner.kind);
}
