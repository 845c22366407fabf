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
        <div data-part="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Draft</th>
                <th scope="col">Where</th>
                <th scope="col">Revision</th>
                <th scope="col">Size</th>
                <th scope="col">Age</th>
                <th scope="col">Make it</th>
              </tr>
            </thead>
            <tbody>
              {versions.map((version) => (
                <VersionRow
                  key={`${version.place} ${version.draftId}`}
                  version={version}
                  current={version.draftId === currentId}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function VersionRow({ version, current }: { readonly version: SavedVersion; readonly current: boolean }) {
  const { draftId, place, revision, changedAt, bytes, documents } = version;
  const change = (spoil: Promise<void>) => void spoil.then(reloadWithoutSaving);
  return (
    <tr>
      <td>
        <code>{draftId.slice(0, 8)}</code>
        {current && ' (open)'}
      </td>
      <td>{place}</td>
      <td>{revision ?? 'unreadable'}</td>
      <td>
        {formatSize(bytes)}
        {documents.count > 0 && `, documents ${documents.count}: ${formatSize(documents.bytes)}`}
      </td>
      <td>{changedAt === undefined ? 'unknown' : duration(Date.now() - changedAt)}</td>
      <td>
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
      </td>
    </tr>
  );
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
