import { styled } from '#components/styled.ts';
import { LockButton } from './lock-button.tsx';
import { useIsUnlocked } from './use-vault.ts';

// What is written, not the space around it, stands in line with what is above.
const Line = styled('p', { base: { marginInlineStart: '-1.5', _print: { display: 'none' } } });

/** 'Lock now' below a list; nothing, and no room for it, where this computer is not shared. */
export const LockLine = () =>
  useIsUnlocked() ? (
    <Line>
      <LockButton />
    </Line>
  ) : null;
