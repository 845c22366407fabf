import { describe, expect, test } from 'vitest';
import type { Submission } from '#domain/submission/submission.ts';
import { type DeskSources, deskStudents, neighbour, searchStudents } from '#features/desk/desk-students.ts';
import { keyOf } from '#features/desk/switcher-keys.ts';
import { newDraft } from '#features/drafts/draft.ts';
import { summaryOf } from '#features/drafts/draft-summary.ts';
import type { OutboxSummary } from '#features/submission/outbox/outbox-slice.ts';

const NOW = Date.UTC(2026, 4, 17, 4, 3);
const HOUR = 60 * 60_000;
/** The four required documents (R5.1). */
const REQUIRED = ['year12Evidence', 'passport', 'englishTest', 'academicQualifications'];
const NOTHING: DeskSources = {
  drafts: {},
  handovers: {},
  outbox: { entries: [], sending: null, sent: [], processing: [], expired: 0 },
  submissions: {},
  processing: {},
  sent: [],
};

interface Made {
  readonly variant?: 'agent' | 'direct' | 'short' | 'agency';
  readonly slots?: readonly string[];
  readonly completedSteps?: readonly number[];
  readonly changedAt?: number;
}

/** A draft of the list whose id is the student's first name, for short. */
function made(firstName: string, at: number, { variant = 'agent', slots = [], ...rest }: Made = {}) {
  const draft = newDraft(firstName, variant, at, { firstName, familyName: 'Hall', passportNumber: `E1${firstName}` });
  return summaryOf({ ...draft, ...rest }, slots);
}
const listed = (...drafts: readonly ReturnType<typeof made>[]) =>
  Object.fromEntries(drafts.map((draft) => [draft.id, draft]));
const entry = (id: string, rest: Partial<OutboxSummary> = {}): OutboxSummary => ({
  id,
  order: 1,
  applicant: `${id} Hall`,
  variant: 'agent',
  confirmedAt: NOW,
  ...rest,
});
const HELD =
  'The college is checking whether your application has arrived in its records. You do not need to do anything.';
const stopped = (message: string, code = 'X'): Submission => ({
  id: 'Wei',
  kind: 'student',
  status: 'error',
  stages: [{ name: 'cricos-submission', state: 'error', error: { code, message } }],
});
const standing = (sources: Partial<DeskSources>) => {
  const [first] = deskStudents({ ...NOTHING, drafts: listed(made('Wei', NOW)), ...sources });
  return first && { state: first.state, words: first.words };
};

describe("an agent's students", () => {
  test('are those of the agent variant, the one that was changed last first', () => {
    const drafts = listed(
      made('Wei', NOW, { changedAt: NOW + 1 }),
      made('Ana', NOW + 2 * HOUR),
      made('Direct', NOW + 3 * HOUR, { variant: 'direct' }),
      made('Short', NOW + 4 * HOUR, { variant: 'short' }),
      made('Agency', NOW + 5 * HOUR, { variant: 'agency' }),
    );
    expect(deskStudents({ ...NOTHING, drafts }).map(({ id }) => id)).toEqual(['Ana', 'Wei']);
  });

  test('say what is missing: the steps that are not completed, and required documents', () => {
    const drafts = listed(
      made('Wei', NOW, { completedSteps: [1, 3], slots: ['passport', 'cv'] }),
      made('Ana', NOW - 1, { completedSteps: [1, 2, 3, 4], slots: REQUIRED }),
    );
    expect(deskStudents({ ...NOTHING, drafts }).map(({ words, isComplete }) => [words, isComplete])).toEqual([
      ['To do: steps 2, 4 and 3 documents', false],
      ['Nothing to do', true],
    ]);
  });

  test('say the passport number and when the course starts, and one missing document by its name', () => {
    const draft = made('Wei', NOW, {
      completedSteps: [1, 2, 3],
      slots: REQUIRED.filter((slot) => slot !== 'passport'),
    });
    const [student] = deskStudents({ ...NOTHING, drafts: listed({ ...draft, selectedIntake: '2026-04-08' }) });
    expect(student?.facts).toBe('E1Wei, starts 8 April 2026');
    expect(student?.words).toBe('To do: step 4 and Current Passport');
  });

  test('that were filled and confirmed are not to be submitted again', () => {
    const drafts = listed(made('Wei', NOW, { completedSteps: [1, 2, 3, 4], slots: REQUIRED }));
    const outbox = { ...NOTHING.outbox, entries: [entry('Wei')] };
    expect(deskStudents({ ...NOTHING, drafts, outbox })[0]?.isComplete).toBe(false);
  });

  const standings: readonly (readonly [string, Partial<DeskSources>, object])[] = [
    ['a draft', {}, { state: 'draft', words: 'To do: 4 steps and 4 documents' }],
    [
      'one that waits',
      { outbox: { ...NOTHING.outbox, entries: [entry('Bo', { order: 0 }), entry('Wei')] } },
      { state: 'waiting', words: 'Not sent yet. We will send it soon.' },
    ],
    [
      'one that was refused',
      { outbox: { ...NOTHING.outbox, entries: [entry('Wei', { failure: { code: 'X', message: 'Too large' } })] } },
      { state: 'failed', words: 'Not sent: Too large' },
    ],
    [
      'one that is being processed',
      { outbox: { ...NOTHING.outbox, processing: [{ id: 'Wei', applicant: 'Wei Hall' }] } },
      { state: 'processing', words: 'Sent. The college is working on it.' },
    ],
    [
      'one whose stage has failed',
      {
        outbox: { ...NOTHING.outbox, processing: [{ id: 'Wei', applicant: 'Wei Hall' }] },
        processing: { Wei: stopped('CRICOS submission failed') },
      },
      { state: 'failed', words: 'Sent, but stopped: CRICOS submission failed. Open the application to see more.' },
    ],
    [
      'one that the staff look into',
      {
        outbox: { ...NOTHING.outbox, processing: [{ id: 'Wei', applicant: 'Wei Hall' }] },
        processing: { Wei: { ...stopped(HELD, 'UNKNOWN_OUTCOME'), held: true } },
      },
      { state: 'processing', words: `Sent. ${HELD}` },
    ],
    [
      'one whose draft is gone and whose receipt is there',
      {
        drafts: {},
        sent: [{ id: 'Wei', variant: 'agent', applicant: 'Wei Hall', documents: [], at: NOW, reference: 'OFFER_1' }],
      },
      { state: 'sent', words: 'Submitted, reference OFFER_1' },
    ],
  ];
  test.each(standings)('%s says so', (_what, sources, expected) => {
    expect(standing(sources)).toEqual(expected);
  });

  test.each(['direct', 'short', 'agency', undefined] as const)(
    'have no receipt of an application of the variant %s',
    (variant) => {
      const note = { id: 'Wei', applicant: 'Wei Hall', documents: [], at: NOW, reference: 'OFFER_1' };
      expect(deskStudents({ ...NOTHING, sent: [{ ...note, ...(variant && { variant }) }] })).toEqual([]);
    },
  );

  test('end 24 hours after the last change, seven days after confirming, and not while the server has them', () => {
    const endOf = (sources: Partial<DeskSources>) =>
      deskStudents({ ...NOTHING, drafts: listed(made('Wei', NOW)), ...sources })[0]?.endsAt;
    expect(endOf({})).toBe(NOW + 24 * HOUR);
    expect(endOf({ outbox: { ...NOTHING.outbox, entries: [entry('Wei')] } })).toBe(NOW + 7 * 24 * HOUR);
    expect(endOf({ outbox: { ...NOTHING.outbox, processing: [{ id: 'Wei', applicant: '' }] } })).toBeUndefined();
  });
});

