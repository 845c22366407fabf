import { useEffect, useReducer, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { toast } from '#components/toasts.tsx';
import { LANGUAGE } from '#domain/institute.ts';
import { whenSeenAgain } from '#platform/page-lifecycle.ts';
import { saveFile } from '#platform/save-file.ts';
import type { DraftVariant } from './draft.ts';
import { expiryOf } from './draft.ts';
import { deleteSetAside } from './draft-database.ts';
import { draftKept, draftsSetAside } from './draft-events.ts';
import { type EndedNote, forgetEnded, listEnded } from './draft-notes.ts';
import type { DraftDispatch, DraftsRoot } from './draft-services.ts';
import {
  isBehind,
  selectElsewhere,
  selectEnded,
  selectHandovers,
  selectNotRead,
  selectSetAside,
} from './drafts-slice.ts';
import { readAgain } from './open-draft.ts';
import { listSetAside } from './quarantine.ts';
import { clock } from './save-indicator.tsx';
import { takeOver } from './take-over.ts';

/** One tab owns a draft (R6.5). The others show its saved state, and can take it over. */
export function ElsewhereNotice() {
  const dispatch = useDispatch<DraftDispatch>();
  const isHandedOver = useSelector((state: DraftsRoot) => (state.drafts.open?.id ?? '') in selectHandovers(state));
  const elsewhere = useSelector(selectElsewhere) && !isHandedOver;
  // Selected only in a tab that shows it, because in the owner's tab it changes with every save.
  const unsaved = useSelector(({ drafts }: DraftsRoot) => drafts.elsewhere && isBehind(drafts));
  if (!elsewhere) return null;
  return (
    <Notice
      kind="warning"
      role="status"
      title="This application is open in another tab"
      actions={
        <Button size="sm" onClick={() => void dispatch(takeOver())}>
          Take over
        </Button>
      }
    >
      <p>You can read it here, but you cannot change it. To continue here, press "Take over". Nothing will be lost.</p>
      {unsaved && <p>We could not save what you typed here last. Copy it before you take over.</p>}
    </Notice>
  );
}

const MINUTE_MS = 60_000;
/** When the notice appears, in minutes before the end. */
const FIRST = 60;
const LAST = 5;
const LOOK_EVERY_MS = 30_000;

/**
 * Says twice, an hour and five minutes before, that the draft's 24 hours end, and offers another 24. A draft that
 * `waits` to be sent has more time. Every change moves the end, so the end is selected only when it is near.
 */
export function ExpiryNotice({ waits }: { readonly waits: boolean }) {
  const dispatch = useDispatch();
  useClock();
  const expiry = useSelector(({ drafts: { open } }: DraftsRoot) => {
    const at = open === null || waits ? undefined : expiryOf(open);
    return at !== undefined && at - Date.now() <= FIRST * MINUTE_MS ? at : undefined;
  });
  if (expiry === undefined) return null;
  const stage = expiry - Date.now() > LAST * MINUTE_MS ? FIRST : LAST;
  return (
    <Notice
      kind={stage === LAST ? 'warning' : 'info'}
      role="status"
      title={`We will delete this application in less than ${stage} minutes`}
      actions={
        <Button size="sm" onClick={() => dispatch(draftKept())}>
          Keep it another 24 hours
        </Button>
      }
    >
      <p>{`We will delete it at ${clock(expiry)}, with its documents. To keep it, press the button or change an answer.`}</p>
    </Notice>
  );
}

/** Renders again twice a minute, because the text depends on the clock. */
export function useClock(): void {
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  useEffect(() => {
    const timer = setInterval(look, LOOK_EVERY_MS);
    // A timer does not run while the device sleeps.
    const ending = new AbortController();
    whenSeenAgain(look, { signal: ending.signal });
    return () => {
      clearInterval(timer);
      ending.abort();
    };
  }, []);
}

/** This device could not be read. The person can continue with a new application, which is saved beside the others. */
export function NotReadNotice() {
  const dispatch = useDispatch<DraftDispatch>();
  const [isReading, setIsReading] = useState(false);
  const notRead = useSelector(selectNotRead);
  if (!notRead) return null;
  const retry = async () => {
    setIsReading(true);
    if (!(await dispatch(readAgain()))) toast.error(STILL_NOT_READ, { id: 'not read' });
    setIsReading(false);
  };
  return (
    <Notice
      kind="warning"
      role="alert"
      title="We could not read your saved applications"
      actions={
        <Button size="sm" busy={isReading ? 'Reading...' : undefined} onClick={() => void retry()}>
          Try again
        </Button>
      }
    >
      <p>We have not changed or deleted anything. Try again, or continue with a new application.</p>
    </Notice>
  );
}

const STILL_NOT_READ = 'We still could not read them. Try again later, or restart your browser.';

/** A saved state that this version cannot read is not lost: it is in quarantine and can be downloaded. */
export function SetAsideNotice() {
  const dispatch = useDispatch();
  const remove = async () => {
    try {
      await deleteSetAside();
      dispatch(draftsSetAside([]));
    } catch {
      toast.error('We could not delete this from this device. Try again.', SET_ASIDE_TOAST);
    }
  };
  const count = useSelector(selectSetAside).length;
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
            Delete it from this device
          </Button>
        </>
      }
    >
      <p>We keep a copy for 24 hours. Nothing else has changed.</p>
    </Notice>
  );
}

const SET_ASIDE_TOAST = { id: 'set aside' };

async function downloadSetAside(): Promise<void> {
  try {
    const copies = await listSetAside();
    saveFile(new Blob([JSON.stringify(copies, null, 2)], { type: 'application/json' }), 'saved-applications.json');
  } catch {
    toast.error('We could not read this from this device. Try again.', SET_ASIDE_TOAST);
  }
}

const KINDS: Readonly<Record<DraftVariant, string>> = {
  direct: 'Student application',
  agent: 'Student application by an agent',
  short: 'Short application',
  agency: 'New agent application',
};

const format = new Intl.DateTimeFormat(LANGUAGE, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

/** Says which applications have ended on this device, when and why, until the person dismisses it. */
export function EndedNotice() {
  return <Ended key={useSelector(selectEnded)} />;
}

function Ended() {
  const [notes, setNotes] = useState<readonly EndedNote[]>([]);
  useEffect(() => setNotes(listEnded()), []);
  if (notes.length === 0) return null;
  const dismiss = () => {
    forgetEnded();
    setNotes([]);
  };
  return (
    <Notice
      kind="warning"
      role="status"
      title={notes.length === 1 ? 'Your saved application has ended' : `${notes.length} saved applications have ended`}
      actions={
        <Button size="sm" onClick={dismiss}>
          OK
        </Button>
      }
    >
      {notes.map(({ variant, createdAt, changedAt, at }) => (
        <p key={`${createdAt} ${changedAt}`}>
          {`${KINDS[variant]}: started ${format.format(createdAt)}, last changed ${format.format(changedAt)}, deleted ${format.format(at)}.`}
        </p>
      ))}
      <p>We keep an application on this device for 24 hours after your last change. Then we delete it.</p>
      <p>If you submitted it, we have it. If not, please start a new application.</p>
    </Notice>
  );
}
