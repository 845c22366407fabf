import { useEffect } from 'react';
import { AgentTypes } from '#features/landing/agent-types.tsx';
import { DemoNotice } from '../demo-notice.tsx';
import { useAppDispatch } from '../hooks.ts';
import { UpdateNotice } from '../update-notice.tsx';
import { BACK_TO, viewOpened } from '../view-slice.ts';
import { whenIdle } from '../when-idle.ts';

/** Its scripts, so that the Application ID stands there as soon as the form does; without a network it comes later. */
const bringForm = () => void import('./new-agent-page.tsx').catch(() => {});

/** Current agent or new agent. */
export function AgentPage() {
  const dispatch = useAppDispatch();
  useEffect(() => whenIdle(bringForm), []);
  return (
    <AgentTypes
      onOpen={(view) => dispatch(viewOpened(view))}
      onBack={() => dispatch(viewOpened(BACK_TO.agent))}
      notice={
        <>
          <DemoNotice />
          <UpdateNotice />
        </>
      }
    />
  );
}
