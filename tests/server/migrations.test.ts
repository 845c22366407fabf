import { expect, test } from 'vitest';
import { POSTGRES_MIGRATIONS } from '#server/adapters/postgres/schema.ts';
import { migrationsOf } from '#server/adapters/sql/schema.ts';

/** It adds up what uploads hold, once: released before this rule, and a migration that was released is never changed. */
const COUNTED_ONCE = '013-upload-counts';

/** The statements that take longer the more rows a table has. The table takes no write until they have ended. */
function growing([name, statements]: readonly [string, readonly string[]]): readonly string[] {
  const isNew = (table = '') => statements.some((one) => one.startsWith(`create table ${table} `));
  return statements.filter((statement) => {
    const [, indexed] = /^create (?:unique )?index \S+ on (\w+)/.exec(statement) ?? [];
    const walks = /^(?:update|delete|insert into \w+ select)\b/.test(statement) && name !== COUNTED_ONCE;
    return walks || (indexed !== undefined && !isNew(indexed));
  });
}

test.each([
  ['SQLite', migrationsOf('sqlite')],
  ['PostgreSQL', POSTGRES_MIGRATIONS],
])('no migration of %s takes longer the more applications there are', (_engine, migrations) => {
  expect(Object.entries(migrations).flatMap(growing)).toEqual([]);
});

test('an index on a table that has rows, and a statement that changes all of them, are found', () => {
  const statements = [
    'create index uploads_name on uploads (name)',
    'update uploads set slot = name',
    "alter table uploads add column campus text not null default 'Melbourne'",
    'create table campuses (id text primary key)',
    'create index campuses_id on campuses (id)',
  ];
  expect(growing(['900-campus', statements])).toEqual(statements.slice(0, 2));
});
