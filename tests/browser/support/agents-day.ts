import type { Mocks } from '#mocks/server.ts';
import { makePdf, sha256 } from '../../support/pdf.ts';
import { AGENT } from './scene.ts';
import { MINIMAL } from './student.ts';

/** Nine students; the last three share first names with others. */
const LETTERS = 'abcdefabc';

/** The students in the sheet, in row order. */
export const STUDENTS = Array.from(LETTERS, (letter, index) => {
  const [firstName, familyName] = [`Student${letter}`, index < LETTERS.length - 3 ? 'Nguyen' : 'Tran'];
  return { name: `${firstName} ${familyName}`, firstName, familyName, passportNumber: `P${1000 + index}` };
});

/** The wrong cells, by the sheet's row, and the corrected text of each. */
export const FAULTY = [
  { row: 3, column: 'firstName', wrong: 'A', cell: /^[A-Z]+3 First name$/, right: STUDENTS[1]?.firstName ?? '' },
  { row: 8, column: 'title', wrong: 'Professor', cell: /^[A-Z]+8 Title$/, right: 'Dr' },
  { row: 10, column: 'birthplace', wrong: 'Hà Nội', cell: /^[A-Z]+10 Birthplace$/, right: 'Ha Noi' },
] as const;

/** The sheet as CSV. It names no agent: every student gets the agency that is kept on the device. */
export function sheetOfStudents(): string {
  const { howDidYouHearAboutUs: _heard, ...answers } = MINIMAL;
  const rows = STUDENTS.map(({ name: _name, ...own }, index) => ({
    ...answers,
    ...own,
    agreeToTerms: 'Yes',
    dateOfBirth: '03/04/2001',
    ...Object.fromEntries(FAULTY.filter(({ row }) => row === index + 2).map(({ column, wrong }) => [column, wrong])),
  }));
  const titles = Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[];
  return [titles.join(','), ...rows.map((row) => titles.map((title) => `"${row[title]}"`).join(','))].join('\r\n');
}

/** The four documents of every student, named by the end of the file's name after the passport number. */
export const DOCUMENTS = {
  year12Evidence: 'year 12',
  passport: 'passport',
  englishTest: 'IELTS',
  academicQualifications: 'transcripts',
};
export const pdfOf = (passportNumber: string, slot: string) =>
  makePdf({ mark: `${passportNumber} ${slot}`, bytes: 900 });

interface Sent {
  readonly FirstName: string;
  readonly MiddleName?: string;
  readonly ComplianceAndOtherInfo: { readonly PassportNumber: string };
  readonly SelectedAgent: string;
  readonly AgentName: string;
  readonly AgentEmail: string;
  readonly SubmissionId: string;
}

/** The passport number that the records API accepts from the student it has rejected. */
export const CORRECTED = 'N7654321';

/** What the workflows received about one student: the answers, the agency, and the hashes of the files. */
interface Received {
  readonly PassportNumber: string;
  readonly files: readonly string[];
  readonly [answer: string]: unknown;
}

/** What the workflows received about all students, by passport number. */
export function receivedBy(mocks: Mocks): readonly Received[] {
  const files = mocks.effects('file-workflow');
  return mocks
    .received({ service: 'agent-workflow' })
    .map(({ body }) => body as Sent)
    .map(({ SubmissionId, ComplianceAndOtherInfo, ...body }) => ({
      FirstName: body.FirstName,
      MiddleName: body.MiddleName ?? '',
      PassportNumber: ComplianceAndOtherInfo.PassportNumber,
      agency: [body.SelectedAgent, body.AgentName, body.AgentEmail],
      files: files
        .filter(({ key }) => key?.startsWith(SubmissionId))
        .flatMap((sent) => sent.files.map((file) => file.sha256))
        .sort(),
    }))
    .sort((one, other) => (one.PassportNumber < other.PassportNumber ? -1 : 1));
}

/** The expected result from the sheet, the files and the forms; one passport number was corrected. */
export const wanted = (typed: ReadonlyMap<string, string>, corrected: string): readonly object[] =>
  STUDENTS.map(({ firstName, passportNumber }) => ({
    FirstName: firstName,
    MiddleName: typed.get(passportNumber) ?? '',
    PassportNumber: firstName === corrected ? CORRECTED : passportNumber,
    agency: [`${AGENT.name}|${AGENT.country}`, 'Mei Lin', 'mei@harbour.example'],
    files: Object.keys(DOCUMENTS)
      .map((slot) => sha256(pdfOf(passportNumber, slot)))
      .sort(),
  })).sort((one, other) => (one.PassportNumber < other.PassportNumber ? -1 : 1));
