import { cleanup, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DevTools } from '#app/pages/dev-tools.tsx';
import { type AppStore, createStore } from '#app/store.ts';
import { api } from '#platform/api.ts';
import { startAnsweringServer } from '../app/answering-server.ts';
import { renderThemed } from '../render.tsx';
import { pageAt } from '../submission/api-server.ts';

let store: AppStore;
let server: Awaited<ReturnType<typeof startAnsweringServer>>;
beforeEach(async () => {
  server = await startAnsweringServer({}, 0);
  pageAt(server.url);
  store = createStore();
});
afterEach(async () => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  await server.stop();
});

const open = ({ demo }: { readonly demo: boolean }) =>
  renderThemed(
    <Provider store={store}>
      <DevTools demo={demo} timeZone="UTC" dialect="spec" />
    </Provider>,
  );

test('with real services a banner above the page says what anybody can do', () => {
  const { container } = open({ demo: false });
  const banner = screen.getByRole('status');
  expect(banner.textContent).toContain('The developer tools are on, and the services are real');
  expect(banner.textContent).toContain('Anybody who can open this page can send offers to the records API.');
  expect(banner.compareDocumentPosition(container) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('with simulated services there is no banner', () => {
  open({ demo: true });
  expect(screen.getByRole('button', { name: 'Developer tools' })).toBeDefined();
  expect(screen.queryByText(/the services are real/)).toBeNull();
});
