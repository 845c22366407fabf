import type { Mutation } from '../mutation.ts';

const open = 'server/adapters/postgres/open.ts';
const statements = 'server/adapters/postgres/statements.ts';
const store = 'server/adapters/postgres/store.ts';
const leases = 'server/adapters/postgres/leases.ts';
const register = 'server/adapters/postgres/node-register.ts';

const postgres = ['tests/conformance/postgres.test.ts'];
const server = (name: string) => [`tests/server/${name}.test.ts`];

/** What nodes on one database owe each other: jobs, notices, leases, counts, settings and one time of day. */
export const nodes: readonly Mutation[] = [
  {
    rule: 'An application is stored without the job that goes on with it',
    file: statements,
    find: `if (job) parts.push(\`job as (\${placed(job)})\`);`,
    replace: 'void job;',
    tests: postgres,
  },
  {
    rule: 'A write is kept although the queue could not take the time that it asks for',
    file: open,
    find: 'return { add: (client) => queue.enqueue(client, record.id, work.at) };',
    replace: 'return { add: async () => void queue.add(record.id, work.at).catch(() => {}) };',
    tests: postgres,
  },
  {
    rule: 'A write that met nothing counts as made',
    file: statements,
    find: `\`require_met(\${count(0)} > 0, '\${NOTHING_CHANGED}')\``,
    replace: `\`require_met(true, '\${NOTHING_CHANGED}')\``,
    tests: postgres,
  },
  {
    rule: 'A write that missed one of its rows is made by half',
    file: statements,
    find: `\`require_met(\${count(i)} = \${wanted}, '\${ROWS_MISSING}')\``,
    replace: `\`require_met(\${count(i)} <= \${wanted}, '\${ROWS_MISSING}')\``,
    tests: postgres,
  },
  {
    rule: 'A change is written and no other node is notified',
    file: statements,
    find: "if (notice) results.push(placed({ sql: 'pg_notify($1, $2)', parameters: [notice.channel, notice.payload] }));",
    replace: 'void notice;',
    tests: postgres,
  },
  {
    rule: 'Whoever watches is not told of a write whose answer was lost',
    file: store,
    find: 'if (record) hooks?.uncertain(record);',
    replace: 'void hooks?.uncertain;',
    tests: postgres,
  },
  {
    rule: 'What changed while the listening connection was away is told to nobody',
    file: open,
    find: 'onReconnect: notices.catchUp,',
    replace: 'onReconnect: () => undefined,',
    tests: postgres,
  },
  {
    rule: 'A lock is given to a second one while the first has it',
    file: leases,
    find: `where leases.expires_at <= clock_timestamp() or \${impossible}`,
    replace: `where true or \${impossible}`,
    tests: postgres,
  },
  {
    rule: 'A lock that was outlived may still be written under',
    file: leases,
    find: "touched('select 1 from leases where name = $1 and token = $2 and expires_at > clock_timestamp()', lease),",
    replace: "touched('select 1 from leases where name = $1 and $2::text is not null', lease),",
    tests: postgres,
  },
  {
    rule: 'A clock that was set back keeps a lock for hours',
    file: leases,
    find: `where leases.expires_at <= clock_timestamp() or \${impossible}`,
    replace: 'where leases.expires_at <= clock_timestamp()',
    tests: postgres,
  },
  {
    rule: 'Each node counts the requests of a client for itself',
    file: 'server/adapters/postgres/settled-later.ts',
    find: 'if (points > 0) take(key, account, points).catch(() => undefined);',
    replace: 'void points;',
    tests: postgres,
  },
  {
    rule: 'A crowd of uploads keeps the leases of others waiting',
    file: open,
    find: 'createLeases({ pool: pools.leases, lifeMs: leaseMs })',
    replace: 'createLeases({ pool: pools.work, lifeMs: leaseMs })',
    tests: server('upload-crowds'),
  },
  {
    rule: 'Nodes with other settings work side by side',
    file: register,
    find: 'if (differing.size === 0) {',
    replace: 'if (differing.size >= 0) {',
    tests: server('nodes-differ'),
  },
  {
    rule: 'A node whose entry has run out goes on as if it had one',
    file: register,
    find: 'if (clock.monotonic() < enteredUntil) return;',
    replace: 'if (enteredUntil > 0) return;',
    tests: server('nodes-entered'),
  },
  {
    rule: 'What is kept for days is removed by a node’s own clock',
    file: 'server/adapters/postgres/database-clock.ts',
    find: 'clock: { ...own, now: () => new Date(beganAt + own.monotonic()) },',
    replace: 'clock: own,',
    tests: server('two-nodes'),
  },
];
