import { useCallback, useEffect, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { formatSize } from '#domain/format/size.ts';
import { duration } from '../format.ts';
import { ageDraft, corruptDraft, listSavedVersions, reloadWithoutSaving, type SavedVersion } from './saved-versions.ts';

/** The saved versions of every draft with sizes and ages, and what can be done to them. */
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
  const change = (spoil: Promise<void>) => void spoil.then(reloadWithoutSaving);
  return (
    <li>
      <div>
        <p>
          <code>{draftId.slice(0, 8)}</code>
          {current && ' (open)'}, {place}
        </p>
        <p data-part="soft">{figuresOf(version)}</p>
      </div>
      {place === 'IndexedDB' && (
        <div data-part="row">
          <Button size="sm" onClick={() => change(ageDraft(draftId, Date.now()))}>
            23 h 59 old
          </Button>
          <Button size="sm" onClick={() => change(corruptDraft(draftId))}>
            Corrupt
          </Button>
        </div>
      )}
    </li>
  );
}

/** Revision, size and age, and the same of the documents beside it. */
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
