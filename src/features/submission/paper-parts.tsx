import type { ReactNode } from 'react';
import { styled } from '#components/styled.ts';
import type { ReceiptSection } from './sent-records.ts';

/** The layout of a receipt and of an unsigned copy, on the screen and on paper. */
export const PaperBox = styled('div', {
  base: {
    '& dl': {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 2fr)', _print: '2fr 3fr' },
      columnGap: '2',
      rowGap: { base: '0', sm: '0.5' },
    },
    '& dt': { fontSize: 'sm', color: 'inkSoft', lineHeight: 'body' },
    '& dd': { marginBottom: { base: '1', sm: '0' }, overflowWrap: 'anywhere' },
    '& h3': { fontSize: 'md', marginTop: '2', marginBottom: '0.5' },
    '& ul': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '1', overflowWrap: 'anywhere' },
    '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '1', _print: { display: 'block' } },
    '& li > span': { flex: '1 1 12rem', minWidth: '0' },
    '& li small': { display: 'block', fontSize: 'sm', color: 'inkSoft', overflowWrap: 'anywhere' },
    '& code': { fontFamily: 'mono', fontSize: 'sm' },
    '& [data-part=version]': { display: 'block', marginTop: '2', fontSize: 'sm', color: 'inkSoft' },
    // On paper only: the applicant has just reviewed it.
    '& [data-part=sent]': { display: 'none', _print: { display: 'block', breakInside: 'avoid' } },
  },
});

export const Terms = ({ rows }: Pick<ReceiptSection, 'rows'>) => (
  <dl>
    {rows.map(({ label, value }) => [
      <dt key={`${label} label`}>{label}</dt>,
      <dd key={label} translate="no">
        {value}
      </dd>,
    ])}
  </dl>
);

/** Every browser repeats a table head on each printed page; not all support the margin boxes of CSS. */
const Pages = styled('div', {
  base: {
    _print: { display: 'table', width: '100%' },
    '& > [data-part=mark]': {
      display: 'none',
      // Chromium repeats only a head that is not split between two pages.
      _print: { display: 'table-header-group', breakInside: 'avoid', fontSize: 'sm', fontWeight: 'bold' },
    },
    '& > [data-part=marked]': { _print: { display: 'table-row-group' } },
  },
});

/** `mark` is repeated on each printed page of `children`. */
export const MarkedPages = ({ mark, children }: { readonly mark: string; readonly children: ReactNode }) => (
  <Pages>
    <p data-part="mark">{mark}</p>
    <div data-part="marked">{children}</div>
  </Pages>
);
