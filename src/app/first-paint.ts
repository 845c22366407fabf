import { isViewName, type ViewName } from '#platform/view-slice.ts';

/** What the inline script of the document (build/inline-script.js) offers to the page (docs/develop/first-paint.md). */
interface FirstPaint {
  readonly beginAdopting: (isView: (name: string) => boolean) => string | undefined;
  readonly asked: () => readonly (string | undefined)[];
  readonly endAdopting: () => void;
  readonly handOver: (isAnew: boolean) => {
    readonly asked: readonly (string | undefined)[];
    readonly wasHome: boolean;
  };
  readonly takePress: () => HTMLElement | undefined;
  readonly endRestoring: () => void;
}

declare global {
  interface Window {
    /** Absent if the document was not built: under Vite's development server, and in tests of components. */
    readonly firstPaint?: FirstPaint;
  }
}

/** React begins to adopt the document. Returns the view that the document shows. */
export function beginAdopting(): ViewName {
  const view = window.firstPaint?.beginAdopting(isViewName);
  return isViewName(view) ? view : 'home';
}

/** The view to show instead of the prerendered one, if it is known before React has the document. */
export const askedView = (): ViewName | undefined => window.firstPaint?.asked().find(isViewName);

/** React could not begin. */
export const endAdopting = (): void => window.firstPaint?.endAdopting();

/**
 * React hears every control. Returns the view asked for until then (by pressing a card, or the view of the last
 * visit), and whether a card was pressed. Then the person has seen the landing page, whichever view is shown now.
 *
 * @param isAnew whether React could not adopt the document, and rendered the page again
 */
export function handOver(isAnew: boolean): { readonly asked: ViewName | undefined; readonly wasHome: boolean } {
  const { asked = [], wasHome = false } = window.firstPaint?.handOver(isAnew) ?? {};
  return { asked: asked.find(isViewName), wasHome };
}

/**
 * Repeats the last press before the scripts were ready, unless it asked for a view: 'Next' in the prerendered step 1.
 */
export const carryOutPress = (): void => window.firstPaint?.takePress()?.click();

/** The restoring has ended, so the form can be filled in. */
export const endRestoring = (): void => window.firstPaint?.endRestoring();
