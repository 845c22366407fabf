import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';

const Root = chakra('fieldset', {
  base: {
    minWidth: '0',
    '& > legend': { display: 'block', width: '100%', '& h3': { fontSize: 'lg', lineHeight: 'snug' } },
    '& > [data-part=intro]': { marginTop: '0.5', color: 'inkSoft' },
    '& > [data-part=fields]': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: '3',
      marginTop: '2',
      sm: {
        gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
        columnGap: '2',
        '& > *': { gridColumn: '1 / -1' },
        '& > [data-width=half]': { gridColumn: 'auto' },
      },
    },
  },
});

interface FormSectionProps {
  readonly title: string;
  readonly help?: ReactNode;
  /** For links and for focus: the id of the fieldset. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** Fields that belong together: a fieldset whose legend is a heading. Fields of half a width share a row. */
export function FormSection({ title, help, id, children }: FormSectionProps) {
  const introId = useId();
  return (
    <Root {...(id && { id, tabIndex: -1 })} {...(help && { 'aria-describedby': introId })}>
      <legend>
        <h3>{title}</h3>
      </legend>
      {help && (
        <p data-part="intro" id={introId}>
          {help}
        </p>
      )}
      <div data-part="fields">{children}</div>
    </Root>
  );
}
