import { createSlice } from '@reduxjs/toolkit';

/** Whether a newer version of this application lies ready on this device. Injected with the service worker's script. */
export const updateSlice = createSlice({
  name: 'update',
  initialState: { ready: false },
  reducers: {
    ready: (state) => {
      state.ready = true;
    },
  },
});

export const { ready: updateReady } = updateSlice.actions;
