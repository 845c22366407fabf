import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus in the list when the fault that had it is corrected and gone: it goes to the next fault that stands in
 * the document, else to the list itself. Otherwise whoever uses the keyboard would begin at the top again.
 *
 * @param students a new value whenever the rows have changed
 */
export function useFocusInRows(list: RefObject<HTMLElement | null>, students: readonly object[]): void {
  const before = useRef<{ readonly element: Element; readonly index: number }>(undefined);
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target !== box)
        before.current = { element: target, index: faultsIn(box).indexOf(target) };
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
    const { element, index = 0 } = before.current ?? {};
    if (!box || !element || element.isConnected || students.length === 0) return;
    if (document.activeElement !== document.body) return;
    // What was corrected is gone, so the next fault has its index. An offer's button is no fault: the first one follows it.
    const faults = faultsIn(box);
    (faults[Math.max(index, 0)] ?? faults.at(-1) ?? box).focus();
  }, [list, students]);
}

const faultsIn = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('[aria-invalid]')];
