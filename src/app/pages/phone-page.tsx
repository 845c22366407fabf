import { documentsSlice } from '#features/documents/documents-slice.ts';
import { FromPhone } from '#features/documents/relay/from-phone.tsx';
import { DemoNotice } from '../notices.tsx';
import { rootReducer } from '../root-reducer.ts';
import { ViewShell } from '../view-shell.tsx';

// The code that makes a PDF of photos reads it, though nothing is attached here.
rootReducer.inject(documentsSlice);

/** The page of a phone that has opened the link of a computer: one slot, without an application. */
export function PhonePage() {
  return (
    <ViewShell view="from-phone" head={undefined} notices={<DemoNotice />}>
      <FromPhone />
    </ViewShell>
  );
}
