import { CODE_LISTS, type Rows } from './code-lists.ts';

const RESIDENT: Rows =
  'Australian Citizen, Permanent Resident, New Zealand Citizen, Business Migration Visa, Graduate 485, Sponsorship Visa'
    .split(', ')
    .map((name) => [name, name] as const);

/** The row for "not specified" in the lists that have no code for it. */
const NOT_SPECIFIED = ['', '   - not specified'] as const;

const listOf = (list: string): Rows => CODE_LISTS[list] ?? [];
/** The rows of the specification's list that have a code, with the code before the name. */
const withCode = (list: string): Rows =>
  listOf(list)
    .filter(([value]) => /^[A-Z\d]$/.test(value))
    .map(([value, name]) => [value, `${value} - ${name}`]);

/** The lists of the published API. Most repeat the code in the name, each in a different form. */
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
  IndustryOfEmployments: [NOT_SPECIFIED, ...withCode('IndustryOfEmployments')],
  OccupationCodes: [NOT_SPECIFIED, ...withCode('OccupationCodes')],
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
  QualificationAchievementRecognitions: withCode('QualificationAchievementRecognitions'),
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

/** The visa types for an origin; without an origin, those for students from overseas. */
export const visaStatuses = (origin = 'OverseasStudent'): Rows =>
  origin === 'ResidentStudent' ? RESIDENT : listOf('VisaStatuses');

/** Whether the list has the code. A blank value is not a code. */
export const hasCode = (list: string, code: unknown): boolean =>
  code !== '' && (PUBLISHED_LISTS[list] ?? []).some(([value]) => value === code);
