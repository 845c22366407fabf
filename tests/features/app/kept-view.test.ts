import { beforeEach, expect, test } from 'vitest';
import { keepView, keptView } from '#app/kept-view.ts';
import { startingState } from '#app/starting-state.ts';
import { createStore } from '#app/store.ts';
import { vault } from '#platform/encryption/vault-state.ts';
import { type ViewName, viewOpened } from '#platform/view-slice.ts';

beforeEach(() => {
  localStorage.clear();
  vault.set('plain');
});

function pageAt(view: ViewName, wasPressed = false) {
  const store = createStore({ preloadedState: startingState(view) });
  keepView(store, wasPressed);
  return { open: (next: ViewName) => store.dispatch(viewOpened(next)) };
}

test('the view that was opened last is kept, in whichever tab', () => {
  const [one, other] = [pageAt('home'), pageAt('home')];
  one.open('agent');
  expect(keptView()).toBe('agent');
  other.open('new-agent');
  expect(keptView()).toBe('new-agent');
});

test('a view that was not opened never replaces the one that is kept', () => {
  localStorage.setItem('view', 'agent-student-form');
  pageAt('home');
  expect(keptView()).toBe('agent-student-form');
});

test('a view that was pressed before the scripts came is kept', () => {
  localStorage.setItem('view', 'home');
  pageAt('student-form', true);
  expect(keptView()).toBe('student-form');
});

test.each(['from-phone', 'from-device'] as const)('%s, which a link has opened, is not kept', (view) => {
  const page = pageAt('home');
  page.open('agent');
  page.open(view);
  expect(keptView()).toBe('agent');
});

test('nothing is kept while this computer is locked', () => {
  const page = pageAt('home');
  page.open('agent');
  vault.set('locked');
  page.open('home');
  expect(keptView()).toBe('agent');
});
