import { INSTITUTE } from '#domain/institute.ts';
import { APP_VERSION } from '#platform/app-version.ts';
import { styled } from './styled.ts';

const Root = styled('footer', {
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

/** Whose page this is, which version of it (in the title), and how to reach a person. */
export function SiteFooter() {
  const { name, admissions, copyrightYear } = INSTITUTE;
  return (
    <Root>
      <div>
        <p title={`Version ${APP_VERSION}`}>
          © {copyrightYear} {name}
        </p>
        <p>
          Questions? <a href={`mailto:${admissions.email}`}>{admissions.email}</a>
        </p>
      </div>
    </Root>
  );
}
