import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { StrictMode, useEffect, useLayoutEffect } from 'react';
import { Provider } from 'react-redux';
import { App } from './app.tsx';
import { WithCollege } from './college-facts.tsx';
import type { AppStore } from './store.ts';
import { system } from './theme/system.ts';

interface RootProps {
  readonly store: AppStore;
  /** Called once React has rendered, before its effects read the controls. */
  readonly onRendered?: () => void;
  /** Called once React has adopted the document and listens to every control. */
  readonly onAdopted?: () => void;
}

/**
 * The application with its providers; the same for the browser and for prerendering. Its own effects start the page, so
 * they are outside StrictMode, which runs effects twice during development.
 */
export function Root({ store, onRendered, onAdopted }: RootProps) {
  useLayoutEffect(() => onRendered?.(), [onRendered]);
  useEffect(() => onAdopted?.(), [onAdopted]);
  return (
    <StrictMode>
      <Provider store={store}>
        <ChakraProvider value={system}>
          <WithCollege>
            <App />
          </WithCollege>
        </ChakraProvider>
      </Provider>
    </StrictMode>
  );
}
