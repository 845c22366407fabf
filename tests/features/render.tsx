import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { system } from '#app/theme/system.ts';
import { CollegeContext } from '#components/college.ts';

/** The college's data from a server. */
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

/** Testing Library's `render` with the product's theme. */
export const renderThemed = (element: ReactNode) => render(element, { wrapper: Themed });

/**
 * Finds the innermost element with this text, even if a name in it has its own element. Testing Library compares the
 * text of each element separately.
 */
export const saying =
  (words: string | RegExp) =>
  (_own: string, element: Element | null): boolean => {
    const says = ({ textContent }: Element) =>
      typeof words === 'string' ? textContent?.trim() === words : words.test(textContent?.trim() ?? '');
    return element !== null && says(element) && ![...element.children].some(says);
  };
