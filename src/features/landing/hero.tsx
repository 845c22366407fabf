import type { MouseEvent } from 'react';
import type { Elements } from '#components/elements.ts';
import { Icon } from '#components/icon.tsx';
import { Logo } from '#components/institute.tsx';
import { styled } from '#components/styled.ts';
import { COURSE } from '#domain/codes/course.ts';
import { Blueprint } from './blueprint.tsx';

const Root = styled('section', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    // The small viewport: its height does not depend on the address bar of a phone.
    minHeight: 'calc(100 * var(--svh))',
    bg: 'paper',
    borderBottomWidth: '1px',
    borderColor: 'line',
    '& > [data-part]': {
      position: 'relative',
      width: '100%',
      maxWidth: 'page',
      marginInline: 'auto',
      px: { base: '2', md: '4' },
    },
    '& > [data-part=waits]': { display: 'grid', gap: '1', maxWidth: 'none', py: '1', bg: 'accentSoft' },
    '& > [data-part=waits]:empty': { display: 'none' },
    '& > [data-part=head]': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '1',
      paddingTop: { base: '2', md: '4' },
    },
    '& > [data-part=words]': {
      flex: '1',
      display: 'flex',
      flexDirection: 'column',
      justifyContent: { base: 'flex-start', lg: 'center' },
      paddingTop: { base: 'min(10 * var(--svh), 5rem)', lg: '3' },
      paddingBottom: '3',
      '& h1': {
        maxWidth: { base: '9em', lg: '7em' },
        '@media (max-height: 30rem)': { maxWidth: 'none' },
        fontSize: '2xl',
        lineHeight: '1.08',
        letterSpacing: '-0.025em',
      },
      '& p': { maxWidth: '26rem', color: 'inkSoft' },
      '& p + h1': { marginTop: '2' },
      '& h1 + p': { marginTop: '2', fontSize: 'lg', lineHeight: 'snug' },
      '& [data-part=course]': {
        display: 'flex',
        gap: '1.5',
        fontSize: 'sm',
        _before: {
          content: '""',
          width: '1.5rem',
          height: '2px',
          marginTop: '0.65rem',
          bg: 'highlight',
          flexShrink: '0',
        },
      },
    },
    // A notice above uses the spare space of the words, not that of the drawing.
    '& > [data-part=head]:has([role=status]) + [data-part=words]': { paddingTop: '3' },
    '& > [data-part=prompt]': { paddingBottom: { base: '2', md: '4' } },
  },
});

const Prompt = styled('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '3.5rem',
    paddingInlineStart: '3',
    paddingInlineEnd: '2',
    fontWeight: 'medium',
    color: 'onFill',
    bg: 'accent',
    borderRadius: 'corner',
    textDecoration: 'none',
    transition: 'background-color 120ms',
    _hover: { bg: 'accentStrong' },
  },
});

interface HeroProps {
  /** The id of the prompt's target: a plain link until the scripts are loaded. */
  readonly portalId: string;
  readonly onContinue: () => void;
  /** The notice of demo mode, at the upper edge. */
  readonly notice?: Elements;
  /** What a returning visitor can continue, above everything else. */
  readonly waits?: Elements;
}

/** The first screen: the college, the form, and the button that continues. */
export function Hero({ portalId, onContinue, notice, waits }: HeroProps) {
  const go = (event: MouseEvent) => {
    event.preventDefault();
    onContinue();
  };
  return (
    <Root aria-labelledby="hero-title">
      <Blueprint />
      {waits && <div data-part="waits">{waits}</div>}
      <header data-part="head">
        <Logo size="lg" />
        {notice}
      </header>
      <div data-part="words">
        <p data-part="course">{`${COURSE.id} ${COURSE.shortName}`}</p>
        <h1 id="hero-title" tabIndex={-1}>
          Online Application Form
        </h1>
        <p>Choose your portal to continue</p>
      </div>
      <div data-part="prompt">
        <Prompt href={`#${portalId}`} onClick={go}>
          Click or scroll
          <Icon name="arrow-down" />
        </Prompt>
      </div>
    </Root>
  );
}
