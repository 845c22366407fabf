/**
 * `node build/check-prose.ts`, part of `npm run check`: counts phrases that are hard to read, and fails if one becomes more
 * frequent. Lower a limit after a rewrite; never raise it. It also fails if a sentence on the screen has more than twenty
 * words, unless the specification has it word for word.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LONGEST_SENTENCE, tooLong } from './screen-texts.ts';

export interface Habit {
  readonly phrase: string;
  /** How often it may occur. */
  readonly limit: number;
  readonly instead: string;
}

export const HABITS: readonly Habit[] = [
  { phrase: 'nobody', limit: 63, instead: 'name who does not, or use the passive' },
  { phrase: 'somebody', limit: 62, instead: 'the applicant, a person, another tab' },
  { phrase: 'whoever', limit: 12, instead: 'the person who' },
  { phrase: 'whatever', limit: 24, instead: 'any, regardless of' },
  { phrase: 'by itself', limit: 10, instead: 'automatically' },
  { phrase: 'goes on', limit: 34, instead: 'continues' },
  { phrase: 'is told', limit: 15, instead: 'sees, reads, receives' },
  { phrase: 'of its own', limit: 15, instead: 'its own' },
  { phrase: 'of ours', limit: 6, instead: 'our' },
  { phrase: 'by then', limit: 9, instead: 'before' },
  { phrase: 'lets go', limit: 3, instead: 'releases' },
  { phrase: 'anew', limit: 31, instead: 'again' },
  { phrase: 'meanwhile', limit: 46, instead: 'until then' },
  { phrase: 'stands', limit: 82, instead: 'is' },
  { phrase: 'says so', limit: 30, instead: 'shows the error, warns, logs it' },
  { phrase: 'on its way', limit: 13, instead: 'being sent, loading' },
];

/** @returns a sentence for each phrase that occurs more often in the texts than its limit allows */
export function tooFrequent(texts: Iterable<string>, habits: readonly Habit[] = HABITS): string[] {
  const counts = new Map(habits.map(({ phrase }) => [phrase, 0]));
  for (const text of texts)
    for (const { phrase } of habits) {
      const found = text.match(new RegExp(`\\b${phrase}\\b`, 'gi'))?.length ?? 0;
      counts.set(phrase, (counts.get(phrase) ?? 0) + found);
    }
  return habits
    .filter(({ phrase, limit }) => (counts.get(phrase) ?? 0) > limit)
    .map(
      ({ phrase, limit, instead }) => `"${phrase}": ${counts.get(phrase)} times, at most ${limit}. Write: ${instead}.`,
    );
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..');
  const files = execFileSync('git', ['ls-files', '-z', '*.md', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && !file.startsWith('tests/fixtures/') && file !== 'build/check-prose.ts');
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const fixed = read('docs/specification.md').replace(/\s+/g, ' ');
  const onScreen = files.filter((file) => /^src\/(?!domain\/codes\/).*\.tsx?$/.test(file));
  const faults = [
    ...tooFrequent(files.map(read)),
    ...onScreen.flatMap((file) =>
      tooLong(file, read(file), fixed).map(
        (sentence) => `${file}: more than ${LONGEST_SENTENCE} words in a sentence: ${sentence}`,
      ),
    ),
  ];
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
