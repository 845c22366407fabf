import { describe, expect, test } from 'vitest';
import { judgeSheet, type SheetChoices } from '#features/desk/sheet/judge-sheet.ts';
import { readSheet } from '#features/desk/sheet/read-sheet.ts';
import { matchColumns, type SheetContext, sheetColumns } from '#features/desk/sheet/sheet-columns.ts';
import { studentKey, withDoubles } from '#features/desk/sheet/sheet-doubles.ts';
import { MINIMAL } from '../../../domain/support/applications.ts';

const CONTEXT: SheetContext = {
  variant: 'agent',
  today: { earliest: '2026-06-15', latest: '2026-06-15' },
  lists: { intakes: [{ value: '2027-01-13', label: '13 January 2027 - Diploma of Building and Construction' }] },
  agents: [
    { value: 'Global Study|Vietnam', label: 'Global Study' },
    { value: 'Bright|India', label: 'Bright' },
    { value: 'Bright|Nepal', label: 'Bright' },
  ],
};
/** A student whose answers are in order, by the words of the questions. */
const GOOD = { ...MINIMAL, selectedAgent: 'Global Study', selectedIntake: '2027-01-13', agreeToTerms: 'Yes' };

function judge(students: readonly Readonly<Record<string, unknown>>[], choices: Partial<SheetChoices> = {}) {
  const names = sheetColumns().map(({ field }) => field.name);
  const used = names.filter((name) => students.some((student) => name in student));
  const quoted = (cell: unknown) => `"${String(cell ?? '').replaceAll('"', '""')}"`;
  const lines = [used, ...students.map((student) => used.map((name) => student[name]))];
  const table = readSheet(new TextEncoder().encode(lines.map((line) => line.map(quoted).join(',')).join('\n')));
  const all = {
    matches: matchColumns(table.titles),
    dates: {},
    values: {},
    corrections: {},
    starting: {},
    known: [],
    ...choices,
  };
  return judgeSheet(table, all, CONTEXT);
}
const one = (student: Readonly<Record<string, unknown>>, choices?: Partial<SheetChoices>) =>
  judge([student], choices).students[0];
const faultsOf = (student: Readonly<Record<string, unknown>>, choices?: Partial<SheetChoices>) =>
  Object.fromEntries((one(student, choices)?.faults ?? []).map(({ field, message }) => [field, message]));

/** A sheet with one column for the whole name. */
function judgeNames(names: readonly string[], choices: Partial<SheetChoices> = {}) {
  const table = readSheet(
    new TextEncoder().encode(['Full name\tPassport No.', ...names.map((name) => `${name}\tP1`)].join('\n')),
  );
  const none = { dates: {}, values: {}, corrections: {}, starting: {}, known: [] };
  return judgeSheet(table, { matches: matchColumns(table.titles), ...none, ...choices }, CONTEXT);
}

describe('a full name', () => {
  const parts = ({ students }: ReturnType<typeof judgeNames>) =>
    students.map(({ answers }) => [answers.firstName, answers.familyName]);

  test('is not split before the agent says how, and is a fault until then', () => {
    const judged = judgeNames(['Wei Ling Chen', 'Ana Roy']);
    expect(parts(judged)).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(judged.questions).toEqual([
      { field: 'firstName', label: 'First name', asks: 'names', examples: ['Wei Ling Chen', 'Ana Roy'] },
    ]);
    expect(judged.students.map(({ faults }) => faults.map(({ message }) => message))).toEqual([
      ['First choose how to split the full names'],
      ['First choose how to split the full names'],
    ]);
  });

  test.each([
    ['given-first', 'Wei Ling Chen', ['Wei Ling', 'Chen']],
    ['family-first', 'Chen Wei Ling', ['Wei Ling', 'Chen']],
    ['given-first', 'De Souza, Maria', ['Maria', 'De Souza']],
    ['family-first', 'De Souza, Maria', ['Maria', 'De Souza']],
    ['given-first', 'Sita', [undefined, 'Sita']],
    ['whole', 'Wei Chen', [undefined, undefined]],
  ] as const)('with %s: %s', (names, name, expected) => {
    const judged = judgeNames([name], { dates: { firstName: { names } } });
    expect(parts(judged)).toEqual([expected]);
    expect([judged.questions, judged.students[0]?.faults]).toEqual([[], []]);
  });

  test('gives way to a part that was typed', () => {
    const corrections = { '2:familyName': 'De Souza' };
    const judged = judgeNames(['Maria De Souza'], { dates: { firstName: { names: 'given-first' } }, corrections });
    expect(parts(judged)).toEqual([['Maria De', 'De Souza']]);
  });
});

