import { importWithRetry } from '#platform/import-with-retry.ts';
import type { SlotPlace } from './match-files.ts';
import type { FolderStudent, PlannedFile } from './plan-files.ts';
import type { ChosenFile } from './read-folder.ts';
import { compact } from './slot-words.ts';

/** The files that may be passports whose names do not say whose: PDFs that name no student. By their index. */
export const possiblePassports = (planned: readonly PlannedFile[]): readonly number[] =>
  planned.flatMap((one, index) => (one.kind === 'unmatched' && one.why === 'no-student' ? [index] : []));

/**
 * Reads files as passports on this device, one after the other. `onFound` gets the place of each whose number exactly one
 * student has.
 *
 * @throws Error if the scripts cannot be loaded, or this browser cannot run them
 */
export async function findPassports(
  files: readonly (readonly [index: number, file: ChosenFile])[],
  students: readonly FolderStudent[],
  onFound: (index: number, place: SlotPlace) => void,
): Promise<void> {
  const { openPassportReader } = await importWithRetry(() => import('#features/passport/passport-reader.ts'));
  const reader = openPassportReader();
  try {
    for (const [index, { file }] of files) {
      const number = compact((await reader.read(file))?.zone.number ?? '');
      const [student, other] = students.filter((one) => number !== '' && compact(one.passportNumber) === number);
      if (student && !other) onFound(index, { id: student.id, slot: 'passport' });
    }
  } finally {
    reader.close();
  }
}
