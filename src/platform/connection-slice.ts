import { createSlice } from '@reduxjs/toolkit';

export interface ConnectionState {
  readonly online: boolean;
}

const initialState: ConnectionState = { online: true };

/** Whether our server answers. Taken to be so until a probe says otherwise. */
export const connectionSlice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    lost: () => ({ online: false }),
    regained: () => ({ online: true }),
  },
  selectors: { selectOnline: (state) => state.online },
});

export const { lost: connectionLost, regained: connectionRegained } = connectionSlice.actions;
export const { selectOnline } = connectionSlice.selectors;
