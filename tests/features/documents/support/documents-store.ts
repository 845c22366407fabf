import { combineReducers, configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { connectionSlice } from '#platform/connection.ts';

/** A store with only the documents and the connection, and its own services, as the page's store has them. */
export const documentsStore = () =>
  configureStore({
    reducer: combineReducers({ documents: documentsSlice.reducer, connection: connectionSlice.reducer }),
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: {} } }).prepend(createListenerMiddleware().middleware),
  });
