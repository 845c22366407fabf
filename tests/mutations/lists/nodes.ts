import type { Mutation } from '../mutation.ts';
import { within } from '../within.ts';

/** What nodes on one database owe each other: jobs, changes, and one place for documents. */
export const nodes: readonly Mutation[] = [
  ...within('server/adapters/postgres/statements.ts', 'conformance/postgres.test.ts', {
    'An application is stored without the job that continues it': [
      `if (job) parts.push(sql\`job as (\${job})\`);`,
      'void job;',
    ],
    'A write that met nothing counts as made': [
      `sql\`require_met(\${count(0)} > 0, \${NOTHING_CHANGED})\``,
      `sql\`require_met(true, \${NOTHING_CHANGED})\``,
    ],
    'A write that missed one of its rows is made by half': [
      `require_met(\${count(i)} = \${mustChange}`,
      `require_met(\${count(i)} <= \${mustChange}`,
    ],
  }),
  ...within('server/adapters/postgres/open.ts', 'conformance/postgres.test.ts', {
    'A write is kept although the queue could not take the time that it asks for': [
      'return work && queue.statementFor(record.id, work.at);',
      'return work?.at ? void queue.add(record.id, work.at).catch(() => {}) : work && queue.statementFor(record.id);',
    ],
    'A crowd of uploads keeps the queue waiting': [
      'openPostgresQueue({ pool: pools.queue, width, log, clock })',
      'openPostgresQueue({ pool: pools.work, width, log, clock })',
      'server/upload-crowds.test.ts',
    ],
    'A node does not say that its settings differ from the others': [
      "async () => ((await notes.read('settings')) ?? settings) !== settings;",
      'async () => false;',
      'server/two-nodes.test.ts',
    ],
  }),
  ...within('server/adapters/postgres/watch.ts', 'conformance/postgres.test.ts', {
    'What another node writes is not seen by watchers of this one': [
      'for (const row of rows) changes.publish(toRecord(row));',
      'void rows;',
    ],
  }),
  ...within('server/adapters/sql/changes.ts', 'server/changes.test.ts', {
    'A watcher gets an older version after a newer one': [
      'if (watched === undefined || watched.version >= record.version) return;',
      'if (watched === undefined) return;',
    ],
  }),
  ...within('server/adapters/postgres/uploads-place.ts', 'server/uploads-place.test.ts', {
    'Two servers keep the documents of one database in two places': [
      'if (known !== place) throw new OtherPlace(known, place);',
      'void known;',
    ],
  }),
];
