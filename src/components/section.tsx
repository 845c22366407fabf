import { type ReactNode, useId } from 'react';
import { styled } from './styled.ts';

const Root = styled('fieldset', {
  base: {
    minWidth: '0',
    '& > legend': { display: 'block', width: '100%', '& h2, & h3': { fontSize: 'lg', lineHeight: 'snug' } },
    '& > [data-part=intro]': { marginTop: '0.5', color: 'inkSoft' },
    '& > [data-part=fields]': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      marginTop: '2',
      marginBottom: '-3',
      '& > *': { marginBottom: '3' },
      sm: {
        gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
        columnGap: '2',
        '& > *': { gridColumn: '1 / -1' },
        '& > [data-width=half]': { gridColumn: 'auto', gridRow: 'span 5' },
        // Label, help, control, message and offer of two neighbours share their rows, so that their controls are level.
        '& > div[data-width=half]': {
          display: 'grid',
          gridTemplateRows: 'subgrid',
          '& > [data-part=label]': { gridRow: '1' },
          '& > [data-part=help]': { gridRow: '2' },
          '& > [data-part=control]': { gridRow: '3' },
          '& > :is([data-part=error], [data-part=warning])': { gridRow: '4' },
          '& > [data-part=spelling]': { gridRow: '5' },
        },
      },
    },
  },
});

interface FormSectionProps {
  readonly title: string;
  readonly help?: ReactNode;
  /** For links and for focus: the id of the fieldset. */
  readonly id?: string;
  /** Of the heading: 3 below a step's title, 2 on a form of one page. */
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

/** Fields that belong together: a fieldset whose legend is a heading. Fields of half a width share a row. */
export function FormSection({ title, help, id, level = 3, children }: FormSectionProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const introId = useId();
  return (
    <Root {...(id && { id, tabIndex: -1 })} {...(help && { 'aria-describedby': introId })}>
      <legend>
        <Heading>{title}</Heading>
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
