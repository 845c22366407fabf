import { isPdf, isSystemFile } from '#components/upload/accepted-files.ts';
import { isPhoto } from '#features/documents/is-photo.ts';
import type { FolderFile } from './plan-files.ts';

/** So many files are shown and attached at once. */
export const MOST_FILES = 1000;

export interface ChosenFile extends FolderFile {
  readonly file: File;
}

/** The path as the browser has it: of a chosen folder, of a dropped one, or the name alone. */
const pathOf = (file: File & { readonly path?: string }): string =>
  (file.webkitRelativePath || file.path || file.name).replace(/^\.?\//, '');

/** The files without those that operating systems leave in folders. */
export const withoutSystemFiles = (files: readonly File[]): readonly File[] =>
  // macOS writes what it knows of a file beside it on disks of other systems.
  files.filter((file) => !isSystemFile(file) && !file.name.startsWith('._'));

async function contentOf(file: File): Promise<FolderFile['content']> {
  if (await isPdf(file)) return 'pdf';
  return (await isPhoto(file)) ? 'photo' : 'other';
}

/** What was chosen, in the order of its paths, with whether each is a PDF by its content. Never rejects. */
export async function readFolder(files: readonly File[]): Promise<readonly ChosenFile[]> {
  const read: ChosenFile[] = [];
  for (const file of files) {
    const content = await contentOf(file).catch(() => 'unreadable' as const);
    read.push({ file, path: pathOf(file), size: file.size, content });
  }
  return read.sort((one, other) => one.path.localeCompare(other.path, undefined, { numeric: true }));
}
