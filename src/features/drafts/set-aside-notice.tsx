import { useAppDispatch, useAppSelector } from '#app/hooks.ts';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { draftsSetAside } from './draft-events.ts';
import { deleteSetAside } from './draft-storage.ts';
import { selectSetAside } from './drafts-slice.ts';
import { listSetAside } from './set-aside.ts';

/** A saved state that this version cannot read is not lost: it was set aside and can be taken away as a file. */
export function SetAsideNotice() {
  const dispatch = useAppDispatch();
  const remove = async () => {
    await deleteSetAside();
    dispatch(draftsSetAside([]));
  };
  const count = useAppSelector(selectSetAside).length;
  if (count === 0) return null;
  return (
    <Notice
      kind="warning"
      role="alert"
      title={
        count === 1
          ? 'One saved application could not be restored'
          : `${count} saved applications could not be restored`
      }
      actions={
        <>
          <Button size="sm" onClick={() => void downloadSetAside()}>
            Download a copy
          </Button>
          <Button size="sm" variant="quiet" onClick={() => void remove()}>
            Remove it from this device
          </Button>
        </>
      }
    >
      <p>What was saved is kept apart for 24 hours, and nothing else was touched.</p>
    </Notice>
  );
}

async function downloadSetAside(): Promise<void> {
  const copies = await listSetAside();
  const url = URL.createObjectURL(new Blob([JSON.stringify(copies, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'saved-applications.json';
  link.click();
  URL.revokeObjectURL(url);
}
