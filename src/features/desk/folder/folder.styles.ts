import { styled } from '#components/styled.ts';
import { dialogParts } from '../dialog-parts.ts';

/** The content of the dialog for documents by folder. `data-part` names its parts. */
export const FolderBox = styled('div', {
  base: {
    ...dialogParts,
    '& h3': { fontSize: 'md', fontWeight: 'medium' },
    '& [data-part=files] > li': {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
      columnGap: '2',
      rowGap: '0.5',
      alignItems: 'center',
      paddingBlock: '1',
      // Rows out of sight are not painted. Neither is anything outside a row, such as the focus ring.
      px: '0.5',
      mx: '-0.5',
      borderBottomWidth: '1px',
      borderColor: 'line',
      // A thousand of them: those out of sight cost nothing.
      contentVisibility: 'auto',
      containIntrinsicSize: 'auto 4.5rem',
    },
    '& [data-part=why]': { color: 'warning', fontWeight: 'medium' },
    '& [data-part=done]': { color: 'success', fontWeight: 'medium' },
    '& [data-part=assign]': {
      gridColumn: '1 / -1',
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
      gap: '1',
      '& [data-part=control]': { marginTop: '0' },
      '& [data-part=actions]': { gridColumn: '1 / -1' },
    },
  },
});
