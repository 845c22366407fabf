import { chakra } from '@chakra-ui/react/styled-system';
import { Skeleton } from '#components/skeleton.tsx';
import type { Variant } from '#contract/applications.ts';
import { AgentSelector } from '#features/agent-selector/agent-selector.tsx';
import { DocumentsSection } from '#features/documents/documents-section.tsx';
import type { Lists } from '#features/student-application/use-lists.ts';
import { Wizard } from '#features/student-application/wizard.tsx';
import type { Draft } from '#lib/drafts/draft.ts';
import { startingAnswers } from '../starting-answers.ts';

/** Where a draft waits to be restored, the prerendered step 1 gives way to a skeleton (build/inline-script.js). */
const Restorable = chakra('div', {
  base: {
    display: 'contents',
    '& > [data-part=waiting]': { display: 'none' },
    'html[data-restoring] &': { '& > [data-part=waiting]': { display: 'block' }, '& > form': { display: 'none' } },
  },
});

interface ApplicationFormProps {
  readonly draft: Draft | null;
  readonly variant: Variant;
  readonly lists: Lists;
}

/** The wizard of one draft with what other features put into it: agents, documents, review and submission. */
export function ApplicationForm({ draft, variant, lists }: ApplicationFormProps) {
  return (
    <Restorable>
      <div data-part="waiting">
        <Skeleton label="Opening your application" rows={6} />
      </div>
      <Wizard
        draft={draft}
        variant={variant}
        initialAnswers={startingAnswers(variant)}
        lists={lists}
        agentSelector={AgentSelector}
        documents={draft && <DocumentsSection draftId={draft.id} answers={draft.answers} />}
        onSubmit={() => {}}
      />
    </Restorable>
  );
}
