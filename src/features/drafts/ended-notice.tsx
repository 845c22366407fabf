import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { LANGUAGE } from '#domain/institute.ts';
import type { DraftVariant } from './draft.ts';
import { selectEnded } from './drafts-slice.ts';
import { type EndedNote, forgetEnded, listEnded } from './ended-notes.ts';

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

/** Says which applications have ended on this device, when and why, until the person has read it. */
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
