import { useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import { type DocumentsRoot, selectDocument } from '#features/documents/documents-slice.ts';
import { useDocumentsEngine } from '#features/documents/use-documents.ts';
import { createHolder } from '#platform/holder.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import type { ReadPassport } from './read-passport.ts';

/** The state of reading a passport; `not-loaded` if the reader's scripts could not be loaded. */
export type PassportReading =
  | { readonly state: 'reading' | 'unreadable' | 'not-loaded' }
  | ({ readonly state: 'read' } & ReadPassport);

/** By attachment. In memory only; locking reloads the page and so deletes them. */
const readings = createHolder<ReadonlyMap<string, PassportReading>>(new Map());

const PASSPORT_SLOT = 'passport';

/** The passport of a draft and its reading; undefined if no passport is attached. */
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
