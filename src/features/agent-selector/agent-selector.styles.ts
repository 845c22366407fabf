import { chakra } from '@chakra-ui/react/styled-system';

/** Every row is this high, so that the list knows where each one is without asking the browser. */
export const ROW_HEIGHT_REM = 5.25;

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
    '& [data-part=control]': { flex: '0 1 12rem', marginTop: '0 !important' },
    '& [role=listbox]': {
      position: 'relative',
      height: { base: '50dvh', md: '22rem' },
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
      height: `${ROW_HEIGHT_REM}rem`,
      px: '1.5',
      py: '1',
      paddingInlineEnd: '5',
      contain: 'strict',
      borderBottomWidth: '1px',
      borderColor: 'line',
      cursor: 'pointer',
      lineHeight: '1.375rem',
      '& > p': oneLine,
      '& [data-part=name]': { fontWeight: 'medium' },
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
    '& > [data-part=foot]': {
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
