import { styled } from '#components/styled.ts';

const Root = styled('div', {
  base: {
    px: '2',
    py: '1.5',
    bg: 'sunken',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'corner',
    '& > [data-part=id]': {
      marginBlock: '0.5',
      fontFamily: 'mono',
      fontSize: 'lg',
      lineHeight: 'snug',
      overflowWrap: 'anywhere',
      userSelect: 'all',
    },
    '& > [data-part=label], & > [data-part=note]': { fontSize: 'sm', color: 'inkSoft' },
  },
});

interface ApplicationIdProps {
  readonly id: string;
  readonly note?: string;
  /** In plain words, below the note. */
  readonly hint?: string;
}

/** The number that the agency keeps; a click selects the whole of it. */
export function ApplicationId({ id, note, hint }: ApplicationIdProps) {
  return (
    <Root>
      <p data-part="label">Application ID</p>
      <p data-part="id" translate="no">
        {id}
      </p>
      {note && <p data-part="note">{note}</p>}
      {hint && <p data-part="note">{hint}</p>}
    </Root>
  );
}