describe('the columns', () => {
  test('are the questions of the form in the agent variant, each once and under a unique title', () => {
    const titles = sheetColumns().map(({ title }) => title);
    const names = sheetColumns().map(({ field }) => field.name);

    expect(names.slice(0, 4)).toEqual(['selectedAgent', 'title', 'firstName', 'middleName']);
    expect(names).not.toContain('formType');
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(titles).size).toBe(titles.length);
  });

  test('are matched by title or name, in any case and with any spaces and signs; of two for one question the first counts', () => {
    expect(
      matchColumns(['FIRST NAME', 'familyName', 'Remarks', 'e-mail_address', 'First Name', 'Date of birth *']),
    ).toEqual(['firstName', 'familyName', undefined, 'email', undefined, 'dateOfBirth']);
  });

  test('are matched by the titles that agents use', () => {
    const titles = [
      'Surname',
      'Given Name(s)',
      'DOB (dd/mm/yyyy)',
      'Sex',
      'Citizenship',
      'Place of birth',
      'Passport No.',
      'Passport Expiry',
      'E-mail',
      'City',
      'Postal Code',
      'Mobile number',
      'State/Province',
    ];
    expect(matchColumns(titles)).toEqual([
      'familyName',
      'firstName',
      'dateOfBirth',
      'gender',
      'nationality',
      'birthplace',
      'passportNumber',
      'passportExpiryDate',
      'email',
      'cityTownSuburb',
      'postcode',
      'mobilePhone',
      'state',
    ]);
    expect(matchColumns(['Email ID', 'Tel.', 'Passport date of expiry'])).toEqual([
      'email',
      'mobilePhone',
      'passportExpiryDate',
    ]);
  });

  test.each([
    [
      ['First', 'Last', 'Phone'],
      [undefined, undefined, 'mobilePhone'],
    ],
    // The words of the form come before others for the same question.
    [
      ['Phone', 'Mobile phone number'],
      [undefined, 'mobilePhone'],
    ],
    [
      ['Emergency contact phone', 'Phone'],
      ['contactMobile', undefined],
    ],
    // Whose it is cannot be told from the title alone.
    [
      ['First name', 'Emergency contact', 'Phone', 'Email'],
      ['firstName', undefined, undefined, undefined],
    ],
    [
      ['Emergency contact', 'Passport No'],
      [undefined, 'passportNumber'],
    ],
  ])(
    '%s: a telephone number of the student is never the emergency contact’s, nor the other way round',
    (titles, names) => {
      expect(matchColumns(titles)).toEqual(names);
    },
  );

  test.each([
    [
      ['Name', 'Email'],
      ['fullName', 'email'],
    ],
    [
      ['Full Name (as in passport)', 'DOB'],
      ['fullName', 'dateOfBirth'],
    ],
    // It may be the given name alone.
    [
      ['Name', 'Surname'],
      [undefined, 'familyName'],
    ],
    [
      ['Emergency contact', 'Name'],
      [undefined, undefined],
    ],
  ])('%s: a full name is one where no column has a part of it', (titles, names) => {
    expect(matchColumns(titles)).toEqual(names);
  });

  test('of the template are all matched', () => {
    const columns = sheetColumns();
    expect(matchColumns(columns.map(({ title }) => title))).toEqual(columns.map(({ field }) => field.name));
  });
});

