import type { Mutation } from '../mutation.ts';

/** Personal data and secrets: who may see them. */
export const secrecy: readonly Mutation[] = [
  {
    rule: 'An erasure is not noted',
    file: 'server/adapters/sql/personal-data.ts',
    find: 'requests, noting(entry)',
    replace: 'requests',
    test: 'conformance/sqlite-ledger.test.ts',
  },
  {
    rule: 'What is erased can still be compared with a person’s answers',
    file: 'server/submission/transitions.ts',
    find: "...withoutWords(ended, now, ERASED), digest: '',",
    replace: '...withoutWords(ended, now, ERASED),',
    test: 'conformance/sqlite-ledger.test.ts',
  },
  {
    rule: 'Answers are shown in Redux DevTools',
    file: 'src/app/redux-devtools.ts',
    find: 'draft: draft && { id: draft.id,',
    replace: 'draft: draft && { answers: draft.answers, id: draft.id,',
    test: 'features/app/redux-devtools.test.ts',
  },
  {
    rule: 'A secret stays in what the outside says',
    file: 'server/adapters/redact.ts',
    find: 'withoutSecrets(text.slice(0, LONGEST_SEARCHED), known).replaceAll',
    replace: 'text.slice(0, LONGEST_SEARCHED).replaceAll',
    test: 'server/redact.test.ts',
  },
  {
    rule: 'The staff see the names of documents',
    file: 'server/submission/views.ts',
    find: 'type, name: DOTS }',
    replace: 'type, name: uploads[0]?.name ?? DOTS }',
    test: 'server/secrecy.test.ts',
  },
  {
    rule: 'The applicant reads what only the staff may know of a stage',
    file: 'server/submission/views.ts',
    find: 'stages: stages.map(toStage),',
    replace: 'stages,',
    test: 'server/shown-words.test.ts',
  },
  {
    rule: 'The message of an error is written to the log with its stack',
    file: 'server/logger.ts',
    find: "const frames = begin === -1 ? '' : stack.slice(begin + message.length);",
    replace: "const frames = begin === -1 ? '' : stack;",
    test: 'server/shown-words.test.ts',
  },
  {
    rule: 'The address of a request is written to the log',
    file: 'server/http/middleware/requests.ts',
    find: "if (typeof ctx._matchedRoute === 'string') return ctx._matchedRoute;",
    replace: "if (typeof ctx._matchedRoute === 'string') return ctx.url;",
    test: 'server/log.test.ts',
  },
];
