import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { system } from '#app/theme/system.ts';
import { TextBody } from '#components/college-text/text-body.tsx';

test('a text of the college is shown as it is: HTML in it is text, and a link opens in a new tab', () => {
  const { container } = render(
    <ChakraProvider value={system}>
      <TextBody
        content={[
          { element: 'h2', children: [{ element: 'text', text: 'Refunds' }] },
          {
            element: 'p',
            children: [
              { element: 'text', text: '<img src=x onerror=alert(1)> ' },
              { element: 'a', href: 'https://a.example', children: [{ element: 'text', text: 'more' }] },
            ],
          },
          { element: 'table', children: [{ element: 'tr', children: [{ element: 'td', children: [] }] }] },
        ]}
      />
    </ChakraProvider>,
  );
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toBe('Refunds<img src=x onerror=alert(1)> more');
  expect(container.querySelector('a')?.getAttribute('href')).toBe('https://a.example');
  expect(container.querySelector('a')?.getAttribute('rel')).toBe('noreferrer');
  expect(container.querySelector('h2')?.textContent).toBe('Refunds');
  expect(container.querySelectorAll('table tr td')).toHaveLength(1);
});
