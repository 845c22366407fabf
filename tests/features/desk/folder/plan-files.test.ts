// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { type FolderStudent, type PlannedFile, planFiles } from '#features/desk/folder/plan-files.ts';

const student = (id: string, given: Partial<FolderStudent>): FolderStudent => ({
  id,
  name: id,
  firstName: '',
  familyName: '',
  passportNumber: '',
  email: '',
  slots: [],
  ...given,
});
const WEI = student('wei', {
  firstName: 'Wei',
  familyName: 'Chen',
  passportNumber: 'P1000',
  email: 'wei.chen@mail.example',
});
const ANA = student('ana', {
  firstName: 'Ana',
  familyName: 'Nguyễn',
  passportNumber: 'AB 12345',
  email: 'ana@x.example',
});
const STUDENTS = [WEI, ANA];

const plan = (paths: readonly string[], students: readonly FolderStudent[] = STUDENTS) =>
  planFiles(
    paths.map((path) => ({ path, size: 10, content: 'pdf' })),
    students,
    new Map(),
  );
const inWords = (one: PlannedFile | undefined) =>
  one?.kind === 'matched' ? `${one.place.id} ${one.place.slot}` : one && 'why' in one ? one.why : one?.kind;
const outcome = (path: string, students?: readonly FolderStudent[]) => inWords(plan([path], students)[0]);

describe('a file goes to the student and the slot that its name says', () => {
  test.each([
    ['P1000_passport.pdf', 'wei passport'],
    ['p1000-Passport.PDF', 'wei passport'],
    ['passport P1000.pdf', 'wei passport'],
    ['P1000.bankStatement.pdf', 'wei bankStatement'],
    ['P1000 Bank Statement.pdf', 'wei bankStatement'],
    ['P1000_Statement of Purpose.pdf', 'wei statementOfPurpose'],
    ['P1000 Evidence of Year 12 or Vocational Education.pdf', 'wei year12Evidence'],
    ['P1000 Academic Qualifications & Transcripts.pdf', 'wei academicQualifications'],
    ['P1000 ELICOS Training Offer.pdf', 'wei englishTest'],
    ['P1000 résumé.pdf', 'wei cv'],
    ['wei.chen@mail.example_cv.pdf', 'wei cv'],
    ['CV WEI.CHEN@MAIL.EXAMPLE.pdf', 'wei cv'],
    ['AB12345_passport.pdf', 'ana passport'],
    ['ab-12345 passport.pdf', 'ana passport'],
    ['P1000 Wei Chen passport.pdf', 'wei passport'],
    ['AB12345 Nguyen Ana cv.pdf', 'ana cv'],
    ['P1000_passport (1).pdf', 'wei passport'],
    ['1. P1000 IELTS.pdf', 'wei englishTest'],
    ['P1000 CV - Copy.pdf', 'wei cv'],
    ['P1000 CV 2026.pdf', 'wei cv'],
    ['P1000 Copy of passport.pdf', 'wei passport'],
    ['P1000_SOP_final.pdf', 'wei statementOfPurpose'],
    ['P1000 Academic Transcript.pdf', 'wei academicQualifications'],
    ['P1000 passport.pdf.pdf', 'wei passport'],
    ['P1000_passport_Oct 2026.pdf', 'wei passport'],
    ['P1000 护照.pdf', 'wei passport'],
    ['P1000 Hộ chiếu.pdf', 'wei passport'],
    ['P1000 IELTS Result.pdf', 'wei englishTest'],
  ])('%s: %s', (path, where) => expect(outcome(path)).toBe(where));
});

describe('folders may name the student, or the document', () => {
  test.each([
    ['students/P1000/passport.pdf', 'wei passport'],
    ['students/P1000 Wei Chen/Bank Statement.pdf', 'wei bankStatement'],
    ['wei.chen@mail.example/Wei Chen cv.pdf', 'wei cv'],
    ['passport/P1000.pdf', 'wei passport'],
    ['2026/Passport/AB12345.pdf', 'ana passport'],
    ['P1000/passport/passport.pdf', 'wei passport'],
    ['P1000/P1000_passport.pdf', 'wei passport'],
    ['5. P1000 Wei Chen/bank statement.pdf', 'wei bankStatement'],
    ['P1000/Documents/02 passport.pdf', 'wei passport'],
    ['P1000 (2)/passport.pdf', 'wei passport'],
    ['P1000 Wei Chen (Nepal)/IELTS.pdf', 'wei englishTest'],
    ['P1000 Wei Chen (Sri Lanka)/cv (Viet Nam).pdf', 'wei cv'],
  ])('%s: %s', (path, where) => expect(outcome(path)).toBe(where));
});