describe('the search', () => {
  const students = deskStudents({
    ...NOTHING,
    drafts: listed(made('Łukasz', NOW + 2), made('Wei', NOW + 1)),
    sent: [{ id: 'x', variant: 'agent', applicant: 'Ana Silva', documents: [], at: NOW, reference: 'OFFER_77' }],
  });
  test.each([
    ['', ['Łukasz', 'Wei', 'x']],
    ['lukasz', ['Łukasz']],
    ['HALL wei', ['Wei']],
    ['e1wei', ['Wei']],
    ['offer_77', ['x']],
    ['silva wei', []],
  ])('for %j finds %j', (text, expected) => {
    expect(searchStudents(students, text).map(({ id }) => id)).toEqual(expected);
  });
});

describe('the next and the previous student', () => {
  const line = (changedAt: number) =>
    listed(
      made('First', NOW, { changedAt }),
      made('Second', NOW + 1),
      made('Third', NOW + 2),
      made('Alone', NOW + 3, { variant: 'direct' }),
    );

  test('come in the order in which they were begun, the newest first, regardless of changes', () => {
    for (const drafts of [line(NOW), line(NOW + HOUR)]) {
      expect(neighbour(drafts, 'Third', 1)).toMatchObject({ draft: { id: 'Second' }, place: 2, count: 3 });
      expect(neighbour(drafts, 'Second', 1)?.draft.id).toBe('First');
      expect(neighbour(drafts, 'Second', -1)?.draft.id).toBe('Third');
    }
  });

  test('go round at the ends', () => {
    expect(neighbour(line(NOW), 'First', 1)?.draft.id).toBe('Third');
    expect(neighbour(line(NOW), 'Third', -1)?.draft.id).toBe('First');
  });

  test('are an empty list if there is one student, or none', () => {
    expect(neighbour(listed(made('Wei', NOW)), 'Wei', 1)).toBeUndefined();
    expect(neighbour({}, null, -1)).toBeUndefined();
  });

  test('of a new student who is not in the list begin at the newest', () => {
    expect(neighbour(line(NOW), 'unknown', 1)?.draft.id).toBe('Third');
  });
});

describe('the keys', () => {
  const bare = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
  const pressed = (key: string, rest: object = {}) =>
    keyOf({ key, ...bare, isComposing: false, defaultPrevented: false, repeat: false, ...rest });

  test('F2 opens the list, F8 and Shift+F8 lead on and back', () => {
    expect([pressed('F2'), pressed('F8'), pressed('F8', { shiftKey: true })]).toEqual(['list', 'next', 'previous']);
  });

  test.each([
    ['a modifier', { ctrlKey: true }],
    ['another modifier', { altKey: true }],
    ['the key of the system', { metaKey: true }],
    ['an input method that composes', { isComposing: true }],
    ['a listener that has used it already', { defaultPrevented: true }],
    ['a key that is held down', { repeat: true }],
  ])('belong to %s', (_whom, rest) => {
    expect(['F2', 'F8'].map((key) => pressed(key, rest))).toEqual([undefined, undefined]);
  });

  test('leave every other key alone', () => {
    const others = ['a', 'Enter', 'Escape', 'Tab', 'F1', 'F3', 'F4', 'F5', 'F6', 'F7', 'F9', 'F10', 'F11', 'F12'];
    expect(others.filter((key) => pressed(key) || pressed(key, { shiftKey: true }))).toEqual([]);
    expect(pressed('F2', { shiftKey: true })).toBeUndefined();
  });
});
