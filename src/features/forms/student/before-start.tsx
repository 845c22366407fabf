import { styled } from '#components/styled.ts';
import type { Variant } from '#domain/form/form.ts';

const Fold = styled('details', {
  base: {
    marginBottom: '3',
    px: '2',
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'corner',
    '& > summary': { paddingBlock: '1', minHeight: '2.75rem', fontWeight: 'medium', cursor: 'pointer' },
    '& > ul': { display: 'grid', gap: '0.5', paddingInlineStart: '2', paddingBottom: '1.5', listStyle: 'disc' },
    _print: { display: 'none' },
  },
});

const WHAT: readonly string[] = [
  'About 30 minutes. There are 4 steps.',
  'Your passport, and your English test scores if you have them.',
  '4 PDF files: school certificate, passport, English test results, qualifications. You can make a PDF from photos.',
  'A file is not in English? Put the original and a certified translation in one PDF.',
  'You can stop and come back. We keep your answers for 24 hours after your last change.',
];
const WHICH: Readonly<Record<Variant, string>> = {
  direct: 'This form is for students. Agencies: go back and choose Agent.',
  agent: 'This form is for agencies that work with us. Students: go back and choose Student.',
};

/**
 * What the person needs, how long it takes, the 24 hours and who fills in this form. It is one line until it is opened.
 */
export const BeforeStart = ({ variant }: { readonly variant: Variant }) => (
  <Fold>
    <summary>Before you start: what you need</summary>
    <ul>
      {[...WHAT, WHICH[variant]].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </Fold>
);
