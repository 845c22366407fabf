import type { LedgerKind } from '../ports/ledger-kind.ts';
import { WrongKind } from '../ports/ledger-kind.ts';
import type { UploadLedger } from '../ports/upload-ledger.ts';
import { type Claim, otherKind } from './sql/kind.ts';

/** Beside the uploads, under a name that none of them can have: whose they are. */
export const KIND_MARK = 'ledger.kind';

/** Where uploads lie, and the mark that says of which kind their ledger is. */
export interface MarkedUploads {
  /** Undefined where nobody has marked them yet. */
  readKind(): Promise<LedgerKind | undefined>;
  writeKind(kind: LedgerKind): Promise<void>;
  /** Ids of everything that lies there, however young. */
  everyId(): AsyncIterable<string>;
}

/** What a mark says. */
export const kindIn = (text: string): LedgerKind => (text.trim() === 'demo' ? 'demo' : 'real');

/** Throws WrongKind, having changed nothing, where the uploads belong to a ledger of the other kind. */
export async function assertUploadsKind(marked: MarkedUploads, { kind, place }: Claim): Promise<void> {
  const known = await marked.readKind();
  if (known !== undefined && known !== kind) throw otherKind(kind, `${place} has the uploads`);
}

/**
 * Marks the uploads as those of this ledger. Without a mark they may be of an earlier release and of real applications:
 * a demonstration takes them only where it knows each of them, since it would remove the others. Throws WrongKind else.
 */
export async function claimUploads(
  marked: MarkedUploads,
  uploads: Pick<UploadLedger, 'find'>,
  claim: Claim,
): Promise<void> {
  await assertUploadsKind(marked, claim);
  if ((await marked.readKind()) !== undefined) return;
  if (claim.kind === 'demo') {
    for await (const id of marked.everyId()) {
      if (await uploads.find(id)) continue;
      throw new WrongKind(
        `${claim.place} has uploads that this server’s ledger does not know, perhaps of real applications, and this ` +
          'server is in demo mode, which would remove them. Nothing was changed. Set an empty place for a demonstration',
      );
    }
  }
  await marked.writeKind(claim.kind);
}
