import { studentDocuments } from '#domain/student/documents.ts';
import { fold } from '#features/agents/agent-index.ts';

/** What people call the documents beside the words of the form. A word stands here only where it can mean one of them. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  year12Evidence: ['year 12', 'year 12 evidence', 'year 12 certificate', 'vocational', 'vocational evidence'],
  passport: ['passport copy', 'passport scan'],
  englishTest: ['english', 'ielts', 'toefl', 'pte', 'elicos', 'english test result'],
  academicQualifications: ['academic', 'qualifications', 'transcript', 'transcripts', 'academic transcripts'],
  cv: ['curriculum vitae', 'resume'],
  statementOfPurpose: ['sop'],
  financialDeclaration: [],
  bankStatement: ['bank', 'bank statements'],
  sponsorDocuments: ['sponsor', 'sponsor document'],
};

/** Letters and digits alone: 'Bank_Statement', 'bank statement' and 'bankStatement' are one word. */
export const compact = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

const SLOTS: ReadonlyMap<string, string> = new Map(
  studentDocuments.flatMap(({ slot, labels }) =>
    [slot, ...labels, ...(OTHER_WORDS[slot] ?? [])].map((word): [string, string] => [compact(word), slot]),
  ),
);

/** A second copy of a file, as browsers and systems name it: 'passport (1)', 'passport copy 2'. */
const COPY_NUMBER = /^\d{1,2}$/;

/**
 * The slot that these words name, all of them together; undefined where they name none. `own` are words that say nothing
 * more, such as the student's name.
 */
export function slotOf(words: readonly string[], own: ReadonlySet<string>): string | undefined {
  const rest = words.filter((word) => !own.has(word));
  const last = rest.at(-1) ?? '';
  const readings = [words, rest, COPY_NUMBER.test(last) ? rest.slice(0, -1) : rest];
  return readings.map((reading) => SLOTS.get(reading.join(''))).find((slot) => slot !== undefined);
}
