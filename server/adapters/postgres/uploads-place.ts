import { setFactOnce } from '../sql/ledger-notes.ts';
import type { Run } from '../sql/store.ts';

/** Where the nodes of a database keep documents, so that each finds those of the others. */
export type UploadsPlace = 'a bucket' | `the directory ${string}`;

const FACT = 'uploads-place';

/** The first node decides. Throws OtherPlace, since the nodes would not find each other's documents. */
export async function assertSamePlace(run: Run, place: UploadsPlace): Promise<void> {
  const known = await setFactOnce(run, FACT, place);
  if (known !== place) throw new OtherPlace(known, place);
}

/** Its message is for the operator. */
class OtherPlace extends Error {
  override readonly name = 'OtherPlace';

  constructor(known: string, place: UploadsPlace) {
    const other = known === 'a bucket' ? known : place === 'a bucket' ? 'a DATA_DIR' : 'another DATA_DIR';
    super(
      `DATABASE_URL is used by a server that keeps documents in another place: ${other}. Several machines need the same ` +
        'UPLOADS_S3_BUCKET on each of them. If all documents were moved here, forget the other place: ' +
        `delete from ledger_facts where name = '${FACT}'`,
    );
  }
}
