import type { Mutation } from '../mutation.ts';
import { within } from '../within.ts';

/** What is kept about a person: found, handed out, erased; what the log says of secrets and of connections that broke. */
export const personalData: readonly Mutation[] = [
  ...within('server/submission/persons.ts', 'conformance/sqlite-ledger.test.ts', {
    'A person is found by a passport number only as it was typed': [
      "name === 'passportNumber' && squeezed(value) === squeezed(text)",
      "name === 'passportNumber' && value === text",
    ],
    'A search ends after its first page': ['  } while (after !== undefined);', "  } while (after === '');"],
    'What waits or runs is erased unasked': [
      "if (isUnfinished(record) && !evenUnfinished) return { outcome: 'busy' };",
      "if (isUnfinished(record) && !evenUnfinished) void 'busy';",
    ],
    'Erased documents stay where they lie': [
      'if (await uploads.deleteIfUnclaimed(upload)) await files.remove(upload);',
      'if (await uploads.deleteIfUnclaimed(upload)) void files;',
    ],
  }),
  ...within('server/submission/transitions.ts', 'conformance/sqlite-ledger.test.ts', {
    'What is erased can still be compared with a person’s answers': [
      "...withoutWords(ended, now, ERASED), digest: '',",
      '...withoutWords(ended, now, ERASED),',
    ],
    'The words of an error outlive what is erased': [
      'return { ...withoutWords(ended, now, ERASED),',
      'return { ...ended, version: ended.version + 1, purgedAt: now.toISOString(),',
    ],
  }),
  ...within('server/adapters/sql/personal-data.ts', 'conformance/sqlite-ledger.test.ts', {
    'A wish to try again outlives what is erased': ['requests, noting(entry)', 'noting(entry)'],
    'An erasure is not noted': ['requests, noting(entry)', 'requests'],
    'A page of a list leaves out what was changed in the same moment': [
      `(updated_at > \${updatedAt} or id > \${id})`,
      `updated_at > \${updatedAt}`,
    ],
  }),
  ...within('server/staff/persons.ts', 'server/persons.test.ts', {
    'What identifies a person is taken from a command line': [
      "term.by === 'e-mail') throw new Error(NOT_HERE);",
      "term.by === 'e-mail') void NOT_HERE;",
    ],
  }),
  ...within('server/http/middleware/requests.ts', 'server/cut-uploads.test.ts', {
    'An upload that broke off counts as answered': [
      'if (ctx.res.headersSent) return note(',
      'if (ctx.res) return note(',
    ],
  }),
  ...within('server/adapters/postgres/refusals.ts', 'server/wrong-start.test.ts', {
    'A database that refuses the password is waited for': [
      "  '28P01': 'the database refuses the user or the password',\n",
      '',
    ],
  }),
];
