import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { styled } from './styled.ts';

type NoticeKind = 'info' | 'warning' | 'error' | 'success';

const NOTICE_ICONS: Readonly<Record<NoticeKind, IconName>> = {
  info: 'info',
  warning: 'alert',
  error: 'error',
  success: 'success',
};

const toneOf = (kind: NoticeKind) => ({ bg: `${kind}Soft`, borderColor: kind, '& > svg': { color: kind } });

const Root = styled('div', {
  base: {
    display: 'flex',
    gap: '1.5',
    px: '2',
    py: '1.5',
    borderInlineStartWidth: '3px',
    borderRadius: 'corner',
    color: 'ink',
    '&[hidden]': { display: 'none' },
    '& > svg': { marginTop: '2px' },
    // What an outside service answered may have no place to break at.
    '& > div': { flex: '1', minWidth: '0', overflowWrap: 'anywhere' },
    '& strong': { display: 'block', fontWeight: 'medium' },
    '& [data-part=actions]': { display: 'flex', flexWrap: 'wrap', gap: '1', marginTop: '1' },
  },
  variants: {
    kind: { info: toneOf('info'), warning: toneOf('warning'), error: toneOf('error'), success: toneOf('success') },
  },
});

interface NoticeProps {
  readonly kind: NoticeKind;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons below the words: what to do next. */
  readonly actions?: ReactNode;
  /** `alert` interrupts a screen reader, `status` waits its turn; leave out for content that is on the page from the start. */
  readonly role?: 'alert' | 'status';
  /** It has nothing to say yet; its styles, which take long to work out, are there when it has. */
  readonly hidden?: boolean;
}

/** A message in the page: drawing, title and words, so that colour never speaks alone. */
export function Notice({ kind, title, children, actions, role, hidden }: NoticeProps) {
  return (
    <Root kind={kind} {...(role && { role })} {...(hidden && { hidden })}>
      <Icon name={NOTICE_ICONS[kind]} />
      <div>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
        {actions && <div data-part="actions">{actions}</div>}
      </div>
    </Root>
  );
}
