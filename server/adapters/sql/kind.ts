import { readFact, setFactOnce } from './ledger-notes.ts';
import type { Run } from './store.ts';

/** A ledger has either real applications, or those of a demonstration with simulated services. */
export type LedgerKind = 'demo' | 'real';

/** The kind of server that opens a ledger, and the ledger's place in the operator's words, such as 'DATA_DIR ./data'. */
export interface Owner {
  readonly kind: LedgerKind;
  readonly place: string;
}

/** Throws WrongKind for a ledger that is marked as of the other kind. Only reads. */
export async function assertKind(run: Run, owner: Owner): Promise<void> {
  assertSame(await readFact(run, 'kind'), owner);
}

/** Marks the ledger as of its owner's kind; the first server decides. Throws WrongKind for one of the other kind. */
export async function markKind(run: Run, owner: Owner): Promise<void> {
  assertSame(await setFactOnce(run, 'kind', owner.kind), owner);
}

const HOW_TO: Readonly<Record<LedgerKind, string>> = {
  demo:
    'Set the college’s services (.env.example lists them), or, for a demonstration, another DATA_DIR and no ' +
    'DATABASE_URL or UPLOADS_S3_BUCKET of real applications',
  real: 'Set another DATA_DIR, DATABASE_URL or UPLOADS_S3_BUCKET for real applications',
};

function assertSame(known: string | undefined, { kind, place }: Owner): void {
  if (known === undefined || known === kind) return;
  const [what, mode] =
    kind === 'demo' ? ['real applications', 'in demo mode'] : ['a demonstration', 'for real applications'];
  throw new WrongKind(
    `${place} has the ledger of ${what}, and this server is ${mode}. Nothing was changed. ${HOW_TO[kind]}`,
  );
}

class WrongKind extends Error {
  override readonly name = 'WrongKind';
}
