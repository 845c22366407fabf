import type { ComponentProps } from 'react';
import type { Elements } from '#components/elements.ts';
import { Icon } from '#components/icon.tsx';
import { styled } from '#components/styled.ts';

const Trigger = styled('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.5',
    minWidth: '0',
    maxWidth: '100%',
    minHeight: '2.25rem',
    px: '1',
    marginInlineStart: '-1',
    borderRadius: 'corner',
    textAlign: 'start',
    cursor: 'pointer',
    _hover: { bg: 'accentSoft' },
    '& > svg': { flex: 'none', color: 'accent' },
    // One line: the bar is over the form all the time. The list has the whole name.
    '& > strong': { minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    _disabled: { cursor: 'default', bg: 'transparent' },
    _print: { '& > svg': { display: 'none' } },
  },
});

interface SwitcherTriggerProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly name: string;
  readonly children?: Elements;
}

/** The student's name in the sticky head, as what opens the list of students. It looks the same before its scripts are here. */
export function SwitcherTrigger({ name, children, ...rest }: SwitcherTriggerProps) {
  return (
    <Trigger type="button" {...rest}>
      <strong translate="no">{name}</strong>
      {children}
      <Icon name="chevron" />
    </Trigger>
  );
}
