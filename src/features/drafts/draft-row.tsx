import { memo, useState } from 'react';
import { Button } from '#components/button.tsx';
import { studentForm } from '#domain/student/form.ts';
import { expiryOf } from './draft.ts';
import { type DraftActions, DraftMore } from './draft-more.tsx';
import type { DraftSummary } from './draft-summary.ts';
import { missingInWords } from './missing.ts';
import { nameOf } from './same-passport.ts';

interface DraftRowProps {
  readonly draft: DraftSummary;
  readonly open: boolean;
  /** The name of another draft with the same passport number. */
  readonly twin: string | undefined;
  /** Confirmed and waiting to be sent: until when it is kept then, in words. */
  readonly waitsUntil: string | undefined;
  /** The same object at every render: a row renders anew only when its draft does. */
  readonly actions: DraftActions;
}

/** One draft of the list: whose it is, where it stands, and what can be done with it. */
export const DraftRow = memo(function DraftRow({ draft, open, twin, waitsUntil, actions }: DraftRowProps) {
  const [more, setMore] = useState(false);
  const name = nameOf(draft);
  const whose = <span data-part="whose"> {name}</span>;
  const missing = missingInWords(draft);
  return (
    <li data-draft-id={draft.id} aria-current={open || undefined}>
      <div data-part="about">
        <strong>{name}</strong>
        <small>{aboutOf(draft)}</small>
        {missing && <small>{missing}</small>}
        <small>
          Saved {moment(draft.changedAt)},{' '}
          {waitsUntil ? `waiting to be sent, kept until ${waitsUntil}` : `kept until ${moment(expiryOf(draft))}`}
        </small>
        {twin && <small data-part="warning">Same passport number as {twin}</small>}
      </div>
      <div data-part="actions">
        <Button size="sm" onClick={() => actions.onOpen(draft)}>
          Open{whose}
        </Button>
        <Button size="sm" variant="quiet" onClick={() => actions.onDelete(draft)}>
          Delete{whose}
        </Button>
        <Button size="sm" variant="quiet" aria-expanded={more} onClick={() => setMore(!more)}>
          More{whose}
        </Button>
      </div>
      {more && <DraftMore {...{ draft, actions }} onDone={() => setMore(false)} />}
    </li>
  );
});

function aboutOf({ variant, step, selectedAgent }: DraftSummary): string {
  if (variant === 'short') return 'Short application';
  const title = studentForm.steps[step - 1]?.title ?? '';
  const [agent] = selectedAgent.split('|');
  const by = variant === 'agent' ? `Through ${agent || 'an agent'}` : 'Direct';
  return `${by}, step ${step}: ${title}`;
}

let format: Intl.DateTimeFormat | undefined;

/** 'Sunday 14:03'. One formatter for all rows: making it costs more than using it. */
function moment(at: number): string {
  format ??= new Intl.DateTimeFormat('en-AU', { weekday: 'long', hour: '2-digit', minute: '2-digit', hour12: false });
  return format.format(at);
}
