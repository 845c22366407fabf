import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { Elements } from './elements.ts';
import { Logo, SiteFooter } from './institute.tsx';
import { styled } from './styled.ts';

const gutter = { base: '2', md: '4' };

/** A page of the product, top to bottom. `data-part` distinguishes its parts. */
export const PageBox = styled('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 'calc(100 * var(--dvh))',
    '& > [data-part=masthead]': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '2',
      width: '100%',
      maxWidth: 'var(--page-width)',
      marginInline: 'auto',
      px: gutter,
      py: '2',
      // Mark and name in words need more room than the smallest phones have beside the way back.
      '& > button': { marginInlineEnd: '-1.5', whiteSpace: 'nowrap' },
      smDown: { '& strong': { display: 'none' } },
    },
    '& > [data-part=sticky]': {
      position: 'sticky',
      top: '0',
      zIndex: 'bar',
      bg: 'paper',
      borderBlockWidth: '1px',
      borderColor: 'line',
      '& > div': {
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        columnGap: '2',
        rowGap: '0',
        minHeight: 'control',
        maxWidth: 'var(--page-width)',
        marginInline: 'auto',
        px: gutter,
        py: '0.5',
      },
      _print: { position: 'static' },
    },
    '& > [data-part=body]': {
      // Kept as painted while a word of the bar above changes.
      isolation: 'isolate',
      flex: '1',
      width: '100%',
      maxWidth: 'var(--page-width)',
      marginInline: 'auto',
      px: gutter,
      paddingTop: '3',
      paddingBottom: { base: '6', md: '8' },
    },
    '& [data-part=notices]': { display: 'grid', gap: '2', marginBottom: '4', '&:empty': { display: 'none' } },
    '& [data-part=title]': {
      marginBottom: { base: '3', md: '5' },
      '& h1': { fontSize: 'xl', outlineOffset: '4px' },
      '& p': { marginTop: '1', maxWidth: 'var(--intro-width)', color: 'inkSoft', textWrap: 'pretty' },
      // The content below has the largest heading.
      '&[data-small]': {
        marginBottom: '2',
        '& h1': { fontSize: 'md' },
        '& p': { marginTop: '0.5', fontSize: 'sm' },
      },
    },
    _print: { '& > [data-part=masthead] button': { display: 'none' } },
  },
  variants: {
    /** The column of 44rem, or the whole page, each with its two gutters. */
    width: {
      form: { '--page-width': '48rem', '--intro-width': '38rem' },
      page: { '--page-width': '72rem', '--intro-width': '44rem' },
    },
  },
  defaultVariants: { width: 'form' },
});

/** Previous and Next: at the end of the form, and at the thumb on phones. */
export const ActionBar = styled('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '1',
    marginTop: { base: '3', md: '5' },
    '& > :only-child': { marginInlineStart: 'auto' },
    mdDown: {
      position: 'sticky',
      bottom: '0',
      // With a keyboard on the screen, or a phone on its side, there is no room for it beside the field.
      'html[data-keyboard] &': { position: 'static' },
      '@media (max-height: 26rem)': { position: 'static' },
      zIndex: 'bar',
      marginInline: '-2',
      px: '2',
      py: '1',
      paddingBottom: 'max(0.5rem, env(safe-area-inset-bottom))',
      bg: 'paper',
      borderTopWidth: '1px',
      borderColor: 'line',
      // Two of them fit the smallest phone side by side; with very large letters the second goes below.
      '& > button': { flex: '1 1 7.5rem', minWidth: '0', px: '1.5' },
      '& > button:not(:first-child)': { flex: '2 1 9.5rem' },
    },
    _print: { display: 'none' },
  },
});

interface PageShellProps {
  readonly title: string;
  readonly intro?: ReactNode | undefined;
  /** The way back: 'Back to home' or 'Back' (R2.4). */
  readonly back: { readonly label: string; readonly onClick: () => void };
  /** The slim bar that stays in sight: whose application, the step, the save state, the connection. */
  readonly head?: ReactNode;
  /** Above the title, across the page: offline, another tab, demo mode. */
  readonly notices?: ReactNode;
  /** The larger heading is below: that of a step, or of an agent's students. */
  readonly hasSmallTitle?: boolean;
  /** `form` is one column of 44rem; `page` takes the width there is. */
  readonly width?: 'form' | 'page';
  readonly children: Elements;
}

/** Everything around a view but the landing page: masthead with the way back, sticky head, title, body, footer. */
export function PageShell(props: PageShellProps) {
  const { title, intro, back, head, notices, hasSmallTitle, width = 'form', children } = props;
  return (
    <PageBox width={width}>
      <header data-part="masthead">
        <Logo />
        <Button variant="quiet" size="sm" icon="arrow-left" onClick={back.onClick}>
          {back.label}
        </Button>
      </header>
      {head && (
        <div data-part="sticky">
          <div>{head}</div>
        </div>
      )}
      <div data-part="body">
        {notices && <div data-part="notices">{notices}</div>}
        <div data-part="title" data-small={hasSmallTitle || undefined}>
          <h1 tabIndex={-1}>{title}</h1>
          {intro && <p>{intro}</p>}
        </div>
        {children}
      </div>
      <SiteFooter />
    </PageBox>
  );
}
