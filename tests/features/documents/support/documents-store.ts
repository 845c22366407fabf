import { combineReducers, configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { connectionSlice } from '#platform/connection.ts';

/** A store with only the documents and the connection, and its own services, like the page's store. */
export const documentsStore = () =>
  configureStore({
    reducer: combineReducers({ documents: documentsSlice.reducer, connection: connectionSlice.reducer }),
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: {} } }).prepend(createListenerMiddleware().middleware),
  });
