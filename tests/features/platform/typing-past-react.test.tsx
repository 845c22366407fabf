import { act } from '@testing-library/react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hideTypingFromReact, startPastTyping } from '#platform/typing-past-react.ts';

let container: HTMLElement;
let root: Root;
let heardByReact: string[];
beforeEach(() => {
  heardByReact = [];
  container = document.createElement('div');
  document.body.append(container);
  startPastTyping(container, () => {
    root = createRoot(container);
  });
  const note = ({ type }: { readonly type: string }) => void heardByReact.push(type);
  act(() =>
    root.render(
      <form onKeyDown={note} onInput={note}>
        <input type="text" name="firstName" />
        <input type="text" aria-label="Search" />
      </form>,
    ),
  );
  hideTypingFromReact(container.querySelector('form') as HTMLFormElement);
});
afterEach(() => {
  act(() => root.unmount());
  container.remove();
});

const press = (input: Element | null, key: string) =>
  input?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
const enter = (input: Element | null) => input?.dispatchEvent(new Event('input', { bubbles: true }));
const answer = () => container.querySelector('[name=firstName]');

test('React does not hear what is typed into an answer; the field, the root and the document do', () => {
  const heard: string[] = [];
  const ending = new AbortController();
  const targets = { field: answer(), root: container, document };
  for (const [where, target] of Object.entries(targets)) {
    for (const type of ['keydown', 'input'])
      target?.addEventListener(type, () => heard.push(`${type} at ${where}`), { signal: ending.signal });
  }
  press(answer(), 'a');
  enter(answer());
  ending.abort();
  expect(heard).toEqual([
    'keydown at field',
    'keydown at root',
    'keydown at document',
    'input at field',
    'input at root',
    'input at document',
  ]);
  expect(heardByReact).toEqual([]);
});

test('React hears keys that type nothing, and what is typed into the search box of a widget', () => {
  press(answer(), 'Enter');
  press(container.querySelector('[aria-label=Search]'), 'a');
  enter(container.querySelector('[aria-label=Search]'));
  expect(heardByReact).toEqual(['keydown', 'keydown', 'input']);
});
