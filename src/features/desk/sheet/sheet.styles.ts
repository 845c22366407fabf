import { styled } from '#components/styled.ts';
import { dialogParts } from '../dialog-parts.ts';

/** The content of the dialog for a sheet. `data-part` names its parts. */
export const SheetBox = styled('div', {
  base: {
    ...dialogParts,
    '& h3': { fontSize: 'md', fontWeight: 'medium', outlineOffset: '4px' },
    '& summary': { minHeight: '2.75rem', paddingBlock: '1', cursor: 'pointer', fontWeight: 'medium' },
    '& fieldset': { borderWidth: '1px', borderColor: 'warning', borderRadius: 'corner', px: '2', py: '1.5' },
    '& [data-part=columns]': {
      display: 'grid',
      gap: '1',
      '& li': {
        display: 'grid',
        gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
        alignItems: 'center',
        columnGap: '2',
        rowGap: '0.5',
        paddingBottom: '1',
        borderBottomWidth: '1px',
        borderColor: 'line',
      },
      '& [data-part=control]': { marginTop: '0' },
    },
  },
});

/** The rows of the sheet. Only those in sight are in the document. */
export const SheetList = styled('div', {
  base: {
    height: { base: 'calc(56 * var(--dvh))', md: '28rem' },
    overflowY: 'auto',
    contain: 'strict',
    borderBlockWidth: '1px',
    borderColor: 'line',
    '& > ul': { position: 'relative' },
    '& > ul > li': {
      position: 'absolute',
      top: '0',
      insetInline: '0',
      px: '1',
      py: '1.5',
      borderBottomWidth: '1px',
      borderColor: 'line',
    },
    '& [data-part=who]': { fontWeight: 'medium' },
    '& [data-part=double]': { color: 'warning', fontSize: 'sm', fontWeight: 'medium' },
    '& [data-part=cells]': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '1.5', marginBlock: '1' },
    '& details > [data-part=cells]': {
      gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    },
    '& [data-part=cells] label': { fontSize: 'sm', fontWeight: 'medium' },
    '& [data-part=correct]': {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '1',
      '& input, & [data-part=control]': { flex: '1 1 12rem', minWidth: '0', width: 'auto', marginTop: '0' },
    },
  },
});
