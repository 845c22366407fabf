import { type FormEvent, useId } from 'react';
import { Button } from '#components/button.tsx';
import type { DraftSummary } from './draft-summary.ts';

const LONGEST_LABEL = 60;

/** What can be done with the drafts of the list. */
export interface DraftActions {
  readonly onNew: () => void;
  readonly onOpen: (draft: DraftSummary) => void;
  readonly onDelete: (draft: DraftSummary) => void;
  /** Brings a deleted draft back. */
  readonly onUndo: (draft: DraftSummary) => void;
  readonly onDuplicate: (draft: DraftSummary) => void;
  readonly onRename: (draft: DraftSummary, label: string) => void;
}

interface DraftMoreProps {
  readonly draft: DraftSummary;
  readonly actions: DraftActions;
  readonly onDone: () => void;
}

/** What is done with a draft now and then: another name, another student of the same family or agent. */
export function DraftMore({ draft, actions, onDone }: DraftMoreProps) {
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
        <label htmlFor={id}>A name of your own for this application</label>
        <input id={id} defaultValue={draft.label} maxLength={LONGEST_LABEL} autoComplete="off" />
        <Button size="sm" type="submit">
          Rename
        </Button>
      </form>
      <Button size="sm" icon="copy" onClick={() => actions.onDuplicate(draft)}>
        Duplicate
      </Button>
      <small>The copy has the agent's details and the address, and nothing else of this student.</small>
      <Button size="sm" icon="trash" onClick={() => actions.onDelete(draft)}>
        Delete this application from this device
      </Button>
    </div>
  );
}
