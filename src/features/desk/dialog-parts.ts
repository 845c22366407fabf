import type { SystemStyleObject } from '@chakra-ui/react/styled-system';
import { fieldStyles } from '#components/field/field.styles.ts';

/** What the dialogs of the agents' page have in common: controls, buttons, boxes to tick, and smaller words. */
export const dialogParts: SystemStyleObject = {
  ...fieldStyles,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '2',
  overflowWrap: 'anywhere',
  '& small': { display: 'block', fontSize: 'sm', color: 'inkSoft' },
  '& [data-part=actions]': { display: 'flex', flexWrap: 'wrap', gap: '1' },
  '& [data-part=choose]': {
    display: 'flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '2.75rem',
    cursor: 'pointer',
  },
};