describe('a row', () => {
  test('in order becomes a student without a fault, with the answers as the form holds them', () => {
    const student = one(GOOD);

    expect(student).toMatchObject({
      faults: [],
      missing: [],
      unasked: [],
      completedSteps: [1, 2, 3, 4],
    });
    expect(student?.answers).toMatchObject({
      ...MINIMAL,
      selectedAgent: 'Global Study|Vietnam',
      selectedIntake: '2027-01-13',
      agreeToTerms: true,
    });
  });

  test('has all of its faults at once, in the words of the form, with row and column', () => {
    const student = one({
      ...GOOD,
      firstName: 'W',
      email: 'wei',
      postcode: '30OO',
      dateOfBirth: '2020-01-01',
      birthplace: 'Hà Nội',
    });

    expect(Object.fromEntries(student?.faults.map(({ field, message }) => [field, message]) ?? [])).toEqual({
      firstName: 'First name must be at least 2 characters',
      email: 'Please enter a valid email address',
      postcode: 'Please enter a valid postcode',
      dateOfBirth: 'Date of Birth must be at least 10 years ago',
      birthplace: 'Please use English letters and numbers only',
    });
    expect(student).toMatchObject({ row: 2 });
    expect(student?.faults.find(({ field }) => field === 'birthplace')).toMatchObject({
      text: 'Hà Nội',
      offer: 'Ha Noi',
    });
    expect(student?.faults.find(({ field }) => field === 'firstName')?.column).toBe('C');
  });

  test('is judged by the conditions between questions: what is asked and missing, and what is not asked', () => {
    const { hasPostalAddress: _, ...rest } = GOOD;
    expect(
      one({ ...rest, hasPostalAddress: 'Yes', postalState: 'VIC' })?.missing.map(({ message }) => message),
    ).toEqual(expect.arrayContaining(['Please select country', 'Please enter street number', 'Please enter postcode']));
    const hidden = one({ ...rest, hasPostalAddress: 'No', postalState: 'VIC' });
    expect(hidden?.unasked.map(({ field }) => field)).toEqual(['postalState']);
    expect(hidden?.answers).not.toHaveProperty('postalState');
  });

  test('is looked at as the review would, where nothing is a fault already', () => {
    const checked = (student: Readonly<Record<string, unknown>>) => one(student)?.toCheck.map(({ saw }) => saw);
    const good = { ...GOOD, mobilePhone: '61412345678' };
    expect(checked(good)).toEqual([]);
    expect(checked({ ...good, birthplace: 'Vietnam' })).toEqual(['The birthplace is "Vietnam", which is a country.']);
    expect(checked({ ...good, email: 'wei@gmial.com' })).toHaveLength(1);
    expect(checked({ ...good, email: 'wei@gmial.com wei' })).toEqual([]);
  });

  test('without an answer is missing it, which is no fault of a cell', () => {
    const student = one({ ...GOOD, birthplace: '' });
    expect(student?.faults).toEqual([]);
    expect(student?.missing).toMatchObject([{ field: 'birthplace', message: 'Please enter your birthplace' }]);
    expect(student?.completedSteps).toEqual([2, 3, 4]);
  });

  test('takes the agency that is kept where it has no cell for it', () => {
    const { selectedAgent: _, ...rest } = GOOD;
    const starting = { formType: 'student-application', howDidYouHearAboutUs: 'Agent', selectedAgent: 'Kept|Nepal' };
    expect(one(rest, { starting })?.answers).toMatchObject({
      formType: 'student-application',
      selectedAgent: 'Kept|Nepal',
    });
  });

  test('with the passport number of another row, or of a student on the device, is said to be double', () => {
    const { students } = judge([GOOD, { ...GOOD, firstName: 'Bo' }], { known: [] });
    expect(students.map(({ double }) => double)).toEqual([undefined, 'Row 2 has the same passport number']);
    expect(
      one(GOOD, { known: [studentKey({ passportNumber: ` ${String(GOOD.passportNumber).toLowerCase()}` })] })?.double,
    ).toBe('You already have a student with this passport number');
  });

  test('is no double of a hidden row, which is left out', () => {
    const twice = [GOOD, GOOD].map((student, at) => ({ row: at + 2, answers: student, isHidden: at === 0 }));
    expect(withDoubles(twice, []).map((student) => 'double' in student)).toEqual([true, false]);
  });

  test('without a passport number is recognized by its name, in any case and with any diacritics; with one it is not', () => {
    const nobody = { passportNumber: '' };
    const known = [studentKey({ firstName: 'JOSE', familyName: 'nguyen' })];
    const jose = { ...GOOD, ...nobody, firstName: 'José', familyName: 'Nguyễn' };
    expect(judge([jose], { known }).students[0]?.double).toBe('You already have a student with this name');
    expect(judge([{ ...jose, passportNumber: 'X1' }], { known }).students[0]?.double).toBeUndefined();
    const { students } = judge([jose, { ...jose, familyName: 'Tran' }, { ...jose, firstName: 'jose' }]);
    expect(students.map(({ double }) => double)).toEqual([undefined, undefined, 'Row 2 has the same name']);
  });

  test('in which no cell answers a question is blank, also where other columns have something', () => {
    const table = readSheet(new TextEncoder().encode('First name,Remarks\n,later\nWei,'));
    const choices = {
      matches: matchColumns(table.titles),
      dates: {},
      values: {},
      corrections: {},
      starting: {},
      known: [],
    };
    expect(judgeSheet(table, choices, CONTEXT).students.map(({ isBlank }) => isBlank)).toEqual([true, false]);
  });

  test('is judged with what was written in place of a cell', () => {
    const corrections = { '2:firstName': 'Wei', '2:birthplace': 'Ha Noi' };
    expect(one({ ...GOOD, firstName: 'W' }, { corrections })).toMatchObject({
      faults: [],
      answers: { firstName: 'Wei', birthplace: 'Ha Noi' },
    });
  });
});

