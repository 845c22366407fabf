import { useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { selectElsewhere } from './registration-slice.ts';

/** The later of two tabs is told, and may take the registration over (contract §6). */
export function ElsewhereNotice({ onTakeOver }: { readonly onTakeOver: () => void }) {
  if (!useSelector(selectElsewhere)) return null;
  return (
    <Notice
      kind="warning"
      role="status"
      title="This registration is open in another tab"
      actions={
        <Button size="sm" onClick={onTakeOver}>
          Take over
        </Button>
      }
    >
      <p>It can be filled in one tab at a time. What was written there comes along.</p>
    </Notice>
  );
}
