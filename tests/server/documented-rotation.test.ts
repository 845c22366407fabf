/** @module-tag slow */
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startNodes } from '#tests/support/nodes.ts';
import { Client } from './support/client.ts';
import { readyAgain } from './support/tolerant.ts';

/** The statements that docs/operate/upgrade.md has an operator run for a new password of the database. */
async function documentedStatements(password: string): Promise<string> {
  const page = await readFile('docs/operate/upgrade.md', 'utf8');
  const [, statements] = /The database's password[\s\S]*?```sql\n([\s\S]*?)```/.exec(page) ?? [];
  if (statements === undefined)
    throw new Error('docs/operate/upgrade.md says nothing of a new password of the database');
  return statements.replaceAll('LONG', password);
}

test('the password of the database is rotated as the page says: old and new nodes work side by side, and work of the old one continues', async () => {
  await using nodes = await startNodes();
  const operator = new pg.Client(nodes.database);
  await operator.connect();
  const { pathname } = new URL(nodes.database);
  await operator.query(`create role application login password 'of the first year';
    alter database ${pathname.slice(1)} owner to application; alter schema public owner to application`);
  const as = (role: string, password: string) => {
    const address = new URL(nodes.database);
    [address.username, address.password] = [role, password];
    return { DATABASE_URL: address.href };
  };
  try {
    const old = await nodes.start(as('application', 'of the first year'));
    nodes.mocks.setScenario({ service: 'student-workflow', scenario: 'failing' });
    const client = new Client(old.url);
    const begun = await client.student();
    await client.put(begun);
    await client.settled(begun.id);

    await operator.query(await documentedStatements('of the second year'));
    const node = await nodes.start(as('application_2', 'of the second year'));
    await readyAgain(old.url);
    await old.stop();
    await operator.query('alter role application nologin');
    nodes.mocks.setScenario({ service: 'student-workflow', scenario: 'accepts' });

    const other = new Client(node.url);
    const later = await other.student();
    await other.put(later);
    await other.put(begun);
    for (const { id } of [begun, later]) {
      await other.processed(id);
      expect(nodes.mocks.effects('offers').filter(({ key }) => key === id)).toHaveLength(1);
    }
  } finally {
    await operator.end();
  }
});
