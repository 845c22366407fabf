import { chakra } from '@chakra-ui/react/styled-system';

/** Below this the list is a sheet over the page: there is no room for both. */
export const PHONE = '(max-width: 47.99rem)';

/**
 * How high every row is, in rem, so that the list knows where each one is without asking the browser. On a phone a name
 * may need a second line.
 */
export const ROW_HEIGHT = { wide: 5.25, phone: 6.625 } as const;

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** The closed selector: what is chosen, and the way to take it back. */
export const SelectorBox = chakra('div', {
  base: {
    position: 'relative',
    marginTop: '1',
    '& > [data-part=chosen]': { display: 'flex', flexWrap: 'wrap', gap: '1' },
    '& [role=combobox]': {
      flex: '1 1 16rem',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '2',
      minWidth: '0',
      minHeight: 'control',
      px: '1.5',
      py: '1',
      textAlign: 'start',
      lineHeight: 'snug',
      color: 'ink',
      bg: 'surface',
      borderWidth: '1px',
      borderColor: 'lineStrong',
      borderRadius: 'corner',
      cursor: 'pointer',
      _hover: { borderColor: 'ink' },
      _focusVisible: { outlineOffset: '0', borderColor: 'accent' },
      _disabled: { bg: 'sunken', color: 'inkSoft', borderColor: 'line', cursor: 'not-allowed' },
      '&[aria-invalid=true]': { borderColor: 'error', borderWidth: '2px', px: 'calc(0.75rem - 1px)' },
      '&[aria-expanded=true] > svg': { transform: 'rotate(180deg)' },
      '& > svg': { color: 'inkSoft', transition: 'transform 120ms' },
    },
    '& [data-part=placeholder]': { color: 'inkSoft' },
    '& [data-part=selection]': { minWidth: '0', overflowWrap: 'anywhere', fontWeight: 'medium' },
    '& [data-part=selection] small': { display: 'block', fontSize: 'sm', fontWeight: 'normal', color: 'inkSoft' },
    '& > [data-part=popup]': {
      position: 'absolute',
      zIndex: '5',
      insetInline: '0',
      top: 'calc(100% + 0.25rem)',
      padding: '2',
      bg: 'surface',
      borderWidth: '1px',
      borderColor: 'line',
      borderRadius: 'corner',
      boxShadow: 'raised',
      animation: 'drop 120ms ease-out',
    },
  },
});

/** What opens: tools, list, foot; the same in the drop-down and in the sheet. */
export const PickerBox = chakra('div', {
  base: {
    display: 'grid',
    gap: '1.5',
    '& > [data-part=tools]': { display: 'flex', flexWrap: 'wrap', gap: '1' },
    '& [data-part=search]': {
      position: 'relative',
      flex: '1 1 14rem',
      '& svg': { position: 'absolute', insetInlineStart: '0.75rem', top: '0.875rem', color: 'inkSoft' },
      '& input': { paddingInlineStart: '2.75rem !important' },
    },
    '& > [data-part=tools] > button': { flex: { base: '1 1 8rem', md: 'none' } },
    '& [data-part=control]': { flex: { base: '1 1 8rem', md: '0 1 12rem' }, marginTop: '0 !important' },
    '& [role=listbox]': {
      position: 'relative',
      height: { base: 'min(50dvh, 28rem)', md: '22rem' },
      overflowY: 'auto',
      overscrollBehavior: 'contain',
      contain: 'strict',
      borderBlockWidth: '1px',
      borderColor: 'line',
      _focusVisible: { outline: 'none' },
    },
    '& [role=presentation]': { position: 'relative' },
    '& [role=option]': {
      position: 'absolute',
      top: '0',
      insetInline: '0',
      height: { base: `${ROW_HEIGHT.phone}rem`, md: `${ROW_HEIGHT.wide}rem` },
      px: '1.5',
      py: '1',
      paddingInlineEnd: '5',
      contain: 'strict',
      borderBottomWidth: '1px',
      borderColor: 'line',
      cursor: 'pointer',
      lineHeight: '1.375rem',
      '& > p': oneLine,
      '& [data-part=name]': { fontWeight: 'medium', mdDown: { whiteSpace: 'normal', lineClamp: '2' } },
      '& [data-part=where], & [data-part=address]': { fontSize: 'sm', color: 'inkSoft' },
      '& > svg': { position: 'absolute', insetInlineEnd: '1rem', top: '1rem', color: 'accent' },
      _hover: { bg: 'accentSoft' },
      '&[aria-selected=true]': { bg: 'accentSoft' },
      '&[data-active]': { bg: 'accentSoft', boxShadow: 'inset 0 0 0 2px var(--form-colors-accent)' },
    },
    '& > [data-part=nothing]': {
      display: 'grid',
      placeItems: 'center',
      minHeight: '8rem',
      px: '2',
      textAlign: 'center',
      color: 'inkSoft',
    },
    // Empty while the list is there: it has to stand in the document before it can be heard.
    '& > [data-part=quiet]': { position: 'absolute' },
    '& > [data-part=count]': {
      display: 'flex',
      justifyContent: 'space-between',
      gap: '2',
      minHeight: '1.375rem',
      fontSize: 'sm',
      color: 'inkSoft',
      fontVariantNumeric: 'tabular-nums',
    },
  },
});
