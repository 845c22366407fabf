import type { DocumentDescriptor } from './documents-slice.ts';
import { paceWords } from './pace.ts';

/** What becomes of a document, in words. */
export function uploadWords({ state, uploadedBytes, size, bytesPerSecond, failure }: DocumentDescriptor): string {
  switch (state) {
    case 'checking':
      return 'Checking the file';
    case 'waiting':
      return 'Waiting to upload';
    case 'uploading':
      return [`Uploading, ${percentOf(uploadedBytes, size)}%`, paceWords(size - uploadedBytes, bytesPerSecond)]
        .filter(Boolean)
        .join(' · ');
    case 'retrying':
      return failure ? 'Waiting to try again' : 'Waiting for the connection';
    case 'paused':
      return `Paused at ${percentOf(uploadedBytes, size)}%`;
    case 'uploaded':
      return 'Uploaded';
    case 'failed':
      return 'Not uploaded';
  }
}

/** Whole per cent; 100 only when all bytes are there. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.min(part >= whole ? 100 : 99, Math.floor((part / whole) * 100));
