import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import { studentForm } from '#domain/student/form.ts';
import { expiryOf, studentName } from '#lib/drafts/draft.ts';
import { type DraftSummary, selectDrafts, selectOpenId } from './drafts-slice.ts';

const Region = chakra('section', {
  base: {
    display: 'grid',
    gap: '2',
    '& h2': { fontSize: 'lg' },
    '& > header': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      alignItems: 'center',
      gap: '1',
    },
    '& > ul': { display: 'grid', gap: '1' },
    '& li': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      alignItems: 'center',
      gap: '1',
      px: '2',
      py: '1',
      bg: 'surface',
      borderWidth: '1px',
      borderColor: 'line',
      borderRadius: 'corner',
      '&[aria-current]': { borderColor: 'accent' },
    },
    '& small': { display: 'block', fontSize: 'sm', color: 'inkSoft' },
    '& [data-part=actions]': { display: 'flex', gap: '1' },
    _print: { display: 'none' },
  },
});

interface YourApplicationsProps {
  readonly onNew: () => void;
  readonly onOpen: (draft: DraftSummary) => void;
  readonly onDelete: (draft: DraftSummary) => void;
}

/** The drafts on this device, the open one marked (contract, section 6). The one changed last comes first. */
export function YourApplications({ onNew, onOpen, onDelete }: YourApplicationsProps) {
  const drafts = useSelector(selectDrafts);
  const openId = useSelector(selectOpenId);
  const title = useId();
  const listed = Object.values(drafts).sort((one, other) => other.changedAt - one.changedAt);
  return (
    <Region aria-labelledby={title}>
      <header>
        <h2 id={title}>Your applications</h2>
        <Button size="sm" onClick={onNew}>
          New application
        </Button>
      </header>
      <ul>
        {listed.map((draft) => (
          <Row key={draft.id} {...{ draft, onOpen, onDelete }} open={draft.id === openId} />
        ))}
      </ul>
    </Region>
  );
}

interface RowProps extends Omit<YourApplicationsProps, 'onNew'> {
  readonly draft: DraftSummary;
  readonly open: boolean;
}

function Row({ draft, open, onOpen, onDelete }: RowProps) {
  const name = studentName(draft) || 'unnamed student';
  return (
    <li data-draft-id={draft.id} aria-current={open || undefined}>
      <div>
        <strong>{name}</strong>
        <small>
          {aboutOf(draft)}. Kept until {moment(expiryOf(draft))}.
        </small>
      </div>
      <div data-part="actions">
        <Button size="sm" onClick={() => onOpen(draft)}>
          Open {name}
        </Button>
        <Button size="sm" variant="quiet" onClick={() => onDelete(draft)}>
          Delete {name}
        </Button>
      </div>
    </li>
  );
}

function aboutOf({ variant, step }: DraftSummary): string {
  if (variant === 'short') return 'Short application';
  const title = studentForm.steps[step - 1]?.title ?? '';
  return `${variant === 'agent' ? 'Through an agent' : 'Direct'}, step ${step}: ${title}`;
}

const moment = (at: number): string =>
  new Date(at).toLocaleString('en-AU', { weekday: 'long', hour: '2-digit', minute: '2-digit', hour12: false });
