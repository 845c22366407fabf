import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { system } from '#app/theme/system.ts';
import { LONGEST_MS } from './patient-waiting.ts';

configure({ asyncUtilTimeout: LONGEST_MS });

const Themed = ({ children }: { readonly children: ReactNode }) => (
  <ChakraProvider value={system}>{children}</ChakraProvider>
);

/** Testing Library's `render` inside the product's theme. */
export const renderThemed = (element: ReactNode) => render(element, { wrapper: Themed });
