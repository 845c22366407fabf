import { styled } from '#components/styled.ts';
import type { LandingTarget } from '#platform/view-slice.ts';
import { CardGrid, PortalCard } from './portal-card.tsx';

const Place = styled('div', {
  variants: {
    // One line each. The selectors are stronger than those of the cards.
    compact: {
      true: {
        '& > div': { gap: '1' },
        '& button[data-go]': { minHeight: 'control', px: '2', py: '1', rowGap: '0', boxShadow: 'none' },
        '& button[data-go] [data-part=drawing]': { display: 'none' },
        '& button[data-go] [data-part=words]': {
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          columnGap: '1.5',
        },
        '& button[data-go] strong': { marginBottom: '0', fontSize: 'md' },
        '& button[data-go] strong + span': { fontSize: 'sm' },
        '& p': { display: 'none' },
        mdDown: { '& button[data-go]': { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
      },
    },
  },
});

interface AgentTypesProps {
  /** Two buttons of one line each, above an agent's students. */
  readonly compact?: boolean;
  readonly onOpen: (view: LandingTarget) => void;
}

/** The agents' two entries: the form for a student, and the registration of an agency. */
export function AgentTypes({ compact = false, onOpen }: AgentTypesProps) {
  return (
    <Place compact={compact}>
      <CardGrid>
        <PortalCard
          to="agent-student-form"
          title="Current Agent"
          text="Access new student application via agent"
          note="You already work with us: start or continue your students' applications."
          onOpen={onOpen}
        />
        <PortalCard
          to="new-agent"
          title="New Agent"
          text="Register as a new agent"
          note="You want to work with us: tell us about your agency."
          onOpen={onOpen}
        />
      </CardGrid>
    </Place>
  );
}
