type Rows = readonly (readonly [value: string, name: string])[];

const OVERSEAS: Rows = [
  ['Student Visa', 'Student Visa'],
  ['Tourist/Visitor', 'Tourist/Visitor'],
  ['Working Holiday', 'Working Holiday'],
  ['Other', 'Other'],
];

const RESIDENT: Rows = [
  'Australian Citizen',
  'Permanent Resident',
  'New Zealand Citizen',
  'Business Migration Visa',
  'Graduate 485',
  'Sponsorship Visa',
].map((name) => [name, name] as const);

/** The row of those lists that have no code for it. */
const NOT_SPECIFIED = ['', '   - not specified'] as const;

/** The lists of the published API: most names repeat their code, in a way of their own. */
export const PUBLISHED_LISTS: Readonly<Record<string, Rows>> = {
  EmploymentStatuses: [
    ['01', '01: Full-time employee'],
    ['02', '02: Part-time employee'],
    ['03', '03: Self-employed - not employing others'],
    ['04', '04: Employer'],
    ['05', '05: Employed - unpaid worker in a family business'],
    ['06', '06: Unemployed - seeking full-time work'],
    ['07', '07: Unemployed - seeking part-time work'],
    ['08', '08: Not employed - not seeking employment'],
    ['@@', '@@: Not Specified'],
  ],
  IndustryOfEmployments: [
    NOT_SPECIFIED,
    ['A', 'A - Agriculture, Forestry and Fishing'],
    ['B', 'B - Mining'],
    ['C', 'C - Manufacturing'],
    ['D', 'D - Electricity, Gas, Water and Waste Services'],
    ['E', 'E - Construction'],
    ['F', 'F - Wholesale Trade'],
    ['G', 'G - Retail Trade'],
    ['H', 'H - Accommodation and Food Services'],
    ['I', 'I - Transport, Postal and Warehousing'],
    ['J', 'J - Information Media and Telecommunications'],
    ['K', 'K - Financial and Insurance Services'],
    ['L', 'L - Rental, Hiring and Real Estate Services'],
    ['M', 'M - Professional, Scientific and Technical Services'],
    ['N', 'N - Administrative and Support Services'],
    ['O', 'O - Public Administration and Safety'],
    ['P', 'P - Education and Training'],
    ['Q', 'Q - Health Care and Social Assistance'],
    ['R', 'R - Arts and Recreation Services'],
    ['S', 'S - Other Services'],
  ],
  OccupationCodes: [
    NOT_SPECIFIED,
    ['1', '1 - Manager'],
    ['2', '2 - Professionals'],
    ['3', '3 - Technicians and Trades Workers'],
    ['4', '4 - Community and Personal Service Workers'],
    ['5', '5 - Clerical and Administrative Workers'],
    ['6', '6 - Sales Workers'],
    ['7', '7 - Machinery Operators and Drivers'],
    ['8', '8 - Labourers'],
    ['9', '9 - Other'],
  ],
  QualificationLevels: [
    ['008', '008 - Bachelor Degree or Higher Degree Level'],
    ['410', '410 - Advanced Diploma or Associate Degree Level'],
    ['420', '420 - Diploma Level'],
    ['511', '511 - Certificate IV'],
    ['514', '514 - Certificate III'],
    ['521', '521 - Certificate II'],
    ['524', '524 - Certificate I'],
    ['990', '990 - Miscellaneous Education'],
  ],
  QualificationAchievementRecognitions: [
    ['A', 'A - Australian qualification'],
    ['E', 'E - Australian equivalent'],
    ['I', 'I - International'],
  ],
  StudyReasonCodes: [
    ['01', '01: To get a job'],
    ['02', '02: To develop my existing business'],
    ['03', '03: To start my own business'],
    ['04', '04: To try for a different career'],
    ['05', '05: To get a better job or promotion'],
    ['06', '06: It was a requirement of my job'],
    ['07', '07: I wanted extra skills for my job'],
    ['08', '08: To get into another course of study'],
    ['11', '11: Other reasons'],
    ['12', '12: For personal interest or self-development'],
    ['@@', '@@: Not Specified'],
  ],
};

/** The visa types of an origin; the ones for students from overseas when none is asked for. */
export const visaStatuses = (origin = 'OverseasStudent'): Rows => (origin === 'ResidentStudent' ? RESIDENT : OVERSEAS);

/** Whether the list has the code. A blank value is no code. */
export const hasCode = (list: string, code: unknown): boolean =>
  code !== '' && (PUBLISHED_LISTS[list] ?? []).some(([value]) => value === code);
