import { useLayoutEffect, useRef } from 'react';

const firstButton = (box: HTMLElement) => box.querySelector('button');

/**
 * Keeps the focus in a box if the control that has it disappears: the first button takes it, or what `find` returns. The
 * component of the box must render when its controls change.
 *
 * @returns the props of the box
 */
export function useKeptFocus<Box extends HTMLElement>(
  find: (box: Box) => HTMLElement | null | undefined = firstButton,
) {
  const ref = useRef<Box>(null);
  const isInside = useRef(false);
  useLayoutEffect(() => {
    // React reports no blur of what it removes.
    if (isInside.current && ref.current && document.activeElement === document.body)
      find(ref.current)?.focus({ preventScroll: true });
  });
  const note = (is: boolean) => () => {
    isInside.current = is;
  };
  return { ref, onFocus: note(true), onBlur: note(false) };
}
