import { styled } from '#components/styled.ts';

/** The rows of the progress: a drawing, what happens, how it stands. */
export const StageList = styled('ol', {
  base: {
    display: 'grid',
    gap: '0',
    listStyle: 'none',
    '* + &': { marginTop: '1' },
    '& > li': {
      display: 'grid',
      gridTemplateColumns: '1.5rem minmax(0, 1fr) auto',
      alignItems: 'center',
      columnGap: '1.5',
      minHeight: '2.75rem',
      borderBottomWidth: '1px',
      borderColor: 'line',
      color: 'inkSoft',
      '& > svg': { justifySelf: 'center' },
      '& > small': { fontSize: 'sm', whiteSpace: 'nowrap' },
    },
    '& > li:last-child': { borderBottomWidth: '0' },
    '& > [data-state=in-progress]': { color: 'ink', fontWeight: 'medium', '& > svg': { color: 'info' } },
    '& > [data-state=completed]': { color: 'ink', '& > svg': { color: 'success' } },
    '& > [data-state=error]': { color: 'ink', fontWeight: 'medium', '& > svg, & > small': { color: 'error' } },
  },
});

/** What stands below the rows. */
export const Below = styled('div', {
  base: {
    display: 'grid',
    gap: '2',
    marginTop: '2',
    '& [data-part=issues]': { display: 'grid', gap: '0.5', marginTop: '1', paddingInlineStart: '2', listStyle: 'disc' },
    '& [data-part=uploads]': { display: 'grid', gap: '1', marginTop: '1' },
    '& [data-part=actions]': { display: 'flex', flexWrap: 'wrap', gap: '1' },
  },
});

/** A field in a message that leads to the field. */
export const FieldLink = styled('button', {
  base: {
    color: 'accent',
    textDecoration: 'underline',
    textUnderlineOffset: '0.2em',
    cursor: 'pointer',
    textAlign: 'start',
    // A label of two lines begins beside the mark of its item.
    verticalAlign: 'top',
  },
});

export const ReceiptBox = styled('div', {
  base: {
    '& dl': {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 2fr)', _print: '2fr 3fr' },
      columnGap: '2',
      rowGap: { base: '0', sm: '0.5' },
    },
    '& dt': { fontSize: 'sm', color: 'inkSoft', lineHeight: 'body' },
    '& dd': { marginBottom: { base: '1', sm: '0' }, overflowWrap: 'anywhere' },
    '& h3': { fontSize: 'md', marginTop: '2', marginBottom: '0.5' },
    '& ul': { display: 'grid', gap: '1' },
    '& li small': { display: 'block', fontSize: 'sm', color: 'inkSoft', overflowWrap: 'anywhere' },
    '& code': { fontFamily: 'mono', fontSize: 'sm' },
    '& [data-part=version]': { display: 'block', marginTop: '2', fontSize: 'sm', color: 'inkSoft' },
    // The page shows what the person has just reviewed on paper only.
    '& [data-part=sent]': { display: 'none', _print: { display: 'block', breakInside: 'avoid' } },
  },
});
