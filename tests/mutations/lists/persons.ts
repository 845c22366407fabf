import type { Mutation } from '../mutation.ts';

const persons = 'server/submission/persons.ts';
const queries = 'server/adapters/sql/personal-data.ts';
const transitions = 'server/submission/transitions.ts';
const requests = 'server/http/middleware/requests.ts';

const ledgers = ['tests/conformance/sqlite-ledger.test.ts'];
const server = (name: string) => [`tests/server/${name}.test.ts`];

/** What is kept about a person: found, handed out, erased; what the log says of secrets and of connections that broke. */
export const personalData: readonly Mutation[] = [
  {
    rule: 'A person is found by a passport number only as it was typed',
    file: persons,
    find: "name === 'passportNumber' && squeezed(value) === squeezed(text)",
    replace: "name === 'passportNumber' && value === text",
    tests: ledgers,
  },
  {
    rule: 'A search ends after its first page',
    file: persons,
    find: '  } while (after !== undefined);',
    replace: "  } while (after === '');",
    tests: ledgers,
  },
  {
    rule: 'What waits or runs is erased unasked',
    file: persons,
    find: "if (isUnfinished(record) && !evenUnfinished) return { outcome: 'busy' };",
    replace: "if (isUnfinished(record) && !evenUnfinished) void 'busy';",
    tests: ledgers,
  },
  {
    rule: 'Erased documents stay where they lie',
    file: persons,
    find: 'if (await uploads.deleteIfUnclaimed(upload)) await files.remove(upload);',
    replace: 'if (await uploads.deleteIfUnclaimed(upload)) void files;',
    tests: ledgers,
  },
  {
    rule: 'What is erased can still be compared with a person’s answers',
    file: transitions,
    find: "...withoutWords(ended, now, ERASED), digest: '',",
    replace: '...withoutWords(ended, now, ERASED),',
    tests: ledgers,
  },
  {
    rule: 'The words of an error outlive what is erased',
    file: transitions,
    find: 'return { ...withoutWords(ended, now, ERASED),',
    replace: 'return { ...ended, version: ended.version + 1, purgedAt: now.toISOString(),',
    tests: ledgers,
  },
  {
    rule: 'A wish to try again outlives what is erased',
    file: queries,
    find: 'requests, noting(entry)',
    replace: 'noting(entry)',
    tests: ledgers,
  },
  {
    rule: 'An erasure is not noted',
    file: queries,
    find: 'requests, noting(entry)',
    replace: 'requests',
    tests: ledgers,
  },
  {
    rule: 'A page of a list leaves out what was changed in the same moment',
    file: queries,
    find: `(updated_at > \${updatedAt} or id > \${id})`,
    replace: `updated_at > \${updatedAt}`,
    tests: ledgers,
  },
  {
    rule: 'What identifies a person is taken from a command line',
    file: 'server/staff/persons.ts',
    find: "term.by === 'e-mail') throw new Error(NOT_HERE);",
    replace: "term.by === 'e-mail') void NOT_HERE;",
    tests: server('persons'),
  },
  {
    rule: 'An upload that broke off counts as answered',
    file: requests,
    find: 'if (ctx.res.headersSent) return note(',
    replace: 'if (ctx.res) return note(',
    tests: server('cut-uploads'),
  },
  {
    rule: 'A database that refuses the password is waited for',
    file: 'server/adapters/postgres/refusals.ts',
    find: "  '28P01': 'the database refuses the user or the password',\n",
    replace: '',
    tests: server('wrong-start'),
  },
];
