import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export const VIEWS = ['home', 'student-form', 'agent', 'agent-student-form', 'new-agent', 'short-form'] as const;
/** What the page shows. There are no routes: the address never changes (spec §2). */
export type ViewName = (typeof VIEWS)[number];

/** Where 'Back' leads (spec §2 "Screens and routes"). */
export const BACK_TO: Readonly<Record<ViewName, ViewName>> = {
  home: 'home',
  'student-form': 'home',
  agent: 'home',
  'agent-student-form': 'agent',
  'new-agent': 'agent',
  'short-form': 'home',
};

export const isViewName = (value: unknown): value is ViewName => VIEWS.some((view) => view === value);

/** Whether a draft is filled there. */
export const isFilling = (view: ViewName): boolean =>
  view === 'student-form' || view === 'agent-student-form' || view === 'short-form';

export const viewSlice = createSlice({
  name: 'view',
  initialState: { current: 'home' as ViewName },
  reducers: {
    opened: (state, { payload }: PayloadAction<ViewName>) => {
      state.current = payload;
    },
  },
  selectors: { selectView: (state) => state.current },
});

export const { opened: viewOpened } = viewSlice.actions;
export const { selectView } = viewSlice.selectors;
