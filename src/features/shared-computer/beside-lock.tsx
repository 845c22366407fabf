import type { Elements } from '#components/elements.ts';
import { styled } from '#components/styled.ts';
import { LockButton } from './lock-button.tsx';
import { useIsUnlocked } from './use-vault.ts';

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
