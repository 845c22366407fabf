import type { ComponentType } from 'react';
import { importWithRetry } from '#platform/import-with-retry.ts';
import type { ViewName } from '#platform/view-slice.ts';

const studentApplication = () => importWithRetry(() => import('./pages/student-application-page.tsx'));

/**
 * The landing page is in the first script. All other pages are loaded when they are first shown; views.tsx loads the
 * agents' page.
 */
export type FormView = Exclude<ViewName, 'home' | 'agent'>;

/** The scripts of the pages with forms. */
const LOADERS: Readonly<Record<FormView, () => Promise<ComponentType>>> = {
  'student-form': async () => (await studentApplication()).DirectApplicationPage,
  'agent-student-form': async () => (await studentApplication()).AgentApplicationPage,
  'new-agent': async () => (await importWithRetry(() => import('./pages/new-agent-page.tsx'))).NewAgentPage,
  'short-form': async () =>
    (await importWithRetry(() => import('./pages/short-application-page.tsx'))).ShortApplicationPage,
  'from-device': async () => (await importWithRetry(() => import('./pages/device-page.tsx'))).DevicePage,
  'from-phone': async () => (await importWithRetry(() => import('./pages/phone-page.tsx'))).PhonePage,
};

const loaded = new Map<FormView, ComponentType>();

/** The page of a form, if its scripts are loaded. */
export const formPage = (view: FormView): ComponentType | undefined => loaded.get(view);

/**
 * Loads the scripts of a form, so that it renders at once: for prerendering, for adopting what was prerendered, and
 * before the person opens it. Rejects if they cannot be loaded.
 */
export async function preloadForm(view: FormView): Promise<ComponentType> {
  const page = loaded.get(view) ?? (await LOADERS[view]());
  loaded.set(view, page);
  return page;
}
