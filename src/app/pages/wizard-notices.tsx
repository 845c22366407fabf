import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { isOnlyHere, selectDraftDocuments } from '#features/documents/documents-slice.ts';
import { HandoverNotices } from '#features/documents/handover-button.tsx';
import { RoomNotice } from '#features/documents/room-notice.tsx';
import {
  ElsewhereNotice,
  EndedNotice,
  ExpiryNotice,
  NotReadNotice,
  SetAsideNotice,
} from '#features/drafts/draft-notices.tsx';
import { selectOpenId, selectSave } from '#features/drafts/drafts-slice.ts';
import { outboxPosition, selectOutbox } from '#features/submission/outbox/outbox-slice.ts';
import { OutboxNotice, UnsentNotice } from '#features/submission/outbox/outbox-view.tsx';
import { useAppSelector } from '../hooks.ts';
import { OfflineNotice, UpdateNotice } from '../notices.tsx';
import type { RootState } from '../root-reducer.ts';

interface WizardNoticesProps {
  readonly intakesAreDefaults?: boolean;
  /** The text while there is no connection. */
  readonly offline?: string;
  /** Whether the notice for an application that waits to be sent appears here. */
  readonly withLine?: boolean;
}

const OFFLINE =
  'You can continue. We save your answers on this device. We will send your documents when you are online again.';

/** What a person should know while filling in a form: no connection, nothing saved, waiting to be sent, default dates. */
export function WizardNotices({ intakesAreDefaults = false, offline = OFFLINE, withLine = true }: WizardNoticesProps) {
  const failure = useAppSelector(whyNotSaved);
  const openId = useAppSelector(selectOpenId);
  const outbox = useAppSelector(selectOutbox);
  const waiting = openId === null ? undefined : outboxPosition(outbox, openId);
  const onlyHere = useAppSelector((state) => Object.values(selectDraftDocuments(state, openId ?? '')).some(isOnlyHere));
  return (
    <>
      <NotReadNotice />
      <EndedNotice />
      <ElsewhereNotice />
      <HandoverNotices />
      <UnsentNotice key={outbox.expired} />
      <OfflineNotice>{offline}</OfflineNotice>
      {failure !== undefined && (
        <Notice kind="error" title="Your answers are not saved" role="alert">
          <p>{failure}</p>
        </Notice>
      )}
      {withLine && waiting && <OutboxNotice position={waiting} onlyHere={onlyHere} editable />}
      <ExpiryNotice waits={waiting !== undefined} />
      <RoomNotice />
      <SetAsideNotice />
      <UpdateNotice quiet />
      {intakesAreDefaults && (
        <Notice
          kind="warning"
          role="status"
          actions={
            <Button size="sm" onClick={() => window.location.reload()}>
              Retry
            </Button>
          }
        >
          <p>latest intake dates unavailable, using defaults</p>
        </Notice>
      )}
    </>
  );
}

/** Not the save itself, which changes at every pause in typing. */
function whyNotSaved(state: RootState): string | undefined {
  const { state: saved, reason } = selectSave(state);
  return saved === 'failed' ? (reason ?? '') : undefined;
}