describe('what is not certain is left to the person', () => {
  test.each([
    ['P9999_passport.pdf', 'no-student'],
    ['scan.pdf', 'no-student'],
    // A part of a passport number, or of an address, is another one.
    ['P100_passport.pdf', 'no-student'],
    ['P10000_passport.pdf', 'no-student'],
    ['diana@x.example_cv.pdf', 'no-student'],
    ['mary-ana@x.example_cv.pdf', 'other-words'],
    ['ana@x.example.org_cv.pdf', 'other-words'],
    ['P1000_passport of the father.pdf', 'other-words'],
    ['P1000_AB12345_passport.pdf', 'other-words'],
    ['P1000.pdf', 'no-slot'],
    ['P1000_photo.pdf', 'other-words'],
    ['P1000 Wei Chen (Jordan)/IELTS.pdf', 'other-words'],
    ['P1000 Nepal/IELTS.pdf', 'other-words'],
    ['P1000 (Nepal) police certificate.pdf', 'other-words'],
    ['Ana Nguyen/P1000 passport.pdf', 'other-folder'],
    ['P1000/photo.pdf', 'no-slot'],
    ['P1000/father/passport.pdf', 'no-slot'],
    ['P1000/P9999_passport.pdf', 'no-slot'],
    ['P1000/AB12345_passport.pdf', 'other-folder'],
    ['P1000/AB12345/passport.pdf', 'other-folder'],
    ['P1000 and AB12345/P1000_passport.pdf', 'wei passport'],
    ['cv/P1000_passport.pdf', 'two-slots'],
    ['P1000/cv/passport.pdf', 'two-slots'],
  ])('%s: %s', (path, why) => expect(outcome(path)).toBe(why));

  test('a passport number of three signs or less leads to no student', () => {
    expect(outcome('A12_passport.pdf', [student('kim', { passportNumber: 'A12' })])).toBe('no-student');
  });

  test('the number of a copy is no end of a passport number', () => {
    const [short, long] = [WEI, student('long', { passportNumber: 'P10002' })];
    expect(outcome('P1000 (2)/passport.pdf', [long])).toBe('no-student');
    expect(outcome('P1000-2_passport.pdf', [long])).toBe('no-student');
    expect(outcome('2. P1000 passport.pdf', [short, student('led', { passportNumber: '2P1000' })])).toBe(
      'wei passport',
    );
    expect(outcome('P1000 (2)/passport.pdf', [short, long])).toBe('wei passport');
    expect(outcome('P10002/passport.pdf', [short, long])).toBe('long passport');
  });

  test('two students with the same e-mail, as an agency gives its own, cannot be told apart by it', () => {
    const twins = [WEI, { ...ANA, email: WEI.email }];
    expect(plan(['wei.chen@mail.example_cv.pdf'], twins)).toEqual([
      { kind: 'unmatched', why: 'several-students', students: ['wei', 'ana'] },
    ]);
    expect(outcome('P1000_cv.pdf', twins)).toBe('wei cv');
  });

  test('a passport number inside the e-mail of another student is not that number', () => {
    const other = student('other', { email: 'p1000@x.example' });
    expect(outcome('p1000@x.example_cv.pdf', [WEI, other])).toBe('other cv');
  });

  test('an empty passport number and e-mail match no student', () => {
    expect(outcome('passport.pdf', [student('blank', {})])).toBe('no-student');
  });

  test('two files for one slot go nowhere until one of them is left out', () => {
    const files = ['P1000_passport.pdf', 'P1000/passport.pdf'].map((path) => ({
      path,
      size: 10,
      content: 'pdf' as const,
    }));
    expect(planFiles(files, STUDENTS, new Map()).map(inWords)).toEqual(['same-place', 'same-place']);
    expect(planFiles(files, STUDENTS, new Map([[1, 'left-out']])).map(inWords)).toEqual(['wei passport', 'left-out']);
  });

  test('what is said by hand counts before the name, and takes no place twice either', () => {
    const files = ['scan.pdf', 'P1000_passport.pdf'].map((path) => ({ path, size: 10, content: 'pdf' as const }));
    const say = (id: string, slot: string) => planFiles(files, STUDENTS, new Map([[0, { id, slot }]])).map(inWords);
    expect(say('ana', 'passport')).toEqual(['ana passport', 'wei passport']);
    expect(say('wei', 'passport')).toEqual(['same-place', 'same-place']);
  });
});

test('nothing goes to a student whose application is not to be changed here', () => {
  const confirmed = { ...WEI, blockedBecause: 'Already confirmed' };
  expect(outcome('P1000_cv.pdf', [confirmed, ANA])).toBe('closed');
});

test('what would be replaced is known before', () => {
  expect(plan(['P1000_cv.pdf', 'P1000_passport.pdf'], [{ ...WEI, slots: ['cv'] }])).toMatchObject([
    { kind: 'matched', replaces: true },
    { kind: 'matched', replaces: false },
  ]);
});

test.each([
  ['P1000_passport.jpg', 10, 'photo', 'photo'],
  ['P1000_passport.pdf', 10, 'other', 'not-pdf'],
  ['P1000_passport.pdf', 0, 'other', 'empty'],
  ['P1000_passport.pdf', 100 * 1024 * 1024 + 1, 'pdf', 'too-large'],
  ['P1000_passport.pdf', 10, 'unreadable', 'unreadable'],
] as const)('%s of %d bytes that is %s inside is refused: %s', (path, size, content, why) => {
  expect(planFiles([{ path, size, content }], STUDENTS, new Map())).toEqual([{ kind: 'fault', why }]);
});

test('a refused file does not block another one', () => {
  const good = { path: 'P1000_passport.pdf', size: 10, content: 'pdf' } as const;
  const bad = { path: 'P1000_passport.jpg', size: 10, content: 'other' } as const;
  expect(planFiles([good, bad], STUDENTS, new Map()).map(inWords)).toEqual(['wei passport', 'not-pdf']);
});
