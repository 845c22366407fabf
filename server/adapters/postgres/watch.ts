import type pg from 'pg';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Changes } from '../sql/changes.ts';
import { type RecordRow, SUBMISSION_COLUMNS, toRecord } from '../sql/rows.ts';
import { onConnection, run } from './statements.ts';

/** A change that another node wrote is seen within this. */
const LOOK_EVERY_MS = 500;

const COLUMNS = SUBMISSION_COLUMNS.map((name) => `submissions.${name}`).join(', ');
const NEWER = `select ${COLUMNS} from submissions
  join unnest($1::text[], $2::integer[]) as seen (id, version)
  on submissions.id = seen.id and submissions.version > seen.version`;

/** Publishes changes that other nodes make to submissions watched here. The function returned ends it. */
export function watchOthers(
  pool: pg.Pool,
  changes: Changes,
  { clock, log }: { readonly clock: Pick<Clock, 'after'>; readonly log: Log },
): () => void {
  let isOver = false;
  let hasFailed = false;
  const look = async () => {
    const watched = changes.watched();
    if (watched.size === 0) return;
    const parameters = [[...watched.keys()], [...watched.values()]];
    const { rows } = await onConnection(pool, (client) => run(client, { sql: NEWER, parameters }));
    for (const row of rows as readonly RecordRow[]) changes.publish(toRecord(row));
  };
  const next = () =>
    clock.after(LOOK_EVERY_MS, async () => {
      try {
        await look();
        hasFailed = false;
      } catch (err) {
        if (!hasFailed) log.warn({ err }, 'changes of submissions cannot be read');
        hasFailed = true;
      }
      if (!isOver) callOff = next();
    });
  let callOff = next();
  return () => {
    isOver = true;
    callOff();
  };
}
