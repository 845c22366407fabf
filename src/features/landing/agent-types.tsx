import type { LandingTarget } from '#platform/view-slice.ts';
import { CardGrid, PortalCard } from './portal-card.tsx';

interface AgentTypesProps {
  readonly onOpen: (view: LandingTarget) => void;
}

/** The agents' two ways in: the form for a student, and the registration of an agency. */
export function AgentTypes({ onOpen }: AgentTypesProps) {
  return (
    <CardGrid>
      <PortalCard
        to="agent-student-form"
        title="Current Agent"
        text="Access new student application via agent"
        onOpen={onOpen}
      />
      <PortalCard to="new-agent" title="New Agent" text="Register as a new agent" onOpen={onOpen} />
    </CardGrid>
  );
}
