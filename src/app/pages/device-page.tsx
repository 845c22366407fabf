import { documentsSlice } from '#features/documents/documents-slice.ts';
import { FromDevice } from '#features/documents/handover/from-device.tsx';
import { DemoNotice } from '../notices.tsx';
import { rootReducer } from '../root-reducer.ts';
import { ViewShell } from '../view-shell.tsx';

// A draft is taken by code for pages that attach documents, too.
rootReducer.inject(documentsSlice);

/** The page of a device that has opened the link of another one. It receives the application without a question. */
export function DevicePage() {
  return (
    <ViewShell view="from-device" head={undefined} notices={<DemoNotice />}>
      <FromDevice />
    </ViewShell>
  );
}
