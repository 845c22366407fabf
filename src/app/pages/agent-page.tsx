import { useEffect, useRef } from 'react';
import { useStore } from 'react-redux';
import type { RegistrationStore, WithRegistration } from '#features/forms/agency/registration-slice.ts';
import { AgentTypes } from '#features/landing/portal.tsx';
import { whenIdle } from '#platform/scheduling.ts';
import { VIEWS, type ViewName, viewOpened } from '#platform/view-slice.ts';
import { preloadForm } from '../form-pages.ts';
import { useAppDispatch } from '../hooks.ts';
import { DemoNotice, OFFLINE_AT_A_PORTAL, OfflineNotice, UpdateNotice } from '../notices.tsx';

/** Current agent or new agent. */
export function AgentPage() {
  const dispatch = useAppDispatch();
  const open = useOpenForm();
  return (
    <AgentTypes
      onOpen={(view) => void open(view)}
      onBack={() => dispatch(viewOpened(VIEWS.agent.back))}
      notice={
        <>
          <OfflineNotice>{OFFLINE_AT_A_PORTAL}</OfflineNotice>
          <DemoNotice />
          <UpdateNotice />
        </>
      }
    />
  );
}

/** A form that is not ready after so long is shown while it opens. */
const PATIENCE_MS = 1500;

/** Opens a form; the registration only when its Application ID can stand there with it. */
function useOpenForm(): (view: ViewName) => Promise<void> {
  const dispatch = useAppDispatch();
  const store = useStore<WithRegistration>();
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    whenIdle(() => void bringScripts().catch(() => {}));
    return () => {
      left.current = true;
    };
  }, []);
  return async (view) => {
    // Without a network the view itself says that it cannot be brought.
    if (view === 'new-agent') await Promise.race([prepare(store).catch(() => {}), patience()]);
    if (!left.current) dispatch(viewOpened(view));
  };
}

const patience = () => new Promise((end) => setTimeout(end, PATIENCE_MS));

/** Later than the view itself, which needs none of it. */
const bringScripts = () =>
  Promise.all([preloadForm('new-agent'), import('#features/forms/agency/keep-registration.ts')]);

async function prepare(store: RegistrationStore): Promise<void> {
  const [, { openRegistration }] = await bringScripts();
  await openRegistration(store);
}
