import { useAppSelector, useAppStore } from '#app/hooks.ts';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { selectElsewhere } from './application-slice.ts';
import { takeOver } from './open-draft.ts';

/** One tab owns a draft (contract §6): the others show it as it is saved, and can take it over. */
export function ElsewhereNotice() {
  const store = useAppStore();
  const elsewhere = useAppSelector(selectElsewhere);
  // Asked only where it is said: in the tab that owns the draft it changes with every save.
  const unsaved = useAppSelector(
    ({ application: { draft, save, elsewhere } }) => elsewhere && (draft?.revision ?? 0) > save.savedRevision,
  );
  if (!elsewhere) return null;
  return (
    <Notice
      kind="warning"
      role="status"
      title="This application is open in another tab"
      actions={
        <Button size="sm" onClick={() => void takeOver(store)}>
          Take over
        </Button>
      }
    >
      <p>Here it can be read, not changed. Take it over to go on here; what was filled in there is kept.</p>
      {unsaved && <p>What was typed here last could not be saved before. Copy it before you take over.</p>}
    </Notice>
  );
}
