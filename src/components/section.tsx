import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';
import { styled } from './styled.ts';

const Fields = styled('fieldset', {
  base: {
    minWidth: '0',
    '& > legend': { display: 'block', width: '100%', '& h2, & h3': { fontSize: 'lg', lineHeight: 'snug' } },
    '& > legend[data-hidden]': { srOnly: true },
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
  /** The title is visible elsewhere: here it is for screen readers only. */
  readonly isTitled?: boolean;
  /** Of the heading: 3 below a step's title, 2 on a form of one page. */
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

/** Fields that belong together: a fieldset whose legend is a heading. Fields of half a width share a row. */
export function FormSection({ title, help, id, isTitled = false, level = 3, children }: FormSectionProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const introId = useId();
  return (
    <Fields {...(id && { id, tabIndex: -1 })} {...(help && { 'aria-describedby': introId })}>
      <legend data-hidden={isTitled || undefined}>
        {/* As a heading it would be said twice. */}
        {isTitled ? title : <Heading>{title}</Heading>}
      </legend>
      {help && (
        <p data-part="intro" id={introId}>
          {help}
        </p>
      )}
      <div data-part="fields">{children}</div>
    </Fields>
  );
}

const Fold = styled('details', {
  base: {
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'corner',
    '& > summary': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: { base: '1', md: '2' },
      minHeight: '3.5rem',
      px: '2',
      py: '1',
      borderRadius: 'corner',
      cursor: 'pointer',
      listStyle: 'none',
      '&::-webkit-details-marker': { display: 'none' },
      _hover: { bg: 'accentSoft' },
      '& h3': { flex: '1 1 6rem', fontSize: 'md', lineHeight: 'snug' },
      '& > span': { fontSize: 'sm', color: 'inkSoft' },
      '& > svg': { color: 'inkSoft', transition: 'transform 180ms' },
    },
    '&[open] > summary > svg': { transform: 'rotate(180deg)' },
    '&[open] > summary': { borderEndStartRadius: '0', borderEndEndRadius: '0' },
    '& > div': { px: '2', paddingTop: '1', paddingBottom: '2' },
  },
});

interface PanelProps {
  readonly title: string;
  /** A few words on how things stand, at the right: '2 of 4 attached'. */
  readonly status?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the page that folds: the browser's own disclosure, which the reader opens and closes. */
export function Panel({ title, status, children }: PanelProps) {
  return (
    <Fold open>
      <summary>
        <h3>{title}</h3>
        {status && <span>{status}</span>}
        <Icon name="chevron" />
      </summary>
      <div>{children}</div>
    </Fold>
  );
}

const Fieldset = styled('fieldset', { base: { display: 'contents' } });

/** Its contents can always be read, and cannot be changed while `when` is true. */
export function ReadOnly({ when, children }: { readonly when: boolean; readonly children: ReactNode }) {
  return (
    <Fieldset role="none" disabled={when}>
      {children}
    </Fieldset>
  );
}
