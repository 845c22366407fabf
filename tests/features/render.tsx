import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { system } from '#app/theme/system.ts';
import { CollegeContext } from '#components/college.ts';
import { LONGEST_MS } from './patient-waiting.ts';

configure({ asyncUtilTimeout: LONGEST_MS });

/** What a server has said of its college. */
const COLLEGE = {
  name: 'Southbank Institute of Building and Design',
  email: 'admissions@southbank-institute.example',
  phone: '+61 3 5550 0142',
};

const Themed = ({ children }: { readonly children: ReactNode }) => (
  <ChakraProvider value={system}>
    <CollegeContext value={COLLEGE}>{children}</CollegeContext>
  </ChakraProvider>
);

/** Testing Library's `render` inside the product's theme. */
export const renderThemed = (element: ReactNode) => render(element, { wrapper: Themed });

/**
 * Finds the innermost element that says this, even if a name in its words has its own element; Testing
 * Library looks at the texts of each element alone.
 */
export const saying =
  (words: string | RegExp) =>
  (_own: string, element: Element | null): boolean => {
    const says = ({ textContent }: Element) =>
      typeof words === 'string' ? textContent?.trim() === words : words.test(textContent?.trim() ?? '');
    return element !== null && says(element) && ![...element.children].some(says);
  };
