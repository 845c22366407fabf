import type { Mutation } from '../mutation.ts';

const harmless = 'src/app/harmless-view.ts';
const redact = 'server/adapters/redact.ts';
const views = 'server/submission/views.ts';
const logger = 'server/logger.ts';
const devCalls = 'server/adapters/dev-calls-http.ts';

const devtools = ['tests/features/app/redux-devtools.test.ts'];
const server = (...names: string[]) => names.map((name) => `tests/server/${name}.test.ts`);

/** Secrecy: personal values in Redux DevTools and for the staff, secrets in answers and in the log. */
export const masking: readonly Mutation[] = [
  {
    rule: 'Answers are shown in Redux DevTools',
    file: harmless,
    find: 'draft: draft && { id: draft.id,',
    replace: 'draft: draft && { answers: draft.answers, id: draft.id,',
    tests: devtools,
  },
  {
    rule: 'What an event carries is shown in Redux DevTools',
    file: harmless,
    find: '<Shown extends Action>({ type }: Shown) => ({ type }) as Shown',
    replace: '<Shown extends Action>(action: Shown) => action',
    tests: devtools,
  },
  {
    rule: 'A secret stays in what the outside says',
    file: redact,
    find: 'withoutSecrets(text.slice(0, LONGEST_SEARCHED), known).replaceAll',
    replace: 'text.slice(0, LONGEST_SEARCHED).replaceAll',
    tests: server('redact'),
  },
  {
    rule: 'An address stays in what the outside says',
    file: redact,
    find: 'named.replaceAll(ANY_URL, REMOVED)',
    replace: "named.replaceAll(ANY_URL, '$&')",
    tests: server('redact'),
  },
  {
    rule: 'A text of the outside is shown in its full length',
    file: redact,
    find: '.slice(0, LONGEST);',
    replace: '.slice(0, 1000 * LONGEST);',
    tests: server('redact'),
  },
  {
    rule: 'The first part of a secret that is cut in two stays',
    file: redact,
    find: '(text.length > LONGEST_SEARCHED ? withoutEnd(clean, known) : clean)',
    replace: '(text.length < 0 ? withoutEnd(clean, known) : clean)',
    tests: server('long-refusals'),
  },
  {
    rule: 'The longer of two secrets is left in part',
    file: redact,
    find: '[...secrets].sort((a, b) => b.length - a.length)',
    replace: '[...secrets].sort((a, b) => a.length - b.length)',
    tests: server('redact'),
  },
  {
    rule: 'A token that was fetched is not masked',
    file: redact,
    find: '...(options.dynamic?.() ?? [])',
    replace: '...(options.dynamic?.().slice(0, 0) ?? [])',
    tests: server('redact'),
  },
  {
    rule: 'The keys in the path of an address are not masked',
    file: redact,
    find: "...pathname.split('/'), ",
    replace: '',
    tests: server('redact'),
  },
  {
    rule: 'The staff see answers',
    file: views,
    find: "return value === '' || value === null ? '' : DOTS;",
    replace: "return value === null ? '' : DOTS && value;",
    tests: server('secrecy', 'operations', 'judged-answers'),
  },
  {
    rule: 'The staff see what an error quotes of the answers',
    file: views,
    find: 'message: clean(error.message), ...given({ detail',
    replace: 'message: error.message, ...given({ detail',
    tests: server('secrecy', 'operations', 'judged-answers'),
  },
  {
    rule: 'The staff see what the reasons of an error quote of the answers',
    file: views,
    find: 'error.errors?.map((one) => ({ ...one, message: clean(one.message) }))',
    replace: 'error.errors',
    tests: server('judged-answers', 'secrecy', 'operations'),
  },
  {
    rule: 'The staff see the names of documents',
    file: views,
    find: 'type, name: DOTS }',
    replace: 'type, name: uploads[0]?.name ?? DOTS }',
    tests: server('secrecy', 'operations'),
  },
  {
    rule: 'The applicant reads what only the staff may know of a stage',
    file: views,
    find: 'stages: stages.map(toStage),',
    replace: 'stages,',
    tests: server('shown-words'),
  },
  {
    rule: 'What an error quotes is written to the log',
    file: logger,
    find: 'redact(withShortIds(text.replaceAll(QUOTED, \'"…"\')))',
    replace: "redact(withShortIds(text.replaceAll(QUOTED, '$&')))",
    tests: server('shown-words', 'log'),
  },
  {
    rule: 'A line of the log has the whole id of a submission',
    file: logger,
    find: "typeof id === 'string' ? shortId(id) : undefined",
    replace: "typeof id === 'string' ? id : shortId('')",
    tests: server('log'),
  },
  {
    rule: 'An error in the log has the whole id of a submission',
    file: logger,
    find: 'redact(withShortIds(',
    replace: 'redact(String(',
    tests: server('log'),
  },
  {
    rule: 'The message of an error is written to the log with its stack',
    file: logger,
    find: "const frames = begin === -1 ? '' : stack.slice(begin + message.length);",
    replace: "const frames = begin === -1 ? '' : stack;",
    tests: server('shown-words', 'log'),
  },
  {
    rule: 'The address of a request is written to the log',
    file: 'server/http/middleware/requests.ts',
    find: "if (typeof ctx._matchedRoute === 'string') return ctx._matchedRoute;",
    replace: "if (typeof ctx._matchedRoute === 'string') return ctx.url;",
    tests: server('log', 'operations', 'secrecy'),
  },
  {
    rule: 'A developer sees the whole token',
    file: devCalls,
    find: 'token === undefined ? body : parsed(mask(JSON.stringify(body), [token]))',
    replace: 'token === undefined ? body : parsed(mask(JSON.stringify(body), []))',
    tests: server('dev-calls', 'dev-routes'),
  },
  {
    rule: 'A developer sees the secrets that the outside repeats',
    file: devCalls,
    find: 'mask(withoutSecrets(text, secrets), hidden)',
    replace: 'mask(withoutSecrets(text, []), hidden)',
    tests: server('dev-calls', 'secrecy'),
  },
];
