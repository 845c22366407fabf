import type { Mutation } from '../mutation.ts';
import { within } from '../within.ts';

/** The list of agents and its search. */
export const agents: readonly Mutation[] = [
  ...within('src/features/agents/agent-index.ts', 'features/agents/agent-index.test.ts', {
    'A search finds agents that have one of its words only': ['words.every(', 'words.some('],
    'A name with diacritics is not found by plain letters': ["replace(/\\p{M}/gu, '')", "replace(/\\p{M}/gu, '$&')"],
    'A bar in the name of an agent ends the name in the answer': ['withoutBar(name)', '(name)'],
  }),
  ...within('src/features/agents/agent-list.ts', 'features/agents/agent-list.test.ts', {
    'A refresh that brought only an older list is not said to have failed': [
      "return error !== undefined || data?.source === 'stale' ||",
      'return error !== undefined ||',
    ],
  }),
  ...within('src/features/agents/agents-api.ts', 'features/agents/agent-search.test.tsx', {
    'The list of agents is asked for again only after twenty minutes': [
      'AGENTS_FRESH_S = 120;',
      'AGENTS_FRESH_S = 1200;',
    ],
  }),
  ...within('src/features/agents/name-of-agent.ts', 'features/agents/name-of-agent.test.ts', {
    'An address of an agent that the form refuses is filled in': [
      "taken(EMAIL, listed?.emails[0] ?? '')",
      "listed?.emails[0] ?? ''",
    ],
    'The address of an agent in another country with the same name is filled in': [
      'agent.name === name && agent.country === country',
      'agent.name === name',
    ],
  }),
];

/** What the page asks before an application is sent, and the passport that it reads. */
export const advice: readonly Mutation[] = [
  ...within('src/features/preflight/checks.ts', 'features/preflight/checks.test.ts', {
    'A passport need not be valid longer than the course': [
      'expiry >= addMonths(course.end, LIMITS.monthsAfterCourse)',
      'expiry >= course.end',
    ],
    'A city that is a country is asked about as a birthplace': [' || CITIES.has(place)', ''],
    'A USI with a wrong character is possible': ['return sum % 32 === 0;', 'return sum >= 0;'],
    'The telephone number of the student, written otherwise, is not noticed as that of the contact': [
      "digitsOf(text('contactMobile')) === digitsOf(text('mobilePhone'))",
      "text('contactMobile') === text('mobilePhone')",
    ],
  }),
  ...within('src/features/preflight/mail-domains.ts', 'features/preflight/checks.test.ts', {
    'A real domain that looks like a slip is asked about': ["domain === '' || REAL.has(domain)", "domain === ''"],
  }),
  ...within('src/features/preflight/confirmed-findings.ts', 'features/preflight/before-you-send.test.tsx', {
    'A finding that was called correct stays away although its answer changed': ['fingerprint(saw)', "fingerprint('')"],
    'A finding that was called correct in one application is so in all': [
      'notes.list(now).find(({ id }) => id === draftId)?.findings',
      'notes.list(now)[0]?.findings',
    ],
  }),
  ...within('src/features/passport/zone.ts', 'features/passport/zone.test.ts', {
    'A passport holder of a hundred years is born in the future': [
      'inCentury(20) > today ? inCentury(19)',
      'inCentury(20) > today ? inCentury(20)',
    ],
    'A number that may be read in two ways is taken for one of them': [
      ' || (proved.length > 1 && found !== number)',
      '',
    ],
    'A zone counts although the digit over the whole line is wrong': ['=== wholeCheck', "!== ''"],
  }),
  ...within('src/features/passport/compare.ts', 'features/passport/zone.test.ts', {
    'A passport number that is written in groups differs from the passport': [
      'compact(answer) === compact(said.value)',
      'answer === said.value',
    ],
  }),
  ...within('src/app/older-release.ts', 'features/app/older-release.test.ts', {
    'An older page is reloaded again and again': ['return !before.includes(release);', 'return true;'],
    'An older page is reloaded while a dialog is open': ['!hasMore && !isModalOpen() &&', '!hasMore &&'],
  }),
  ...within('src/components/toasts.tsx', 'features/components/toasts.test.tsx', {
    'A toast that says what is loading goes after six seconds': [
      'duration: Number.POSITIVE_INFINITY',
      'duration: TOAST_MS',
    ],
  }),
];

/** The steps of the student application. */
export const wizard: readonly Mutation[] = within(
  'src/features/forms/student/use-student-form.ts',
  'features/forms/student/wizard.test.tsx',
  { 'A step that comes back has its old messages': ['untouch(form, namesIn(shown.current));', ''] },
);

/** Changes of the ledger's schema. */
export const migrations: readonly Mutation[] = within(
  'server/adapters/postgres/schema.ts',
  'server/migrations.test.ts',
  {
    'A migration takes longer the more documents there are': [
      "'007-conditions': [",
      "'007-conditions': ['create index uploads_name on uploads (name)',",
    ],
  },
);
