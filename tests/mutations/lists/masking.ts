import type { Mutation } from '../mutation.ts';

const show = 'src/app/redux-devtools/show.ts';
const applications = 'src/app/redux-devtools/applications.ts';
const queries = 'src/app/redux-devtools/queries.ts';
const shown = 'src/app/redux-devtools/shown.ts';
const redact = 'server/adapters/redact.ts';
const views = 'server/submission/views.ts';
const logger = 'server/logger.ts';
const devCalls = 'server/adapters/dev-calls-http.ts';

const devtools = ['tests/features/app/redux-devtools.test.ts', 'tests/features/app/redux-devtools-rules.test.ts'];
const server = (...names: string[]) => names.map((name) => `tests/server/${name}.test.ts`);

/** What nobody may see: personal values in Redux DevTools and for the staff, secrets in answers and in the log. */
export const masking: readonly Mutation[] = [
  {
    rule: "The applicant's name is shown in Redux DevTools",
    file: shown,
    find: 'const underWay = fields<UnderWay>({ id: uuid, applicant: hidden });',
    replace: 'const underWay = fields<UnderWay>({ id: uuid, applicant: (value) => value });',
    tests: devtools,
  },
  {
    rule: "The applicant's name of what was sent is shown in Redux DevTools",
    file: applications,
    find: '  id: uuid,\n  applicant: hidden,\n  documents: each(document),',
    replace: '  id: uuid,\n  applicant: (value) => value,\n  documents: each(document),',
    tests: devtools,
  },
  {
    rule: 'Answers are shown in Redux DevTools',
    file: applications,
    find: 'map(fieldName, hidden);',
    replace: 'map(fieldName, (value) => value);',
    tests: devtools,
  },
  {
    rule: 'The passport number of a listed draft is shown in Redux DevTools',
    file: applications,
    find: '  passportNumber: hidden,',
    replace: '  passportNumber: (value) => value,',
    tests: devtools,
  },
  {
    rule: 'The names of documents are shown in Redux DevTools',
    file: applications,
    find: '  label: hidden,\n  name: hidden,\n',
    replace: '  label: hidden,\n  name: (value) => value,\n',
    tests: devtools,
  },
  {
    rule: 'The digest of a document is shown in Redux DevTools',
    file: applications,
    find: '  sha256: hidden,',
    replace: '  sha256: (value) => value,',
    tests: devtools,
  },
  {
    rule: 'Messages that may quote answers are shown in Redux DevTools',
    file: applications,
    find: '  code,\n  message: hidden,\n  detail: hidden,',
    replace: '  code,\n  message: (value) => value,\n  detail: hidden,',
    tests: devtools,
  },
  {
    rule: 'Names of answers that are no fields of a form are shown in Redux DevTools',
    file: show,
    find: "return typeof shown === 'string' && shown !== MASK ? [shown, values(value)] : undefined;",
    replace: "return typeof shown === 'string' ? [key, values(value)] : undefined;",
    tests: devtools,
  },
  {
    rule: 'Members that nobody has named are shown in Redux DevTools',
    file: show,
    find: 'entry(key, item) ?? [MASK, MASK]',
    replace: 'entry(key, item) ?? [key, item]',
    tests: devtools,
  },
  {
    rule: 'An action that nobody has named is shown in Redux DevTools',
    file: shown,
    find: ': { type: MASK };',
    replace: ': action;',
    tests: devtools,
  },
  {
    rule: 'Redux DevTools can export what is not masked',
    file: shown,
    find: 'export: false, import: false',
    replace: 'export: true, import: false',
    tests: devtools,
  },
  {
    rule: 'The state of the page reaches Redux DevTools unmasked',
    file: shown,
    find: 'stateSanitizer: <State>(state: State) => shownState(state) as State,',
    replace: 'stateSanitizer: <State>(state: State) => state,',
    tests: devtools,
  },
  {
    rule: 'What the library keeps as the argument of a call is shown in Redux DevTools',
    file: queries,
    find: 'originalArgs: arg,',
    replace: 'originalArgs: (value) => value,',
    tests: devtools,
  },
  {
    rule: 'Answers of the server that no endpoint has named are shown in Redux DevTools',
    file: queries,
    find: '= { arg: hidden, data: hidden };',
    replace: '= { arg: (value) => value, data: (value) => value };',
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
    find: 'message: clean(message),\n      ...(detail',
    replace: 'message,\n      ...(detail',
    tests: server('secrecy', 'operations', 'judged-answers'),
  },
  {
    rule: 'The staff see what the reasons of an error quote of the answers',
    file: views,
    find: 'errors.map((one) => ({ ...one, message: clean(one.message) }))',
    replace: 'errors',
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
    find: '...stage\n  } = record;\n  return stage;',
    replace: '...stage\n  } = record;\n  void stage;\n  return record;',
    tests: server('shown-words'),
  },
  {
    rule: 'What an error quotes stands in the log',
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
    rule: 'The message of an error stands in the log with its stack',
    file: logger,
    find: "const frames = begin === -1 ? '' : stack.slice(begin + message.length);",
    replace: "const frames = begin === -1 ? '' : stack;",
    tests: server('shown-words', 'log'),
  },
  {
    rule: 'The address of a request stands in the log',
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
