import { styled } from '#components/styled.ts';

/** A section of the review: its title with the Edit link, and the answers as a list of terms. */
export const ReviewBlock = styled('section', {
  base: {
    paddingBlock: '2',
    'p + &': { marginTop: '2' },
    borderTopWidth: '1px',
    borderColor: 'line',
    breakInside: 'avoid-page',
    '& > header': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '2',
      marginBottom: '1',
      '& h3': { fontSize: 'md', fontWeight: 'bold', lineHeight: 'snug' },
    },
    '& dl': {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'minmax(0, 2fr) minmax(0, 3fr)', _print: '2fr 3fr' },
      columnGap: '2',
      rowGap: { base: '0', sm: '0.5' },
    },
    '& dt': { fontSize: 'sm', color: 'inkSoft', lineHeight: 'body' },
    '& dd': {
      margin: '0',
      marginBottom: { base: '1', sm: '0' },
      overflowWrap: 'anywhere',
      '& small': { color: 'inkSoft', fontSize: 'sm', whiteSpace: 'nowrap' },
    },
    _print: { paddingBlock: '1', '& header button': { display: 'none' } },
  },
});
