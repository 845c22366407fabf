import { ChakraProvider } from '@chakra-ui/react/styled-system';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { Root } from './root.tsx';
import { startingState } from './starting-state.ts';
import { NoScriptAtTop, TooOldAtTop } from './stopped-notices.tsx';
import { createStore } from './store.ts';
import { system } from './theme/system.ts';
import { preloadView } from './views.tsx';

/** The HTML of a view as a first visitor sees it, for the build to put into the document. */
export async function prerender(view: 'home' | 'student-form'): Promise<string> {
  await preloadView(view);
  return renderToString(<Root store={createStore({ preloadedState: startingState(view) })} />);
}

/** The HTML above a page whose scripts do not run: JavaScript is off, or the browser too old. */
export function prerenderNotices(): { readonly noScript: string; readonly tooOld: string } {
  const render = (Part: ComponentType) =>
    renderToString(
      <ChakraProvider value={system}>
        <Part />
      </ChakraProvider>,
    );
  return { noScript: render(NoScriptAtTop), tooOld: render(TooOldAtTop) };
}
