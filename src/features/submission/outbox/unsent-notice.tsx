import { useEffect, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { INSTITUTE } from '#domain/institute.ts';
import { momentWords } from './outbox-words.ts';
import { forgetUnsent, listUnsent, type UnsentNote } from './unsent.ts';

/** Says which confirmed applications were given up after their seven days, until the person has read it. */
export function UnsentNotice() {
  const [notes, setNotes] = useState<readonly UnsentNote[]>([]);
  useEffect(() => setNotes(listUnsent()), []);
  if (notes.length === 0) return null;
  const dismiss = () => {
    forgetUnsent();
    setNotes([]);
  };
  return (
    <Notice
      kind="error"
      role="alert"
      title={notes.length === 1 ? 'A confirmed application was not sent' : 'Confirmed applications were not sent'}
      actions={
        <Button size="sm" onClick={dismiss}>
          Dismiss
        </Button>
      }
    >
      {notes.map(({ id, applicant, confirmedAt }) => (
        <p key={id}>
          {applicant}, confirmed on {momentWords(confirmedAt)}, could not be sent within 7 days and was removed from
          this device.
        </p>
      ))}
      <p>Please fill in the application again, or write to {INSTITUTE.admissions.email}.</p>
    </Notice>
  );
}
