import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Notice } from '#components/notice.tsx';

/**
 * Warns on every view if the developer tools are open to anybody and the outside services are real. It comes with the
 * developer tools' scripts, so that no other page loads it.
 */
export function RealServicesWarning() {
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    document.body.prepend(place);
    return () => place.remove();
  }, [place]);
  return createPortal(
    <Notice kind="error" role="status" title="The developer tools are on, and the services are real">
      <p>
        Anybody who can open this page can send offers to the records API. Set DEV_TOOLS=0 on a server that takes
        applications.
      </p>
    </Notice>,
    place,
  );
}