describe('a choice', () => {
  test.each([
    ['highestSchoolLevel', '02', '02'],
    ['highestSchoolLevel', '2', '02'],
    ['highestSchoolLevel', '02 - did not go to school', '02'],
    ['highestSchoolLevel', '@@', '@@'],
    ['currentEmploymentStatus', 'part-time', '02'],
    ['currentEmploymentStatus', '02 - Part-time', '02'],
    ['isAboriginal', 'NO', 'No'],
    ['isAboriginal', 'FALSE', 'No'],
    ['title', 'mr', 'Mr'],
    ['gender', 'M', 'Male'],
    ['countryOfBirth', 'UK', 'United Kingdom'],
    ['countryOfBirth', 'U.S.A.', 'United States'],
    ['countryOfBirth', 'Turkey', 'Türkiye'],
    ['nationality', 'UK', 'British'],
    ['nationality', 'Nepali', 'Nepalese'],
    ['nationality', 'Viet Nam', 'Vietnamese'],
    ['nationality', 'India', 'Indian'],
    ['selectedIntake', '13 January 2027 - Diploma of Building and Construction', '2027-01-13'],
  ])('%s may be written as %s', (field, written, expected) => {
    expect(one({ ...GOOD, [field]: written })?.answers[field]).toBe(expected);
  });

  test('may be a text whose meaning the agent has given for all rows', () => {
    const students = [GOOD, GOOD].map((student, at) => ({ ...student, title: 'Shri', passportNumber: `P${at}` }));
    const { students: judged } = judge(students, { values: { 'title:Shri': 'Mr' } });
    expect(judged.map(({ answers, faults }) => [answers.title, faults])).toEqual([
      ['Mr', []],
      ['Mr', []],
    ]);
  });

  test('that is none of the list, or that two have for a name, is a fault', () => {
    expect(faultsOf({ ...GOOD, title: 'Doctor' })).toEqual({ title: 'This is not one of the choices' });
    expect(faultsOf({ ...GOOD, selectedAgent: 'Bright' })).toEqual({
      selectedAgent: 'More than one choice has this name. Write its code.',
    });
    expect(one({ ...GOOD, selectedAgent: 'Bright|Nepal' })?.answers.selectedAgent).toBe('Bright|Nepal');
  });
});

