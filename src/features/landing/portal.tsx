import type { Ref } from 'react';
import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { SiteFooter } from '#components/institute.tsx';
import { styled } from '#components/styled.ts';
import type { LandingTarget } from '#platform/view-slice.ts';
import { CardGrid, PortalCard } from './portal-card.tsx';

const Root = styled('section', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 'calc(100 * var(--svh))',
    '& > [data-part=body]': {
      flex: '1',
      display: 'flex',
      flexDirection: 'column',
      justifyContent: 'center',
      gap: { base: '2', md: '4' },
      width: '100%',
      maxWidth: 'page',
      marginInline: 'auto',
      px: { base: '2', md: '4' },
      py: { base: '3', md: '6' },
      '& > h2': { fontSize: 'xl' },
    },
    '& [data-part=short]': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: '1.5',
      rowGap: '1',
      color: 'inkSoft',
    },
  },
});

interface PortalProps {
  readonly id: string;
  readonly ref: Ref<HTMLElement>;
  readonly onOpen: (view: LandingTarget) => void;
  readonly notice?: Elements;
  /** The list 'Your applications', if there are any. */
  readonly drafts?: Elements;
}

/** The portals: two large cards, a smaller third one, and the list of drafts. */
export function Portal({ id, ref, onOpen, notice, drafts }: PortalProps) {
  return (
    <Root id={id} ref={ref} aria-labelledby={`${id}-title`}>
      <div data-part="body">
        {notice}
        <h2 id={`${id}-title`} tabIndex={-1}>
          Who is applying?
        </h2>
        <CardGrid>
          <PortalCard
            to="agent"
            title="Agent"
            text="Submit your application via agent"
            note="For agencies. If an agent helps you, choose Student."
            onOpen={onOpen}
          />
          <PortalCard
            to="student-form"
            title="Student"
            text="Submit your application for Long Course programs"
            note="For students who fill in the form themselves."
            onOpen={onOpen}
          />
        </CardGrid>
        <div data-part="short">
          <Button size="sm" onClick={() => onOpen('short-form')} data-go="short-form">
            Short application
          </Button>
          <span>Not ready? Ask us to contact you.</span>
        </div>
        {drafts}
      </div>
      <SiteFooter />
    </Root>
  );
}
