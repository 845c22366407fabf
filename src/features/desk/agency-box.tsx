import { styled } from '#components/styled.ts';

/** The words about the kept agency and its buttons. `room` is as high as the longest words: nothing below moves when they come. */
export const AgencyBox = styled('div', {
  base: {
    display: 'grid',
    alignContent: 'start',
    gap: '1',
    fontSize: 'sm',
    color: 'inkSoft',
    '& p': { overflowWrap: 'anywhere', outlineOffset: '4px' },
    '& strong': { fontWeight: 'medium', color: 'ink' },
    '& [data-part=actions]': { display: 'flex', flexWrap: 'wrap', gap: '1' },
    _print: { display: 'none' },
  },
  defaultVariants: { room: false },
  variants: {
    room: { true: { minHeight: { base: '8.5rem', sm: '6rem' } }, false: { marginTop: '4' } },
  },
});
