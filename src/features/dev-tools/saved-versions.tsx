import { useCallback, useEffect, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { formatSize } from '#domain/format/size.ts';
import { readDraft } from '#features/drafts/draft.ts';
import { readCopies } from '#features/drafts/draft-copy.ts';
import { readFrom } from '#platform/database.ts';
import { isOfPages } from '#platform/scan-slots.ts';
import { duration } from './tool.tsx';

/** The saved versions of every draft with sizes and ages. */
export function SavedVersions({ currentId }: { readonly currentId: string | undefined }) {
  const { versions, failure, read } = useSavedVersions();
  if (failure) return <Notice kind="error" role="alert" title="Nothing can be read from this device" />;
  return (
    <>
      <h3>Saved on this device</h3>
      <div data-part="row">
        <Button size="sm" icon="refresh" onClick={read}>
          Look again
        </Button>
        <span data-part="soft" role="status">
          {versions && `Saved versions: ${versions.length}`}
        </span>
      </div>
      {versions && versions.length > 0 && (
        <ul data-part="versions">
          {versions.map((version) => (
            <Version
              key={`${version.place} ${version.draftId}`}
              version={version}
              current={version.draftId === currentId}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function Version({ version, current }: { readonly version: SavedVersion; readonly current: boolean }) {
  const { draftId, place } = version;
  return (
    <li>
      <div>
        <p>
          <code translate="no">{draftId.slice(0, 8)}</code>
          <span>{`${current ? ' (open)' : ''}, ${place}`}</span>
        </p>
        <p data-part="soft">{figuresOf(version)}</p>
      </div>
    </li>
  );
}

/** Revision, size and age, and the number and size of the documents. */
function figuresOf({ revision, changedAt, bytes, documents }: SavedVersion): string {
  const parts = [
    revision === undefined ? 'unreadable' : `revision ${revision}`,
    formatSize(bytes),
    changedAt === undefined ? 'of unknown age' : `${duration(Date.now() - changedAt)} old`,
  ];
  if (documents.count > 0) parts.push(`documents ${documents.count}: ${formatSize(documents.bytes)}`);
  return parts.join(', ');
}

function useSavedVersions() {
  const [versions, setVersions] = useState<readonly SavedVersion[]>();
  const [failure, setFailure] = useState(false);
  const read = useCallback(() => {
    listSavedVersions().then(setVersions, () => setFailure(true));
  }, []);
  useEffect(read, [read]);
  return { versions, failure, read };
}

/** One saved state of a draft on this device. */
interface SavedVersion {
  readonly draftId: string;
  readonly place: 'IndexedDB' | 'copy made on leaving' | 'set aside';
  /** Absent if the state cannot be read. */
  readonly revision?: number;
  /** Milliseconds since 1970. */
  readonly changedAt?: number;
  /** Bytes of the state as JSON. */
  readonly bytes: number;
  /** `bytes`: their total size. */
  readonly documents: { readonly count: number; readonly bytes: number };
}

const NO_DOCUMENTS = { count: 0, bytes: 0 };

/** All saved states of all drafts. Rejects if storage is blocked. */
export async function listSavedVersions(): Promise<readonly SavedVersion[]> {
  const [drafts, aside, files] = await readFrom(['drafts', 'quarantine', 'files'], (transaction) =>
    Promise.all([
      transaction.objectStore('drafts').getAll(),
      transaction.objectStore('quarantine').getAll(),
      transaction.objectStore('files').getAll(),
    ]),
  );
  return [
    ...drafts.map((state) => {
      const own = files.filter(({ draftId, slot }) => draftId === state.id && !isOfPages(slot));
      return describe(state.id, 'IndexedDB', state, {
        count: own.length,
        bytes: own.reduce((sum, { bytes }) => sum + (bytes instanceof Blob ? bytes.size : bytes.byteLength), 0),
      });
    }),
    ...readCopies().map(({ id, draft, value }) => describe(id, 'copy made on leaving', draft ?? value)),
    ...aside.map(({ draftId, value }) => describe(draftId, 'set aside', value)),
  ];
}

function describe(
  draftId: string,
  place: SavedVersion['place'],
  state: unknown,
  documents: SavedVersion['documents'] = NO_DOCUMENTS,
): SavedVersion {
  const draft = readDraft(state);
  const bytes = new Blob([JSON.stringify(state) ?? '']).size;
  return { draftId, place, bytes, documents, ...(draft && { revision: draft.revision, changedAt: draft.changedAt }) };
}
