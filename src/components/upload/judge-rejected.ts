import type { FileError, FileRejection } from 'react-dropzone';
import { isPdf, isSystemFile, PDF_TYPE, type RejectedFile, UNREADABLE_FILE } from './accepted-files.ts';

interface Judged {
  readonly accepted: readonly File[];
  readonly rejected: readonly RejectedFile[];
}

/**
 * Looks again at files that were refused by name and type: a PDF is known by its content, since phones, mail programs and
 * downloads hand over PDFs without an ending or a type. `takesPdf` says whether PDFs are taken at all.
 */
export async function judgeRejected(rejections: readonly FileRejection[], takesPdf: boolean): Promise<Judged> {
  const accepted: File[] = [];
  const rejected: RejectedFile[] = [];
  for (const { file, errors } of rejections.filter((one) => !isSystemFile(one.file))) {
    const others = errors.filter(({ code }) => code !== 'file-invalid-type');
    const content = takesPdf && others.length < errors.length ? await contentOf(file) : 'other';
    if (content === 'unreadable') rejected.push({ name: file.name, code: 'file-unreadable', message: UNREADABLE_FILE });
    else if (content === 'other') rejected.push(toRejected(file, errors));
    else if (others.length > 0) rejected.push(toRejected(file, others));
    else accepted.push(new File([file], file.name, { type: PDF_TYPE, lastModified: file.lastModified }));
  }
  return { accepted, rejected };
}

const contentOf = (file: File): Promise<'pdf' | 'other' | 'unreadable'> =>
  isPdf(file).then(
    (is) => (is ? 'pdf' : 'other'),
    () => 'unreadable',
  );

/** Several things may be wrong with a file; the first one is enough to act on. */
const toRejected = (file: File, [first]: readonly FileError[]): RejectedFile => ({
  name: file.name,
  file,
  code: first?.code ?? 'file-invalid-type',
  message: first?.message ?? 'We could not add the file',
});
