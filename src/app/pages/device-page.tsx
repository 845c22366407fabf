import { documentsSlice } from '#features/documents/documents-slice.ts';
import { FromDevice } from '#features/documents/handover/from-device.tsx';
import { DemoNotice } from '../notices.tsx';
import { rootReducer } from '../root-reducer.ts';
import { ViewShell } from '../view-shell.tsx';

// What takes a draft is written for pages that attach documents, too.
rootReducer.inject(documentsSlice);

/** What a device shows that has opened the link of another one: that the application comes, and asks nothing. */
export function DevicePage() {
  return (
    <ViewShell view="from-device" head={undefined} notices={<DemoNotice />}>
      <FromDevice />
    </ViewShell>
  );
}
