import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { acceptUpdate } from '#platform/service-worker.ts';

/** A new version of the application: it comes when somebody asks for it, and by itself once all its tabs are closed. */
export function UpdateOffer() {
  return (
    <Notice
      kind="info"
      role="status"
      title="A new version is ready"
      actions={
        <Button size="sm" onClick={() => void acceptUpdate()}>
          Load the new version
        </Button>
      }
    >
      <p>What you have filled in is kept on this device. You can also go on, and load it later.</p>
    </Notice>
  );
}
