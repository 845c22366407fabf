import { fieldStyles } from '#components/field/field.styles.ts';
import { styled } from '#components/styled.ts';

const parts = {
  ...fieldStyles,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '2',
  overflowWrap: 'anywhere',
  '& ul': { display: 'grid', gap: '0.5', paddingInlineStart: '3', listStyle: 'disc' },
  '& h3': { fontSize: 'md' },
  '& kbd': {
    fontFamily: 'mono',
    px: '0.5',
    borderWidth: '1px',
    borderColor: 'lineStrong',
    borderRadius: 'corner',
    whiteSpace: 'nowrap',
  },
  '& [data-part=choose]': {
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '2.75rem',
    cursor: 'pointer',
  },
} as const;

/** The common layout of the dialogs and the lock screen. */
export const PassphraseBox = styled('div', { base: parts });
export const PassphraseForm = styled('form', { base: parts });
