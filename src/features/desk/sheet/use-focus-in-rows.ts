import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus in the list when the fault that had it is corrected and gone: it goes to the next fault that stands in
 * the document, else to the list itself. Otherwise whoever uses the keyboard would begin at the top again.
 *
 * @param students a new value whenever the rows have changed
 */
export function useFocusInRows(list: RefObject<HTMLElement | null>, students: readonly object[]): void {
  const before = useRef<{ readonly element: Element; readonly top: number }>(undefined);
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element && target !== box)
        before.current = { element: target, top: target.getBoundingClientRect().top };
    };
    const forget = ({ relatedTarget }: FocusEvent) => {
      // A removed element loses the focus to nothing; a person who leaves takes it somewhere.
      if (relatedTarget !== null) before.current = undefined;
    };
    box.addEventListener('focusin', note);
    box.addEventListener('focusout', forget);
    return () => {
      box.removeEventListener('focusin', note);
      box.removeEventListener('focusout', forget);
    };
  }, [list]);
  useLayoutEffect(() => {
    const box = list.current;
    const { element, top = 0 } = before.current ?? {};
    if (!box || !element || element.isConnected || students.length === 0) return;
    if (document.activeElement !== document.body) return;
    const faults = [...box.querySelectorAll<HTMLElement>('[aria-invalid]')];
    (faults.find((one) => one.getBoundingClientRect().top >= top - 1) ?? faults.at(-1) ?? box).focus();
  }, [list, students]);
}
