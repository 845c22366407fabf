import { type FormEvent, memo, useId, useState } from 'react';
import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { Verbatim, Words } from '#components/verbatim.tsx';
import { LANGUAGE } from '#domain/institute.ts';
import { missingDocuments } from '#domain/student/documents.ts';
import { studentForm } from '#domain/student/form.ts';
import { expiryOf, studentName } from './draft.ts';
import type { HandoverState } from './draft-notes.ts';
import type { DraftSummary } from './draft-summary.ts';

const LONGEST_LABEL = 60;

/** The actions for the drafts of the list. */
export interface DraftActions {
  readonly onNew: () => void;
  readonly onOpen: (draft: DraftSummary) => void;
  readonly onDelete: (draft: DraftSummary) => void;
  /** Restores a deleted draft. */
  readonly onUndo: (draft: DraftSummary) => void;
  readonly onDuplicate: (draft: DraftSummary) => void;
  readonly onRename: (draft: DraftSummary, label: string) => void;
}

/** The name of a draft: the person's own, else the student's. */
export const nameOf = (draft: DraftSummary): string => draft.label || studentName(draft) || 'New student (no name yet)';

interface DraftRowProps {
  readonly draft: DraftSummary;
  readonly open: boolean;
  /** The name of another draft with the same passport number. */
  readonly twin: string | undefined;
  /** If it was confirmed and waits to be sent, until when it is kept, in words. */
  readonly waitsUntil: string | undefined;
  /** It went to another device, or can be opened there. */
  readonly handover: HandoverState | undefined;
  /** An element beside its buttons. */
  readonly beside?: Elements;
  /** The same object at every render, so that a row renders again only if its draft changes. */
  readonly actions: DraftActions;
}

/** One draft of the list: its student, its progress, and its actions. */
export const DraftRow = memo(function DraftRow({
  draft,
  open,
  twin,
  waitsUntil,
  handover,
  beside,
  actions,
}: DraftRowProps) {
  const [more, setMore] = useState(false);
  const name = nameOf(draft);
  const whose = <span data-part="whose" translate="no">{` ${name}`}</span>;
  const missing = missingInWords(draft);
  return (
    <li data-draft-id={draft.id} aria-current={open || undefined}>
      <div data-part="about">
        <strong translate="no">{name}</strong>
        <small>
          <Words verbatim={[agentOf(draft)]}>{aboutOf(draft)}</Words>
        </small>
        {missing && <small>{missing}</small>}
        <small>
          {`Saved ${moment(draft.changedAt)}, ${waitsUntil ? `not sent yet, kept until ${waitsUntil}` : `kept until ${moment(expiryOf(draft))}`}`}
        </small>
        {handover && <small data-part="handover">{HANDOVER[handover]}</small>}
        {twin && (
          <small data-part="warning">
            Same passport number as <Verbatim>{twin}</Verbatim>
          </small>
        )}
      </div>
      <div data-part="actions">
        <Button size="sm" onClick={() => actions.onOpen(draft)}>
          Open{whose}
        </Button>
        <Button size="sm" variant="quietDanger" onClick={() => actions.onDelete(draft)}>
          Delete{whose}
        </Button>
        <Button size="sm" variant="quiet" aria-expanded={more} onClick={() => setMore(!more)}>
          More{whose}
        </Button>
        {beside}
      </div>
      {more && <DraftMore {...{ draft, actions }} onDone={() => setMore(false)} />}
    </li>
  );
});

const HANDOVER: Readonly<Record<HandoverState, string>> = {
  offered: 'Link for another device',
  taken: 'Continued on another device',
};

interface DraftMoreProps {
  readonly draft: DraftSummary;
  readonly actions: DraftActions;
  readonly onDone: () => void;
}

/** Less frequent actions: a name, and a copy for another student of the same family or agent. */
function DraftMore({ draft, actions, onDone }: DraftMoreProps) {
  const id = useId();
  const rename = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = event.currentTarget.querySelector('input');
    actions.onRename(draft, input?.value.trim() ?? '');
    onDone();
  };
  return (
    <div data-part="more">
      <form onSubmit={rename}>
        <label htmlFor={id}>Your name for this application</label>
        <input id={id} defaultValue={draft.label} maxLength={LONGEST_LABEL} autoComplete="off" />
        <Button size="sm" type="submit">
          Rename
        </Button>
      </form>
      <Button size="sm" icon="copy" onClick={() => actions.onDuplicate(draft)}>
        Duplicate
      </Button>
      <small>Copies the agent and the address only.</small>
    </div>
  );
}

/** What a student application still needs: its steps, 1 to 4, and how many required documents. */
export function missingIn({ completedSteps, slots }: Pick<DraftSummary, 'completedSteps' | 'slots'>) {
  const steps = studentForm.steps.map((_step, index) => index + 1).filter((step) => !completedSteps.includes(step));
  return { steps, documents: missingDocuments(slots, {}).length };
}

/** The same in words; undefined for the short application, which is one page. */
export function missingInWords(draft: DraftSummary): string | undefined {
  if (draft.variant === 'short') return undefined;
  const { steps } = missingIn(draft);
  const parts = [stepsInWords(steps), documentsInWords(missingDocuments(draft.slots, {}))].filter(Boolean);
  return parts.length === 0 ? 'Nothing to do' : `To do: ${parts.join(' and ')}`;
}

function stepsInWords(steps: readonly number[]): string {
  if (steps.length === studentForm.steps.length) return `${steps.length} steps`;
  return steps.length === 0 ? '' : `${steps.length === 1 ? 'step' : 'steps'} ${steps.join(', ')}`;
}

/** A single document is named. */
const documentsInWords = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${others.length + 1} documents`;

/** The agent's name; '' without an agent. */
const agentOf = ({ selectedAgent }: Pick<DraftSummary, 'selectedAgent'>): string => selectedAgent.split('|')[0] ?? '';

function aboutOf({ variant, step, selectedAgent }: DraftSummary): string {
  if (variant === 'short') return 'Short application';
  const place = `Step ${step} of ${studentForm.steps.length}`;
  return variant === 'agent' ? `${place}, agent: ${agentOf({ selectedAgent }) || 'none yet'}` : place;
}

let format: Intl.DateTimeFormat | undefined;

/** 'Sunday 14:03'. One formatter for all rows, because making it costs more than using it. */
export function moment(at: number): string {
  format ??= new Intl.DateTimeFormat(LANGUAGE, { weekday: 'long', hour: '2-digit', minute: '2-digit', hour12: false });
  return format.format(at);
}
