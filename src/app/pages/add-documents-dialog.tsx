import { FolderDialog } from '#features/desk/folder/folder-dialog.tsx';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { submissionSlice } from '#features/submission/submission-slice.ts';
import { rootReducer } from '../root-reducer.ts';

rootReducer.inject(documentsSlice);
rootReducer.inject(submissionSlice);

/** The dialog for documents by folder, with the slices of documents and of confirmed applications. */
export const AddDocumentsDialog = FolderDialog;
