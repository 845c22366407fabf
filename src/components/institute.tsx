import { COURSE } from '#domain/codes/course.ts';
import { INSTITUTE } from '#domain/institute.ts';
import { useCollege } from './college.ts';
import { styled } from './styled.ts';

/** Put in by the build (vite.config.ts): the release and its commit. */
declare const __APP_VERSION__: string;

/** The version of the page, such as `0.1.0 (0591e95c3a52)`. People name it when they ask for help. */
export const APP_VERSION: string = __APP_VERSION__;

/** The institute's mark: a gable over two courses of brick, drawn on a 48-unit board. */
function LogoMark({ size }: { readonly size: number }) {
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
  const { name } = useCollege();
  return (
    <Lockup size={size}>
      <LogoMark size={size === 'lg' ? 56 : 40} />
      {name && <strong translate="no">{name}</strong>}
    </Lockup>
  );
}

const Footer = styled('footer', {
  base: {
    borderTopWidth: '1px',
    borderColor: 'line',
    fontSize: 'sm',
    color: 'inkSoft',
    '& > div': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      columnGap: '4',
      rowGap: '0.5',
      maxWidth: 'var(--page-width, 72rem)',
      marginInline: 'auto',
      px: { base: '2', md: '4' },
      py: '2',
    },
    '& button': { marginInline: '-1.5' },
    _print: { display: 'none' },
  },
});

/** Whose page this is, its codes, which version of the page (in the title), and how to reach a person. */
export function SiteFooter() {
  const { name, email, cricosProviderCode, cricosCourseCode } = useCollege();
  return (
    <Footer>
      <div>
        <p title={`Version ${APP_VERSION}`} translate="no">
          {name ? `© ${INSTITUTE.copyrightYear} ${name}` : `© ${INSTITUTE.copyrightYear}`}
        </p>
        {cricosProviderCode && (
          <p>
            <span>CRICOS provider code</span> <span translate="no">{cricosProviderCode}</span>
          </p>
        )}
        {cricosCourseCode && (
          <p>
            <span translate="no">{COURSE.id}</span> <span>CRICOS course code</span>{' '}
            <span translate="no">{cricosCourseCode}</span>
          </p>
        )}
        {email && (
          <p>
            Questions?{' '}
            <a href={`mailto:${email}`} translate="no">
              {email}
            </a>
          </p>
        )}
      </div>
    </Footer>
  );
}
