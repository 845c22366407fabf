import { styled } from './styled.ts';

/**
 * On phones a sheet that rises from the lower edge; from 48rem a card in the middle. The dialog itself scrolls under
 * its head and foot: it holds the focus, so the keyboard scrolls it too.
 */
export const ModalBox = styled('dialog', {
  base: {
    position: 'fixed',
    inset: 'auto 0 0 0',
    width: '100%',
    maxWidth: '100%',
    maxHeight: '92dvh',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    color: 'ink',
    bg: 'surface',
    borderRadius: '0.5rem 0.5rem 0 0',
    boxShadow: 'raised',
    '&::backdrop': { bg: 'veil' },
    '&[open]': { animation: 'rise 180ms ease-out' },
    md: { inset: '0', margin: 'auto', height: 'fit-content', borderRadius: 'corner' },
    '& [data-part=head]': {
      position: 'sticky',
      top: '0',
      zIndex: 'bar',
      bg: 'surface',
      display: 'flex',
      alignItems: 'flex-start',
      justifyContent: 'space-between',
      gap: '2',
      px: { base: '2', md: '4' },
      paddingTop: { base: '2', md: '3' },
      paddingBottom: '1.5',
      '& h2': { paddingTop: '0.5', fontSize: 'lg', lineHeight: 'snug', outlineOffset: '4px' },
      '& button': { marginTop: '-0.25rem', marginInlineEnd: '-1', minWidth: '2.75rem', minHeight: '2.75rem' },
    },
    '& [data-part=body]': {
      px: { base: '2', md: '4' },
      paddingBottom: '3',
    },
    '& [data-part=foot]:empty': { display: 'none' },
    '& [data-part=foot]': {
      position: 'sticky',
      bottom: '0',
      zIndex: 'bar',
      display: 'flex',
      flexDirection: { base: 'column-reverse', sm: 'row' },
      justifyContent: 'flex-end',
      gap: '1',
      px: { base: '2', md: '4' },
      py: '2',
      borderTopWidth: '1px',
      borderColor: 'line',
      bg: 'paper',
    },
    // On paper it begins at the upper edge and runs over as many pages as it needs: what is fixed to the window, or
    // scrolls in itself, is cut at the first.
    _print: {
      position: 'absolute !important',
      inset: '0 auto auto 0 !important',
      width: '100% !important',
      height: 'auto !important',
      maxHeight: 'none !important',
      margin: '0 !important',
      overflow: 'visible !important',
      animation: 'none !important',
      boxShadow: 'none',
      '& [data-part=foot], & [data-part=head] button': { display: 'none' },
    },
  },
  variants: {
    size: { sm: { md: { width: '28rem' } }, md: { md: { width: '40rem' } }, lg: { md: { width: '56rem' } } },
  },
});
