import { renderToString } from 'react-dom/server';
import { Root } from './root.tsx';
import { startingState } from './starting-state.ts';
import { createStore } from './store.ts';
import { preloadView } from './views.tsx';

/** The HTML of a view as a first visitor sees it, for the build to put into the document. */
export async function prerender(view: 'home' | 'student-form'): Promise<string> {
  await preloadView(view);
  return renderToString(<Root store={createStore({ preloadedState: startingState(view) })} />);
}
