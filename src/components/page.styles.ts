import { styled } from './styled.ts';

const gutter = { base: '2', md: '4' };

/** A page of the product, top to bottom; its parts are told apart by `data-part`. */
export const PageBox = styled('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: '100dvh',
    '& > [data-part=masthead]': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '2',
      width: '100%',
      maxWidth: 'var(--page-width)',
      marginInline: 'auto',
      px: gutter,
      py: '2',
      // Mark and name in words need more room than the smallest phones have beside the way back.
      '& > button': { marginInlineEnd: '-1.5', whiteSpace: 'nowrap' },
      smDown: { '& strong': { display: 'none' } },
    },
    '& > [data-part=sticky]': {
      position: 'sticky',
      top: '0',
      zIndex: 'bar',
      bg: 'paper',
      borderBlockWidth: '1px',
      borderColor: 'line',
      '& > div': {
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        columnGap: '2',
        rowGap: '0',
        minHeight: 'control',
        maxWidth: 'var(--page-width)',
        marginInline: 'auto',
        px: gutter,
        py: '0.5',
      },
      _print: { position: 'static' },
    },
    '& > [data-part=body]': {
      // Kept as painted while a word of the bar above changes.
      isolation: 'isolate',
      flex: '1',
      width: '100%',
      maxWidth: 'var(--page-width)',
      marginInline: 'auto',
      px: gutter,
      paddingTop: { base: '3', md: '6' },
      paddingBottom: { base: '6', md: '8' },
    },
    '& [data-part=notices]': { display: 'grid', gap: '2', marginBottom: '4', '&:empty': { display: 'none' } },
    '& [data-part=title]': {
      marginBottom: { base: '3', md: '5' },
      '& h1': { fontSize: 'xl', outlineOffset: '4px' },
      '& p': { marginTop: '1', maxWidth: '38rem', color: 'inkSoft', textWrap: 'pretty' },
    },
    _print: { '& > [data-part=masthead] button': { display: 'none' } },
  },
  variants: {
    /** The column of 44rem, or the whole page, each with its two gutters. */
    width: { form: { '--page-width': '48rem' }, page: { '--page-width': '72rem' } },
  },
  defaultVariants: { width: 'form' },
});

/** Previous and Next: at the end of the form, and at the thumb on phones. */
export const ActionBar = styled('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '1',
    marginTop: { base: '3', md: '5' },
    '& > :only-child': { marginInlineStart: 'auto' },
    mdDown: {
      position: 'sticky',
      bottom: '0',
      zIndex: 'bar',
      marginInline: '-2',
      px: '2',
      py: '1',
      paddingBottom: 'max(0.5rem, env(safe-area-inset-bottom))',
      bg: 'paper',
      borderTopWidth: '1px',
      borderColor: 'line',
      flexWrap: 'nowrap',
      '& > *': { flex: '1 1 auto' },
      // Two of them fit the smallest phone, however wide its letters are.
      '& > button': { minWidth: '0', px: '1.5' },
    },
    _print: { display: 'none' },
  },
});
