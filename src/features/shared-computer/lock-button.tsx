import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { styled } from '#components/styled.ts';
import { LOCK_KEYS, lockRequests } from './lock-request.ts';
import { useIsUnlocked } from './use-vault.ts';

const KEYS = LOCK_KEYS.join('+');

/** Locks this computer at once. Not shown if it is not shared. */
export function LockButton() {
  if (!useIsUnlocked()) return null;
  return (
    <Button
      size="sm"
      variant="quiet"
      icon="lock"
      title={`Lock your applications (${KEYS})`}
      aria-keyshortcuts={KEYS}
      onClick={lockRequests.call}
    >
      Lock now
    </Button>
  );
}

// Aligns the label of the button, not its padding, with the content above.
const Line = styled('p', { base: { marginInlineStart: '-1.5', _print: { display: 'none' } } });

/** 'Lock now' below a list. */
export const LockLine = () =>
  useIsUnlocked() ? (
    <Line>
      <LockButton />
    </Line>
  ) : null;

const Row = styled('div', {
  base: { display: 'contents' },
  variants: {
    shared: {
      // On phones a row above the save state, so that the bar, which always covers a part of the form, has two lines.
      true: {
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: '1',
        minWidth: '0',
        smDown: { flex: '1 1 100%' },
        '& > :last-child': { flex: 'none', marginInlineEnd: '-1.5', px: '1.5' },
      },
    },
  },
});

/** In the head of a form: its title, and on a shared computer the lock button beside it. */
export function WithLockButton({ children }: { readonly children: Elements }) {
  const isShared = useIsUnlocked();
  return (
    <Row {...(isShared && { shared: true })}>
      {children}
      <LockButton />
    </Row>
  );
}
