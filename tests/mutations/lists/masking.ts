import type { Mutation } from '../mutation.ts';
import { within } from '../within.ts';

/** Secrecy: personal values in Redux DevTools and for the staff, secrets in answers and in the log. */
export const masking: readonly Mutation[] = [
  ...within('src/app/redux-devtools.ts', 'features/app/redux-devtools.test.ts', {
    'Answers are shown in Redux DevTools': [
      'draft: draft && { id: draft.id,',
      'draft: draft && { answers: draft.answers, id: draft.id,',
    ],
    'What an event carries is shown in Redux DevTools': [
      '<Shown extends Action>({ type }: Shown) => ({ type }) as Shown',
      '<Shown extends Action>(action: Shown) => action',
    ],
  }),
  ...within('server/adapters/redact.ts', 'server/redact.test.ts', {
    'A secret stays in what the outside says': [
      'withoutSecrets(text.slice(0, LONGEST_SEARCHED), known).replaceAll',
      'text.slice(0, LONGEST_SEARCHED).replaceAll',
    ],
    'An address stays in what the outside says': [
      'named.replaceAll(ANY_URL, REMOVED)',
      "named.replaceAll(ANY_URL, '$&')",
    ],
    'A text of the outside is shown in its full length': ['.slice(0, LONGEST);', '.slice(0, 1000 * LONGEST);'],
    'The first part of a secret that is cut in two stays': [
      '(text.length > LONGEST_SEARCHED ? withoutEnd(clean, known) : clean)',
      '(text.length < 0 ? withoutEnd(clean, known) : clean)',
      'server/long-refusals.test.ts',
    ],
    'The longer of two secrets is left in part': [
      '[...secrets].sort((a, b) => b.length - a.length)',
      '[...secrets].sort((a, b) => a.length - b.length)',
    ],
    'A token that was fetched is not masked': [
      '...(options.dynamic?.() ?? [])',
      '...(options.dynamic?.().slice(0, 0) ?? [])',
    ],
    'The keys in the path of an address are not masked': ["...pathname.split('/'), ", ''],
  }),
  ...within(
    'server/submission/views.ts',
    ['server/secrecy.test.ts', 'server/operations.test.ts', 'server/judged-answers.test.ts'],
    {
      'The staff see answers': [
        "return value === '' || value === null ? '' : DOTS;",
        "return value === null ? '' : DOTS && value;",
      ],
      'The staff see what an error quotes of the answers': [
        'message: clean(error.message), ...given({ detail',
        'message: error.message, ...given({ detail',
      ],
      'The staff see what the reasons of an error quote of the answers': [
        'error.errors?.map((one) => ({ ...one, message: clean(one.message) }))',
        'error.errors',
        'server/judged-answers.test.ts',
        'server/secrecy.test.ts',
        'server/operations.test.ts',
      ],
      'The staff see the names of documents': [
        'type, name: DOTS }',
        'type, name: uploads[0]?.name ?? DOTS }',
        'server/secrecy.test.ts',
        'server/operations.test.ts',
      ],
      'The applicant reads what only the staff may know of a stage': [
        'stages: stages.map(toStage),',
        'stages,',
        'server/shown-words.test.ts',
      ],
    },
  ),
  ...within('server/logger.ts', ['server/shown-words.test.ts', 'server/log.test.ts'], {
    'What an error quotes is written to the log': [
      'redact(withShortIds(text.replaceAll(QUOTED, \'"…"\')))',
      "redact(withShortIds(text.replaceAll(QUOTED, '$&')))",
    ],
    'A line of the log has the whole id of a submission': [
      "typeof id === 'string' ? shortId(id) : undefined",
      "typeof id === 'string' ? id : shortId('')",
      'server/log.test.ts',
    ],
    'An error in the log has the whole id of a submission': [
      'redact(withShortIds(',
      'redact(String(',
      'server/log.test.ts',
    ],
    'The message of an error is written to the log with its stack': [
      "const frames = begin === -1 ? '' : stack.slice(begin + message.length);",
      "const frames = begin === -1 ? '' : stack;",
    ],
  }),
  ...within(
    'server/http/middleware/requests.ts',
    ['server/log.test.ts', 'server/operations.test.ts', 'server/secrecy.test.ts'],
    {
      'The address of a request is written to the log': [
        "if (typeof ctx._matchedRoute === 'string') return ctx._matchedRoute;",
        "if (typeof ctx._matchedRoute === 'string') return ctx.url;",
      ],
    },
  ),
  ...within('server/adapters/dev-calls-http.ts', ['server/dev-calls.test.ts', 'server/dev-routes.test.ts'], {
    'A developer sees the whole token': [
      'token === undefined ? body : parsed(mask(JSON.stringify(body), [token]))',
      'token === undefined ? body : parsed(mask(JSON.stringify(body), []))',
    ],
    'A developer sees the secrets that the outside repeats': [
      'mask(withoutSecrets(text, secrets), hidden)',
      'mask(withoutSecrets(text, []), hidden)',
      'server/dev-calls.test.ts',
      'server/secrecy.test.ts',
    ],
  }),
];
