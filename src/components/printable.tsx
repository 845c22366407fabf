import { css, Global } from '@emotion/react';
import { useEffect } from 'react';
import { useCollege } from './college.ts';
import type { Elements } from './elements.ts';
import { styled } from './styled.ts';

/** While something printable is on the page, paper shows it and nothing else. */
const NOTHING_ELSE = css`
  @media print {
    [data-around-printable] > :not([data-around-printable], [data-printable]) {
      display: none !important;
    }
  }
`;

/** Marks everything around something printable, up to the body; CSS cannot ask for it in every browser (`:has`). */
function markAround(): void {
  for (const one of document.querySelectorAll('[data-around-printable]')) one.removeAttribute('data-around-printable');
  for (const one of document.querySelectorAll('[data-printable]')) {
    for (let around = one.parentElement; around !== null && around !== document.documentElement; ) {
      around.setAttribute('data-around-printable', '');
      around = around.parentElement;
    }
  }
}

const PaperHead = styled('div', {
  base: {
    display: 'none',
    _print: { display: 'block', marginBottom: '2' },
    '& > p': { color: 'inkSoft' },
    '& > h2': { fontSize: 'xl' },
  },
});

interface PrintableProps {
  /** Above it on paper, since the modal's own head is not printed. */
  readonly title: string;
  readonly children: Elements;
}

/** What is worth printing of an open modal. */
export function Printable({ title, children }: PrintableProps) {
  const { name } = useCollege();
  useEffect(() => {
    markAround();
    return markAround;
  }, []);
  return (
    <div data-printable>
      <Global styles={NOTHING_ELSE} />
      <PaperHead aria-hidden="true">
        {name && <p translate="no">{name}</p>}
        <h2>{title}</h2>
      </PaperHead>
      {children}
    </div>
  );
}
