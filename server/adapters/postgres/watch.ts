import sql from 'sql-template-tag';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Changes } from '../sql/changes.ts';
import { RECORD_COLUMNS, type RecordRow, toRecord } from '../sql/rows.ts';
import type { Run } from '../sql/store.ts';

/** A change that another node wrote is seen within this. */
const LOOK_EVERY_MS = 500;

/** Publishes other nodes' changes of submissions that are watched here. Returns a function that stops it. */
export function watchOthers(
  run: Run,
  changes: Changes,
  { clock, log }: { readonly clock: Pick<Clock, 'after'>; readonly log: Log },
): () => void {
  let isOver = false;
  let hasFailed = false;
  const look = async () => {
    const watched = changes.watched();
    if (watched.size === 0) return;
    const rows = await run<RecordRow>(sql`select ${RECORD_COLUMNS} from submissions
      join unnest(${[...watched.keys()]}::text[], ${[...watched.values()]}::integer[]) as seen (id, version)
      on submissions.id = seen.id and submissions.version > seen.version`);
    for (const row of rows) changes.publish(toRecord(row));
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
