import { combineReducers, configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { documentsSlice } from '#features/documents/documents-slice.ts';

/** A store with the documents alone, and services of its own, as the page's store has them. */
export const documentsStore = () =>
  configureStore({
    reducer: combineReducers({ documents: documentsSlice.reducer }),
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: {} } }).prepend(createListenerMiddleware().middleware),
  });
