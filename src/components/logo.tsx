import { INSTITUTE } from '#domain/institute.ts';
import { styled } from './styled.ts';

/** The institute's mark: a gable over two courses of brick, drawn on a 48-unit board. */
export function LogoMark({ size = 40 }: { readonly size?: number }) {
  return (
    <svg aria-hidden="true" focusable="false" viewBox="0 0 48 48" width={size} height={size} fill="none">
      <rect width="48" height="48" rx="8" fill="var(--form-colors-accent)" />
      <g stroke="var(--form-colors-on-fill)" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <path d="M10 23L24 11l14 12" />
        <path d="M13.5 29.5h21M13.5 36.5h21M24 29.5v7M18.5 23v6.5M29.5 23v6.5" />
      </g>
    </svg>
  );
}

const Lockup = styled('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    textAlign: 'start',
    lineHeight: 'snug',
    '& strong': { display: 'block', maxWidth: '15rem', textWrap: 'balance', fontWeight: 'medium', fontSize: 'sm' },
  },
  variants: { size: { sm: {}, lg: { gap: '2', '& strong': { maxWidth: '18rem', fontSize: 'md' } } } },
});

/** Mark and name, as on the institute's letters. */
export function Logo({ size = 'sm' }: { readonly size?: 'sm' | 'lg' }) {
  return (
    <Lockup size={size}>
      <LogoMark size={size === 'lg' ? 56 : 40} />
      <strong>{INSTITUTE.name}</strong>
    </Lockup>
  );
}
