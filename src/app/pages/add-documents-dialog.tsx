import { FolderDialog } from '#features/desk/folder/folder-dialog.tsx';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { submissionSlice } from '#features/submission/submission-slice.ts';
import { rootReducer } from '../root-reducer.ts';

rootReducer.inject(documentsSlice);
rootReducer.inject(submissionSlice);

/** The dialog for documents by folder, with the parts of the store that keep documents and know what was confirmed. */
export const AddDocumentsDialog = FolderDialog;
