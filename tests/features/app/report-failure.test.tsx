import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorBoundary, failureReports } from '#app/error-boundary.tsx';
import { system } from '#app/theme/system.ts';
import { markedText } from '../../support/marked-answers.ts';

const TYPED = markedText('Passport');
const written = vi.fn();

beforeEach(() => {
  written.mockReset();
  vi.stubGlobal('reportError', written);
  vi.spyOn(console, 'error').mockImplementation(written);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A part of the page that fails over an answer, in words, a name and a line of the stack that quote it. */
function Failing(): never {
  const failure = new TypeError(`'${TYPED}' is no number\n    at https://elsewhere.example/${TYPED}:1:1`);
  failure.stack = `${failure.stack}\n    at next (${location.origin}/assets/forms.js:3:17)`;
  throw failure;
}

async function fail(whole: boolean): Promise<string> {
  const root = createRoot(document.body.appendChild(document.createElement('div')), failureReports(whole));
  const page = (
    <ChakraProvider value={system}>
      <ErrorBoundary>
        <Failing />
      </ErrorBoundary>
    </ChakraProvider>
  );
  await act(async () => root.render(page));
  await act(async () => root.unmount());
  expect(written).toHaveBeenCalled();
  return written.mock.calls
    .flat()
    .map((said) => (said instanceof Error ? `${said} ${said.stack}` : String(said)))
    .join('\n');
}

test('a failure of the page is reported by its kind and its places, without words that may quote an answer', async () => {
  const report = await fail(false);
  expect(report).toContain('TypeError');
  expect(report).toContain('/assets/forms.js:3:17');
  expect(report).not.toContain(TYPED);
});

test('where the developer tools are on, it is reported with its words', async () => {
  expect(await fail(true)).toContain(TYPED);
});
