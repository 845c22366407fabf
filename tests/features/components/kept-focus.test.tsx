import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useKeptFocus } from '#components/kept-focus.ts';

afterEach(cleanup);

const button = (name: string) => screen.getByRole('button', { name });

interface BoxProps {
  readonly find?: (box: HTMLDivElement) => HTMLElement | null;
}

/** 'Stop' disappears when it is pressed, and 'Hide Stop' beside the box hides it too. */
function Box({ find }: BoxProps) {
  const focus = useKeptFocus(find);
  const [isShown, setShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setShown(false)}>
        Hide Stop
      </button>
      <div {...focus}>
        <h2 tabIndex={-1}>Title</h2>
        <button type="button">First</button>
        {isShown && (
          <button type="button" onClick={() => setShown(false)}>
            Stop
          </button>
        )}
      </div>
    </>
  );
}

test.each([
  ['the first button of the box', undefined, 'First'],
  ['the element that the box names', (box: HTMLDivElement) => box.querySelector('h2'), 'Title'],
])('%s takes the focus of a control that disappears', (_what, find, focused) => {
  render(<Box {...(find && { find })} />);
  button('Stop').focus();
  fireEvent.click(button('Stop'));
  expect(document.activeElement?.textContent).toBe(focused);
});

test('the focus stays outside of the box if it was there', () => {
  render(<Box />);
  button('Stop').focus();
  button('Hide Stop').focus();
  fireEvent.click(button('Hide Stop'));
  expect(document.activeElement).toBe(button('Hide Stop'));
});

test('a box takes no focus if nothing had it', () => {
  render(<Box />);
  fireEvent.click(button('Hide Stop'));
  expect(document.activeElement).toBe(document.body);
});
