import { COUNTRIES } from '#domain/codes/countries.ts';
import { type Slot, studentDocuments } from '#domain/student/documents.ts';
import { fold } from '#features/agents/agent-index.ts';

/** Other words for the documents than the form's. A word is here only if it can mean one document alone. */
const OTHER_WORDS: Readonly<Record<Slot, string>> = {
  year12Evidence: 'year 12|year 12 evidence|year 12 certificate|year 12 marksheet|vocational|vocational evidence',
  passport:
    'passport scan|passport bio page|passport bio data page|passport front|护照|護照|hộ chiếu|pasaporte|passeport|reisepass|паспорт',
  englishTest:
    'english|ielts|ielts trf|ielts score|toefl|pte|pte score|pte score report|elicos|english test result|ielts result|pte result|ielts report',
  academicQualifications:
    'academic|qualifications|transcript|transcripts|academic transcript|academic transcripts|transcripts and certificates',
  cv: 'curriculum vitae|resume',
  statementOfPurpose: 'sop',
  financialDeclaration: '',
  bankStatement: 'bank|bank statements',
  sponsorDocuments: 'sponsor|sponsor document|sponsors documents',
};

/** Letters and digits alone: 'Bank_Statement', 'bank statement' and 'bankStatement' are one word. */
export const compact = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

const SLOTS: ReadonlyMap<string, string> = new Map(
  studentDocuments.flatMap(({ slot, labels }) =>
    [slot, ...labels, ...OTHER_WORDS[slot].split('|').filter(Boolean)].map((word): [string, string] => [
      compact(word),
      slot,
    ]),
  ),
);

/** What says nothing about whose document it is, or which: numbers of an order or a copy, dates, and such words. */
const FILLER =
  /^(\d{1,2}|20\d\d|copy|final|signed|scanned|certified|pdf|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)$/;
/** Folders that only hold others. */
const HOLDERS: ReadonlySet<string> = new Set(['documents', 'docs', 'files', 'scans', 'academics', 'pdf', 'pdfs']);

/** Whether words say nothing more; `own` are words that do not, such as the student's name. */
export const sayNothing = (words: readonly string[], own: ReadonlySet<string>): boolean =>
  words.every((word) => own.has(word) || FILLER.test(word));

/** Whether a folder is only there to hold documents of every kind. */
export const isHolder = (words: readonly string[]): boolean => words.length === 1 && HOLDERS.has(words[0] ?? '');

const COUNTRY_NAMES = new Set(COUNTRIES.map(({ label }) => compact(label)));
/** Some people have these names. */
for (const name of ['chad', 'georgia', 'israel', 'jordan']) COUNTRY_NAMES.delete(name);

/** A name without a country in parentheses, which agents write behind the name of a student. */
export const withoutCountry = (name: string): string =>
  name.replace(/\(([^()]*)\)/g, (whole, inside: string) => (COUNTRY_NAMES.has(compact(inside)) ? ' ' : whole));

/** The slot that these words name, without words that say nothing. Undefined if they name none. */
export function slotOf(words: readonly string[], own: ReadonlySet<string>): string | undefined {
  const rest = words.filter((word) => !own.has(word));
  const readings = [words, rest, rest.filter((word) => !FILLER.test(word)), withoutCopyOf(rest)];
  return readings.map((reading) => SLOTS.get(reading.join(''))).find((slot) => slot !== undefined);
}

const withoutCopyOf = (words: readonly string[]): readonly string[] =>
  words[0] === 'copy' && words[1] === 'of' ? words.slice(2) : words;
