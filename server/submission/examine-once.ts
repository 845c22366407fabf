import { AppError } from '../errors.ts';
import type { UploadRecord } from '../ports/upload-ledger.ts';
import type { Content } from '../ports/upload-store.ts';
import { type ExamineOptions, examineUpload } from './examine.ts';

/** Judges an upload that is whole: see `examineUpload`. */
export type Examine = (upload: UploadRecord, announcedSha256?: string, content?: Content) => Promise<void>;

/**
 * Examines each upload once: reading and hashing a large one takes most of a second, and whoever asks again (with an
 * empty request, or many at once) gets what is known by then. Rejects as `examineUpload` does, and with NOT_FOUND where
 * the upload was refused and removed meanwhile.
 */
export function createExamination(options: ExamineOptions): Examine {
  const underWay = new Map<string, Promise<void>>();

  const examine: Examine = async (upload, announcedSha256, content) => {
    // What the store has seen on its way is news; otherwise another request may have come first.
    const known = content ? upload : await options.uploads.find(upload.id);
    if (known === undefined) throw new AppError('NOT_FOUND', { detail: 'There is no such upload.' });
    if (known.sha256 === undefined) await examineUpload(options, known, announcedSha256, content);
  };
  return (upload, announcedSha256, content) => {
    if (upload.sha256 !== undefined) return Promise.resolve();
    const joined = underWay.get(upload.id);
    if (joined) return joined;
    const examination = examine(upload, announcedSha256, content).finally(() => underWay.delete(upload.id));
    underWay.set(upload.id, examination);
    return examination;
  };
}
