import type { Mutation } from '../mutation.ts';

const open = 'server/adapters/postgres/open.ts';
const statements = 'server/adapters/postgres/statements.ts';

const postgres = ['tests/conformance/postgres.test.ts'];
const server = (name: string) => [`tests/server/${name}.test.ts`];

/** What nodes on one database owe each other: jobs, changes, and one place for documents. */
export const nodes: readonly Mutation[] = [
  {
    rule: 'An application is stored without the job that continues it',
    file: statements,
    find: `if (job) parts.push(sql\`job as (\${job})\`);`,
    replace: 'void job;',
    tests: postgres,
  },
  {
    rule: 'A write is kept although the queue could not take the time that it asks for',
    file: open,
    find: 'return work && queue.statementFor(record.id, work.at);',
    replace:
      'return work?.at ? void queue.add(record.id, work.at).catch(() => {}) : work && queue.statementFor(record.id);',
    tests: postgres,
  },
  {
    rule: 'A write that met nothing counts as made',
    file: statements,
    find: `sql\`require_met(\${count(0)} > 0, \${NOTHING_CHANGED})\``,
    replace: `sql\`require_met(true, \${NOTHING_CHANGED})\``,
    tests: postgres,
  },
  {
    rule: 'A write that missed one of its rows is made by half',
    file: statements,
    find: `require_met(\${count(i)} = \${mustChange}`,
    replace: `require_met(\${count(i)} <= \${mustChange}`,
    tests: postgres,
  },
  {
    rule: 'What another node writes is not seen by watchers of this one',
    file: 'server/adapters/postgres/watch.ts',
    find: 'for (const row of rows) changes.publish(toRecord(row));',
    replace: 'void rows;',
    tests: postgres,
  },
  {
    rule: 'A watcher gets an older version after a newer one',
    file: 'server/adapters/sql/changes.ts',
    find: 'if (watched === undefined || watched.version >= record.version) return;',
    replace: 'if (watched === undefined) return;',
    tests: ['tests/server/changes.test.ts'],
  },
  {
    rule: 'A crowd of uploads keeps the queue waiting',
    file: open,
    find: 'openPostgresQueue({ pool: pools.queue, width, log, clock })',
    replace: 'openPostgresQueue({ pool: pools.work, width, log, clock })',
    tests: server('upload-crowds'),
  },
  {
    rule: 'Two servers keep the documents of one database in two places',
    file: 'server/adapters/postgres/uploads-place.ts',
    find: 'if (known !== place) throw new OtherPlace(known, place);',
    replace: 'void known;',
    tests: server('uploads-place'),
  },
  {
    rule: 'A node does not say that its settings differ from the others',
    file: open,
    find: "async () => ((await notes.read('settings')) ?? settings) !== settings;",
    replace: 'async () => false;',
    tests: server('two-nodes'),
  },
];
