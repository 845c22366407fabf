import { styled } from '#components/styled.ts';

/** The one card of a page that a link has opened. Phones open most of them: its buttons are large enough for a thumb. */
export const LinkPage = styled('section', {
  base: {
    display: 'grid',
    gap: '2',
    px: '2',
    py: '2',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'corner',
    bg: 'surface',
    '& > h2': { fontSize: 'lg', lineHeight: 'snug' },
    '& h3': { fontSize: 'md', fontWeight: 'medium' },
    '& li': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'center',
      gap: '1.5',
      borderTopWidth: '1px',
      borderColor: 'line',
    },
    '& li > button': { textAlign: 'start', whiteSpace: 'normal' },
    '& li > button[aria-current]': { fontWeight: 'bold' },
    '& li > span': { fontSize: 'sm', color: 'success', whiteSpace: 'nowrap' },
    '& button': { minHeight: '2.75rem' },
    '& [data-part=hint]': { fontSize: 'sm', color: 'inkSoft' },
    '& [data-part=invite]': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1.5' },
    '& [data-part=error]': { color: 'error' },
  },
});
