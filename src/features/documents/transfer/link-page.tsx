import type { Elements } from '#components/elements.ts';
import { Notice } from '#components/notice.tsx';
import { ProgressBar } from '#components/progress.tsx';
import { styled } from '#components/styled.ts';

/** The one card of a page that a link has opened. Phones open most of them: its buttons are large enough for a thumb. */
export const LinkPage = styled('section', {
  base: {
    display: 'grid',
    gap: '2',
    px: '2',
    py: '2',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'corner',
    bg: 'surface',
    '& > h2': { fontSize: 'lg', lineHeight: 'snug' },
    '& h3': { fontSize: 'md', fontWeight: 'medium' },
    '& li': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'center',
      gap: '1.5',
      borderTopWidth: '1px',
      borderColor: 'line',
    },
    '& li > button': { textAlign: 'start', whiteSpace: 'normal' },
    '& li > button[aria-current]': { fontWeight: 'bold' },
    '& li > span': { fontSize: 'sm', color: 'success', whiteSpace: 'nowrap' },
    '& button': { minHeight: '2.75rem' },
    '& [data-part=hint]': { fontSize: 'sm', color: 'inkSoft' },
    '& [data-part=invite]': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1.5' },
    '& [data-part=error]': { color: 'error' },
  },
});

const Status = styled('div', { base: { display: 'grid', gap: '1' } });

interface StandingProps {
  /** Absent while it is under way. */
  readonly kind?: 'success' | 'error' | 'info' | false | undefined;
  readonly title: string;
  readonly hint?: string | undefined;
  readonly actions?: Elements;
  /** What the bar of what has left or come is called. */
  readonly bar?: string | false | undefined;
  readonly percent?: number;
}

/** How far it is, or how it ended and what to do. */
export function Standing({ kind, title, hint, actions, bar, percent = 0 }: StandingProps) {
  if (kind)
    return (
      <Notice kind={kind} title={title} role={kind === 'success' ? 'status' : 'alert'} actions={actions}>
        <p>{hint}</p>
      </Notice>
    );
  return (
    <>
      <Status role="status">
        <p data-part="state">{title}</p>
        {hint && <p data-part="hint">{hint}</p>}
      </Status>
      {bar && <ProgressBar label={bar} value={percent} />}
    </>
  );
}
