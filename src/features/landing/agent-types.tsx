import type { ReactNode } from 'react';
import { PageShell } from '#components/page.tsx';
import type { LandingTarget } from '#platform/view-slice.ts';
import { CardGrid, PortalCard } from './portal-card.tsx';

interface AgentTypesProps {
  readonly onOpen: (view: LandingTarget) => void;
  readonly onBack: () => void;
  readonly notice?: ReactNode;
}

/** The page between the landing page and the agents' two forms. */
export function AgentTypes({ onOpen, onBack, notice }: AgentTypesProps) {
  return (
    <PageShell
      width="page"
      title="Are you a current or a new agent?"
      intro="A current agent already recruits students for us. A new agent would like to."
      back={{ label: 'Back', onClick: onBack }}
      notices={notice}
    >
      <CardGrid>
        <PortalCard
          to="agent-student-form"
          title="Current Agent"
          text="Access new student application via agent"
          onOpen={onOpen}
        />
        <PortalCard to="new-agent" title="New Agent" text="Register as a new agent" onOpen={onOpen} />
      </CardGrid>
    </PageShell>
  );
}