describe('a date', () => {
  test.each([
    ['2001-05-17', '2001-05-17'],
    ['2001/5/17', '2001-05-17'],
    ['17/05/2001', '2001-05-17'],
    ['05/17/2001', '2001-05-17'],
    ['5.5.2001', '2001-05-05'],
    ['17 May 2001', '2001-05-17'],
    ['May 17, 2001', '2001-05-17'],
    ['17-MAY-2001', '2001-05-17'],
    ['2001-05-17 00:00:00', '2001-05-17'],
    ['2001-05-17T00:00:00.000Z', '2001-05-17'],
    ['2001-05-17T08:30:00+10:00', '2001-05-17'],
    ['17th May 2001', '2001-05-17'],
    ['May 1st, 2001', '2001-05-01'],
    ['Thursday, 17 May 2001', '2001-05-17'],
    ['Thu 17/05/2001', '2001-05-17'],
    ['2001-May-17', '2001-05-17'],
    ['20010517', '2001-05-17'],
    ['2001年5月17日', '2001-05-17'],
    ['2001년 5월 17일', '2001-05-17'],
    ['17. März 2001', '2001-03-17'],
    ['1er décembre 2001', '2001-12-01'],
    ['17 juin 2001', '2001-06-17'],
    ['17 juillet 2001', '2001-07-17'],
    ['17 de mayo de 2001', '2001-05-17'],
  ])('written as %s can only be %s', (written, expected) => {
    expect(one({ ...GOOD, dateOfBirth: written })?.answers.dateOfBirth).toBe(expected);
  });

  test.each([
    ['31/02/2001', 'This date does not exist'],
    ['17/05/01', 'Write the year of this date with four digits'],
    ['17/05/0001', 'Please enter a valid date'],
    ['1899-12-31', 'Please enter a valid date'],
    ['soon', 'Write this date as year-month-day, for example 2001-05-17'],
    // A year, or a date without its signs: no day that a spreadsheet counts.
    ['2001', 'Write this date as year-month-day, for example 2001-05-17'],
    ['170501', 'Write this date as year-month-day, for example 2001-05-17'],
    ['17052001', 'Write this date as year-month-day, for example 2001-05-17'],
    ['20051999', 'Write this date as year-month-day, for example 2001-05-17'],
    // In Australia it is the next day.
    ['2001-05-16T14:00:00.000Z', 'Write this date as year-month-day, for example 2001-05-17'],
  ])('written as %s is a fault', (written, message) => {
    expect(faultsOf({ ...GOOD, dateOfBirth: written })).toEqual({ dateOfBirth: message });
  });

  test('that could be two days is asked about once for its column, and is not taken before', () => {
    const students = [
      { ...GOOD, dateOfBirth: '03/04/2001' },
      { ...GOOD, dateOfBirth: '05/06/2001', passportNumber: 'B2' },
      { ...GOOD, dateOfBirth: '2001-01-02', passportNumber: 'C3' },
    ];
    const { questions, students: judged } = judge(students);

    expect(questions).toEqual([
      { field: 'dateOfBirth', label: 'Date of birth', asks: 'order', examples: ['03/04/2001', '05/06/2001'] },
    ]);
    expect(judged.map(({ answers }) => answers.dateOfBirth)).toEqual([undefined, undefined, '2001-01-02']);
    expect(judged[0]?.faults).toMatchObject([{ field: 'dateOfBirth', text: '03/04/2001' }]);
    const read = (order: 'day-first' | 'month-first') =>
      judge(students, { dates: { dateOfBirth: { order } } }).students.map(({ answers }) => answers.dateOfBirth);
    expect(read('day-first')).toEqual(['2001-04-03', '2001-06-05', '2001-01-02']);
    expect(read('month-first')).toEqual(['2001-03-04', '2001-05-06', '2001-01-02']);
  });

  test('that is a number of days is asked about where the file does not say since when', () => {
    const student = { ...GOOD, dateOfBirth: '37028' };
    expect(judge([student]).questions).toMatchObject([{ field: 'dateOfBirth', asks: 'epoch' }]);
    expect(one(student, { dates: { dateOfBirth: { epoch: 1900 } } })?.answers.dateOfBirth).toBe('2001-05-17');
    expect(one(student, { dates: { dateOfBirth: { epoch: 1904 } } })?.answers.dateOfBirth).toBe('2005-05-18');
  });
});

