import { createSlice } from '@reduxjs/toolkit';

/** Whether our server answers. Taken to be so until a probe says otherwise. */
export const connectionSlice = createSlice({
  name: 'connection',
  initialState: { online: true },
  reducers: {
    lost: (state) => {
      state.online = false;
    },
    regained: (state) => {
      state.online = true;
    },
  },
  selectors: { selectOnline: (state) => state.online },
});

export const { lost: connectionLost, regained: connectionRegained } = connectionSlice.actions;
export const { selectOnline } = connectionSlice.selectors;
