import type { SystemStyleObject } from '@chakra-ui/react/styled-system';

const CONTROL = '& :is(input:not([type=checkbox], [type=radio], [type=file]), select, textarea)';

/**
 * How a field looks, all its parts in one class: a form of sixty fields then costs sixty styled elements, not three
 * hundred. Element and `data-part` distinguish the parts.
 */
export const fieldStyles: SystemStyleObject = {
  display: 'block',
  minWidth: '0',
  '& :is(label, legend)[data-part=label]': { display: 'block', fontWeight: 'medium', lineHeight: 'snug' },
  // Never alone on a line.
  '& [data-part=mark]': { color: 'highlight', fontWeight: 'medium', whiteSpace: 'nowrap' },
  '& [data-part=help]': { marginTop: '0.5', fontSize: 'sm', lineHeight: 'snug', color: 'inkSoft' },
  '& [data-part=control]': { position: 'relative', marginTop: '1' },

  [CONTROL]: {
    display: 'block',
    width: '100%',
    minHeight: 'control',
    px: '1.5',
    py: '1',
    fontSize: 'md',
    lineHeight: 'snug',
    color: 'ink',
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'lineStrong',
    borderRadius: 'corner',
    transition: 'border-color 120ms',
    _hover: { borderColor: 'ink' },
    _focusVisible: { outlineOffset: '0', borderColor: 'accent' },
    _placeholder: { color: 'inkSoft', opacity: '1' },
    _disabled: { bg: 'sunken', color: 'inkSoft', borderColor: 'line', cursor: 'not-allowed' },
    // At once: a step can have thirty messages, and the browser fires events at the begin and end of every transition.
    '&[aria-invalid=true]': {
      borderColor: 'error',
      // A second line inside the first moves nothing. With a thicker border the browser would lay out the control again.
      boxShadow: 'inset 0 0 0 1px var(--form-colors-error)',
      transition: 'none',
    },
  },
  // A box whose size its content cannot change: a key press then lays out the box and nothing around it.
  '& input:not([type=checkbox], [type=radio], [type=file])': { height: 'control', contain: 'strict' },
  '& select': {
    appearance: 'none',
    cursor: 'pointer',
    // Without it a long choice widens the whole page in Safari.
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    paddingInlineEnd: '5 !important',
  },
  '& :is(select) :is(option, optgroup)': { color: 'ink', bg: 'surface' },
  '& [data-kind=select]::after': {
    content: '""',
    position: 'absolute',
    insetInlineEnd: '1.125rem',
    top: '1.125rem',
    width: '0.5rem',
    height: '0.5rem',
    borderColor: 'inkSoft',
    borderInlineEndWidth: '2px',
    borderBottomWidth: '2px',
    transform: 'rotate(45deg)',
    pointerEvents: 'none',
  },

  '& [data-part=choices]': { display: 'flex', flexWrap: 'wrap', gap: '1', marginTop: '1' },
  '& [data-part=choice]': {
    // Its state is drawn below its words, by the element beside its control (`:has` is missing in Firefox before 121).
    position: 'relative',
    zIndex: '0',
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    minHeight: 'control',
    minWidth: '6.5rem',
    px: '2',
    py: '1',
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'lineStrong',
    borderRadius: 'corner',
    lineHeight: 'snug',
    cursor: 'pointer',
    transition: 'border-color 120ms, background-color 120ms',
    _hover: { borderColor: 'ink' },
    // Set on each choice: an attribute of the field would make the browser compute the styles of all its parts again.
    '&[data-invalid]': { borderColor: 'error', transition: 'none' },
    '& > :is(:checked, :disabled, :focus-visible, [aria-invalid=true]:focus) + span::before': {
      content: '""',
      position: 'absolute',
      zIndex: '-1',
      inset: '-1px',
      borderRadius: 'corner',
    },
    '& > :checked + span::before': { bg: 'accentSoft', border: '2px solid', borderColor: 'accent' },
    '& > :disabled + span': {
      color: 'inkSoft',
      cursor: 'not-allowed',
      _before: { bg: 'sunken', border: '1px solid', borderColor: 'line' },
    },
    // After a press on 'Next' a browser does not count the focus that a script puts there as visible.
    '& > :is(:focus-visible, [aria-invalid=true]:focus) + span::before': {
      outline: '3px solid',
      outlineColor: 'accent',
      outlineOffset: '2px',
    },
  },
  '& :is([type=radio], [type=checkbox])': {
    flexShrink: '0',
    width: '1.25rem',
    height: '1.25rem',
    cursor: 'inherit',
    _focusVisible: { outline: 'none' },
  },
  '& [data-part=choice][data-kind=checkbox]': { justifyContent: 'flex-start', alignItems: 'center', gap: '1.5' },

  '& :is([data-part=error], [data-part=warning])': {
    display: 'flex',
    gap: '0.5',
    marginTop: '1',
    fontWeight: 'medium',
    fontSize: 'sm',
    lineHeight: '1.25rem',
  },
  '& [data-part=spelling]': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '1',
    marginTop: '1',
    fontSize: 'sm',
    lineHeight: 'snug',
    color: 'inkSoft',
    '& button': { maxWidth: '100%', overflowWrap: 'anywhere' },
  },
  '& [data-part=error]': { color: 'error' },
  '& [data-part=warning]': { color: 'warning' },
  '@media print': { breakInside: 'avoid' },
};
