import { useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import { type DocumentsRoot, selectDocument } from '#features/documents/documents-slice.ts';
import { useDocumentsEngine } from '#features/documents/use-documents.ts';
import { createHolder } from '#platform/holder.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import type { ReadPassport } from './read-passport.ts';

/** Where reading a passport stands: under way, read, without a zone that can be read, or not loaded. */
export type PassportReading =
  | { readonly state: 'reading' | 'unreadable' | 'not-loaded' }
  | ({ readonly state: 'read' } & ReadPassport);

/** By attachment, of this visit: in memory only, and gone when the page is locked, which loads it anew. */
const readings = createHolder<ReadonlyMap<string, PassportReading>>(new Map());

const PASSPORT_SLOT = 'passport';

/** The passport of a draft, what was read of it, and the way to read it; undefined where no passport is attached. */
export function usePassport(draftId: string) {
  const engine = useDocumentsEngine();
  const attachment = useSelector((state: DocumentsRoot) => selectDocument(state, draftId, PASSPORT_SLOT)?.attachment);
  const all = useSyncExternalStore(readings.subscribe, readings.state);
  if (attachment === undefined) return undefined;
  const note = (reading: PassportReading) => readings.set(new Map([...readings.state(), [attachment, reading]]));
  return {
    attachment,
    reading: all.get(attachment),
    async read(): Promise<void> {
      if (readings.state().get(attachment)?.state === 'reading') return;
      note({ state: 'reading' });
      const bytes = await engine.bytesOf(draftId, PASSPORT_SLOT, attachment).catch(() => undefined);
      if (!bytes) return note({ state: 'unreadable' });
      try {
        const { openPassportReader } = await importWithRetry(() => import('./passport-reader.ts'));
        const reader = openPassportReader();
        const found = await reader.read(bytes).finally(reader.close);
        note(found ? { state: 'read', ...found } : { state: 'unreadable' });
      } catch {
        note({ state: 'not-loaded' });
      }
    },
  };
}
