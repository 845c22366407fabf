import { css, Global } from '@emotion/react';
import type { ReactNode } from 'react';
import { INSTITUTE } from '#domain/institute.ts';
import { styled } from './styled.ts';

/** While something printable is on the page, paper shows it and nothing else. */
const NOTHING_ELSE = css`
  @media print {
    body:has([data-printable]) *:not(:has([data-printable]), [data-printable], [data-printable] *) {
      display: none !important;
    }
  }
`;

const PaperHead = styled('div', {
  base: {
    display: 'none',
    _print: { display: 'block', marginBottom: '2' },
    '& > p': { color: 'inkSoft' },
    '& > h2': { fontSize: 'xl' },
  },
});

interface PrintableProps {
  /** Stands above it on paper, where the modal's own head is missing. */
  readonly title: string;
  readonly children: ReactNode;
}

/** What is worth printing of an open modal. */
export function Printable({ title, children }: PrintableProps) {
  return (
    <div data-printable>
      <Global styles={NOTHING_ELSE} />
      <PaperHead aria-hidden="true">
        <p>{INSTITUTE.name}</p>
        <h2>{title}</h2>
      </PaperHead>
      {children}
    </div>
  );
}
