import { styled } from '#components/styled.ts';

/**
 * The words about the kept agency, with their buttons beside or below them. `room` is as high as the words that come
 * first: nothing below moves when they do.
 */
export const AgencyBox = styled('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: { base: 'flex-start', sm: 'center' },
    alignContent: 'start',
    columnGap: '2',
    rowGap: '1',
    lineHeight: 'snug',
    fontSize: 'sm',
    color: 'inkSoft',
    '& p': { flex: '1 1 18rem', minWidth: '0', overflowWrap: 'anywhere', outlineOffset: '4px' },
    '& strong': { fontWeight: 'medium', color: 'ink' },
    '& [data-part=actions]': { display: 'flex', flexWrap: 'wrap', gap: '1' },
    _print: { display: 'none' },
  },
  defaultVariants: { room: false },
  variants: {
    room: { true: { minHeight: { base: '5.25rem', sm: '2.5rem' } }, false: {} },
  },
});
