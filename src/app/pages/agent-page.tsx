import { AgentTypes } from '#features/landing/agent-types.tsx';
import { DemoNotice } from '../demo-notice.tsx';
import { useAppDispatch } from '../hooks.ts';
import { UpdateNotice } from '../update-notice.tsx';
import { BACK_TO, viewOpened } from '../view-slice.ts';

/** Current agent or new agent. */
export function AgentPage() {
  const dispatch = useAppDispatch();
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
