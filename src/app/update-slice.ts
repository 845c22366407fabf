import { createSlice } from '@reduxjs/toolkit';

/** Whether a newer version of this application lies ready on this device. */
export const updateSlice = createSlice({
  name: 'update',
  initialState: { ready: false },
  reducers: {
    ready: (state) => {
      state.ready = true;
    },
  },
  selectors: { selectUpdateReady: (state) => state.ready },
});

export const { ready: updateReady } = updateSlice.actions;
export const { selectUpdateReady } = updateSlice.selectors;
