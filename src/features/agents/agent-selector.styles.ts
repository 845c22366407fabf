import { fieldStyles } from '#components/field/field.styles.ts';
import { searchBoxStyles } from '#components/option-list.tsx';
import { styled } from '#components/styled.ts';

/** On narrower screens the list is a sheet over the page. */
export const PHONE = '(max-width: 47.99rem)';

/** The selector with its choice and the clear button. */
export const SelectorBox = styled('div', {
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

/** Like modals on phones (components/modal.tsx), but without a backdrop: the page above it can be pressed. */
export const SheetBox = styled('div', {
  base: {
    ...fieldStyles,
    position: 'fixed',
    zIndex: 'sheet',
    inset: 'auto 0 0 0',
    maxHeight: 'calc(92 * var(--dvh))',
    padding: '2',
    paddingBottom: '3',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    color: 'ink',
    bg: 'surface',
    borderTopWidth: '1px',
    borderColor: 'lineStrong',
    borderRadius: '0.5rem 0.5rem 0 0',
    boxShadow: 'raised',
    animation: 'rise 180ms ease-out',
    '& > header': {
      display: 'flex',
      alignItems: 'flex-start',
      justifyContent: 'space-between',
      gap: '2',
      paddingBottom: '1.5',
      '& h2': { paddingTop: '0.5', fontSize: 'lg', lineHeight: 'snug', outlineOffset: '4px' },
      '& button': { marginTop: '-0.25rem', marginInlineEnd: '-1', minWidth: '2.75rem', minHeight: '2.75rem' },
    },
  },
});

/** The content of the popup and of the sheet: tools, list, foot. */
export const PickerBox = styled('div', {
  base: {
    display: 'grid',
    gap: '1.5',
    '& > [data-part=tools]': { display: 'flex', flexWrap: 'wrap', gap: '1' },
    '& [data-part=search]': { ...searchBoxStyles, flex: '1 1 14rem' },
    '& > [data-part=tools] > button': { flex: { base: '1 1 8rem', md: 'none' } },
    '& [data-part=control]': { flex: { base: '1 1 8rem', md: '0 1 12rem' }, marginTop: '0 !important' },
    '& > [data-part=nothing]': {
      display: 'grid',
      placeItems: 'center',
      minHeight: '8rem',
      px: '2',
      textAlign: 'center',
      color: 'inkSoft',
    },
    // Empty while the list is shown: a live region must exist before its text changes.
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
