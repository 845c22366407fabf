import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { AgentTypes } from '#features/landing/agent-types.tsx';
import { hasKeptAgency } from '#platform/device-storage.ts';
import { importWithRetry } from '#platform/import-with-retry.ts';
import { whenIdle } from '#platform/scheduling.ts';
import { type ViewName, viewOpened } from '#platform/view-slice.ts';
import { preloadForm } from '../form-pages.ts';
import { useAppSelector, useAppStore } from '../hooks.ts';
import { DemoNotice, OFFLINE_AT_A_PORTAL, OfflineNotice, UpdateNotice } from '../notices.tsx';
import type { RootState } from '../root-reducer.ts';
import type { AppStore } from '../store.ts';
import { ViewShell } from '../view-shell.tsx';

const Nothing = () => null;

/** A part below the page. It is loaded after the page, and left out if it cannot be loaded. */
const below = <Part, Props = object>(load: () => Promise<Part>, componentOf: (part: Part) => ComponentType<Props>) =>
  lazy<ComponentType<Props>>(() =>
    importWithRetry(load).then(
      (part) => ({ default: componentOf(part) }),
      // There is no connection. The page is complete without this part.
      () => ({ default: Nothing }),
    ),
  );

const AgentsDesk = below(
  () => import('./agents-desk.tsx'),
  (part) => part.AgentsDesk,
);
const Ended = below(
  () => import('#features/drafts/draft-notices.tsx'),
  (part) => part.EndedNotice,
);
const AddStudents = below(
  () => import('./add-students.tsx'),
  (part) => part.AddStudents,
);
/** The agencies that were registered from this device, with their numbers. */
const SentAgencies = below(
  () => import('#features/submission/receipt-view.tsx'),
  (part) => () => <part.SentApplications variant="agency" />,
);
/** Always shown, because this device may have data that no list shows. */
const Erase = below(
  () => import('#features/desk/erase-button.tsx'),
  (part) => part.EraseButton,
);

const Share = below(
  () => import('#features/shared-computer/passphrase-settings.tsx'),
  (part) => part.PassphraseSettings,
);

/** Current agent or new agent. Below them, what this device keeps of an agent's work, if anything. */
export function AgentPage() {
  const open = useOpenForm();
  const hasWork = useAppSelector(({ drafts }) => isAnyOfAgents(drafts.byId) || isAnyOfAgents(drafts.deleted));
  const hasSent = useAppSelector(({ outbox }) => (outbox?.sent.length ?? 0) > 0);
  const [isDeskShown, setDeskShown] = useState(hasWork || hasSent);
  // Once shown, it stays, also after the last student was submitted: the person then reads its summary and receipts.
  if ((hasWork || hasSent) && !isDeskShown) setDeskShown(true);
  useEffect(() => {
    if (hasKeptAgency()) setDeskShown(true);
  }, []);
  return (
    <ViewShell
      view="agent"
      hasSmallTitle={isDeskShown}
      notices={
        <>
          <Suspense>
            <Ended />
          </Suspense>
          <OfflineNotice>{OFFLINE_AT_A_PORTAL}</OfflineNotice>
          <DemoNotice />
          <UpdateNotice />
        </>
      }
    >
      <AgentTypes compact={isDeskShown} onOpen={(view) => void open(view)} />
      <Suspense>
        <AddStudents compact={isDeskShown} />
      </Suspense>
      {isDeskShown && (
        <Suspense>
          <AgentsDesk />
        </Suspense>
      )}
      {isDeskShown && (
        <Suspense>
          <SentAgencies />
        </Suspense>
      )}
      <Suspense>
        <Share />
      </Suspense>
      <Suspense>
        <Erase />
      </Suspense>
    </ViewShell>
  );
}

const isAnyOfAgents = (drafts: RootState['drafts']['byId']): boolean =>
  Object.values(drafts).some(({ variant }) => variant === 'agent');

/** If a form is not ready after this time, it is shown while it loads. */
const PATIENCE_MS = 1500;

/** Opens a form. The agency's form opens once its Application ID is ready, so that both appear together. */
function useOpenForm(): (view: ViewName) => Promise<void> {
  const store = useAppStore();
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    whenIdle(() => void bringScripts().catch(() => {}));
    return () => {
      left.current = true;
    };
  }, []);
  return async (view) => {
    // Without a connection, the view itself shows that it cannot be loaded.
    if (view === 'new-agent') await Promise.race([openAgencyDraft(store).catch(() => {}), patience()]);
    if (!left.current) store.dispatch(viewOpened(view));
  };
}

const patience = () => new Promise((end) => setTimeout(end, PATIENCE_MS));

/** Later than the view itself, which does not need it. */
const bringScripts = () => Promise.all([import('#features/drafts/open-draft.ts'), preloadForm('new-agent')]);

async function openAgencyDraft(store: AppStore): Promise<void> {
  const [{ openLatestDraft }] = await bringScripts();
  await store.dispatch(openLatestDraft('agency'));
}
