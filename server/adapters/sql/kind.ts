import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type LedgerKind, WrongKind } from '../../ports/ledger-kind.ts';
import { readFact, setFactOnce } from './facts.ts';
import { migrate, type Tables } from './schema.ts';

/** The kind of server that opens a ledger, and the ledger's place in the operator's words, such as 'DATA_DIR ./data'. */
export interface Owner {
  readonly kind: LedgerKind;
  readonly place: string;
}

const FACT = 'kind';

/**
 * Brings the schema up to date and marks the ledger as of its owner's kind. Throws WrongKind, and changes nothing, for a
 * ledger of the other kind. Without an owner the mark is neither read nor set.
 */
export async function migrateAs(
  db: Kysely<Tables>,
  owner: Owner | undefined,
  migrations?: Readonly<Record<string, Migration>>,
): Promise<void> {
  if (owner) await assertKind(db, owner);
  await migrate(db, migrations);
  if (owner) await mark(db, owner);
}

/** Throws WrongKind for a ledger of the other kind. A ledger without a mark is new. Only reads. */
export async function assertKind(db: Kysely<Tables>, { kind, place }: Owner): Promise<void> {
  const names = new Set((await db.introspection.getTables()).map(({ name }) => name));
  const known = names.has('ledger_facts') ? await readFact(db, FACT) : undefined;
  if (known !== undefined && known !== kind) throw otherKind(kind, `${place} has the ledger`);
}

/** The first server of several that start at once decides. */
async function mark(db: Kysely<Tables>, { kind, place }: Owner): Promise<void> {
  if ((await setFactOnce(db, FACT, kind)) !== kind) throw otherKind(kind, `${place} has the ledger`);
}

const HOW_TO: Readonly<Record<LedgerKind, string>> = {
  demo:
    'Set the college’s services (.env.example lists them), or, for a demonstration, a DATA_DIR of its own and no ' +
    'DATABASE_URL or UPLOADS_S3_BUCKET of real applications',
  real: 'Set a DATA_DIR, DATABASE_URL or UPLOADS_S3_BUCKET of its own for real applications',
};

/** The error of a server of `kind` that found data of the other kind; `found` begins its message. */
export function otherKind(kind: LedgerKind, found: string): WrongKind {
  const [what, mode] =
    kind === 'demo' ? ['real applications', 'in demo mode'] : ['a demonstration', 'for real applications'];
  return new WrongKind(`${found} of ${what}, and this server is ${mode}. Nothing was changed. ${HOW_TO[kind]}`);
}
