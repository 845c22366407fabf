import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { styled } from '#components/styled.ts';
import { LOCK_KEYS, lockAsked } from './lock-request.ts';
import { useIsUnlocked } from './use-vault.ts';

const KEYS = LOCK_KEYS.join('+');

/** Locks this computer at once; nothing where it is not shared. */
export function LockButton() {
  if (!useIsUnlocked()) return null;
  return (
    <Button
      size="sm"
      variant="quiet"
      icon="lock"
      title={`Lock your applications (${KEYS})`}
      aria-keyshortcuts={KEYS}
      onClick={lockAsked.call}
    >
      Lock now
    </Button>
  );
}

// What is written, not the space around it, stands in line with what is above.
const Line = styled('p', { base: { marginInlineStart: '-1.5', _print: { display: 'none' } } });

/** 'Lock now' below a list; nothing, and no room for it, where this computer is not shared. */
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
      // On phones the row above what is saved: the bar is over the form all the time, and stays two lines high.
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

/** In the head of a form: whose it is, and beside that on a shared computer what locks it. */
export function BesideLock({ children }: { readonly children: Elements }) {
  const isShared = useIsUnlocked();
  return (
    <Row {...(isShared && { shared: true })}>
      {children}
      <LockButton />
    </Row>
  );
}