describe('a date of another calendar', () => {
  test.each([
    ['Buddhist', 'passportExpiryDate', '17/05/2574'],
    ['Nepali', 'passportExpiryDate', '2088-02-01'],
    ['Persian', 'dateOfBirth', '1380-02-27'],
  ])('%s is questioned: %s %s', (_calendar, field, written) => {
    expect(faultsOf({ ...GOOD, [field]: written })[field]).toMatch(/^Is this year from another calendar\?/);
  });
});

describe('a number that may have lost a zero in front', () => {
  test.each([
    ['mobilePhone', '412345678', '0412345678'],
    ['postcode', '200', '0200'],
    ['passportNumber', '8123456', '08123456'],
  ])('is asked about once for its column, and is not taken before: %s %s', (field, written, whole) => {
    const student = { ...GOOD, [field]: written };
    const { questions, students } = judge([student]);
    expect(questions).toMatchObject([{ field, asks: 'zeros', examples: [written] }]);
    expect(students[0]?.answers[field]).toBeUndefined();
    expect(students[0]?.faults).toMatchObject([
      { field, message: 'First choose whether zeros are missing in this column' },
    ]);
    const read = (zeros: 'kept' | 'dropped') => one(student, { dates: { [field]: { zeros } } })?.answers[field];
    expect([read('kept'), read('dropped')]).toEqual([written, whole]);
    // What a person types is meant so.
    expect(one(student, { corrections: { [`2:${field}`]: written } })?.answers[field]).toBe(written);
  });

  test('is not asked about where it is whole', () => {
    expect(judge([{ ...GOOD, mobilePhone: '9779801234567', postcode: '3000' }]).questions).toEqual([]);
  });
});

describe('a text', () => {
  test('keeps its zeros in front', () => {
    expect(one({ ...GOOD, postcode: '0200', passportNumber: '00123' })?.answers).toMatchObject({
      postcode: '0200',
      passportNumber: '00123',
    });
  });

  test.each(['6.14E+10', '6,14E+10', '6.14123456789012E+018'])(
    'that a spreadsheet has shortened to %s is a fault',
    (written) => {
      expect(faultsOf({ ...GOOD, mobilePhone: written }).mobilePhone).toMatch(
        /^The spreadsheet has removed the last digits of this number/,
      );
    },
  );

  test('that is a telephone number with other signs is a fault, for which the digits are offered', () => {
    const [fault] = one({ ...GOOD, mobilePhone: '+61 (412) 345-678' })?.faults ?? [];
    expect(fault).toMatchObject({
      message: 'Please enter a valid mobile phone number (numbers only)',
      offer: '61412345678',
    });
  });
});
