import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The kinds of application: by the student or an agent, the short application, or an agency's registration. */
type FilledVariant = 'direct' | 'agent' | 'short' | 'agency';

interface ViewEntry {
  /** The heading above the view. The landing page has its own headings. */
  readonly title?: string;
  readonly intro?: string;
  /** Where 'Back' leads (R2.3). */
  readonly back: string;
  /** The drafts that are filled in there. */
  readonly variant?: FilledVariant;
  /** A wizard. The headings of its steps are larger than its title. */
  readonly hasSteps?: true;
  /** No form, but cards that lead to forms. It is as wide as the window allows. */
  readonly choice?: true;
  /** Opened by a link, and useless without it. No visit begins with it again, nor with the view of an earlier visit. */
  readonly passing?: true;
}

const ENGLISH_ONLY = 'Please answer in English only. Use English letters and numbers, no accents or other alphabets.';
const MARKED = '* means you must answer.';
const STUDENT = {
  title: 'Long Course Student Application Form',
  intro: `${ENGLISH_ONLY} ${MARKED}`,
  hasSteps: true,
} as const;

/** Every view. Its page is in app/views.tsx or app/form-pages.ts; build/prerender.ts says what is prerendered. */
const VIEWS = {
  home: { back: 'home' },
  'student-form': { ...STUDENT, back: 'home', variant: 'direct' },
  agent: {
    title: 'Are you a current or a new agent?',
    intro: 'Current agent: you already work with us. New agent: you want to work with us.',
    back: 'home',
    choice: true,
  },
  'agent-student-form': { ...STUDENT, back: 'agent', variant: 'agent' },
  'new-agent': {
    title: 'New Agent Application Form',
    intro: `${ENGLISH_ONLY} ${MARKED}`,
    back: 'agent',
    variant: 'agency',
  },
  'short-form': {
    title: 'Short Application',
    intro: `Leave your details now. Our admissions team will write to you. ${ENGLISH_ONLY} ${MARKED}`,
    back: 'home',
    variant: 'short',
  },
  'from-phone': { title: 'From your phone to your computer', back: 'home', passing: true },
  'from-device': { title: 'Continue on this device', back: 'home', passing: true },
} as const satisfies Readonly<Record<string, ViewEntry>>;

/** What the page shows. There are no routes: the address never changes (R2.1). */
export type ViewName = keyof typeof VIEWS;
/** The views that the landing pages lead to. */
export type LandingTarget = Exclude<ViewName, 'home' | 'from-phone' | 'from-device'>;

export const entryOf = (view: ViewName): ViewEntry & { readonly back: ViewName } => VIEWS[view];

/** The title of the tab in a view. */
export const titleOf = (view: ViewName): string => entryOf(view).title ?? 'Online Application Form';

export const isViewName = (value: unknown): value is ViewName =>
  typeof value === 'string' && Object.hasOwn(VIEWS, value);

/** Whether a draft is filled in there. */
export const isFilling = (view: ViewName): boolean => entryOf(view).variant !== undefined;

/** The view where drafts of a variant are filled in. */
export function viewOf(variant: FilledVariant): ViewName {
  const names = Object.keys(VIEWS).filter(isViewName);
  return names.find((view) => entryOf(view).variant === variant) ?? 'home';
}

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
