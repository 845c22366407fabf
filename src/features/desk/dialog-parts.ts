import type { SystemStyleObject } from '@chakra-ui/react/styled-system';
import { fieldStyles } from '#components/field/field.styles.ts';

/** What the dialogs of the agents' page have in common: controls, buttons, boxes to tick, an area to drop files, and smaller words. */
export const dialogParts: SystemStyleObject = {
  ...fieldStyles,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '2',
  overflowWrap: 'anywhere',
  '& small': { display: 'block', fontSize: 'sm', color: 'inkSoft' },
  '& [data-part=actions]': { display: 'flex', flexWrap: 'wrap', gap: '1' },
  '& [data-part=drop]': {
    display: 'grid',
    gap: '1',
    px: '2',
    py: '2',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'lineStrong',
    borderRadius: 'corner',
    '&[data-over=true]': { borderColor: 'accent', bg: 'accentSoft' },
    // Nothing can be dropped with a finger.
    '& [data-part=hint]': { '@media (hover: none)': { display: 'none' } },
  },
  '& [data-part=choose]': {
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '2.75rem',
    cursor: 'pointer',
  },
};
