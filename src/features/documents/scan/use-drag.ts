import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** So near to the upper or lower edge of what scrolls, it scrolls. CSS pixels. */
const EDGE_PX = 56;
const SCROLL_PX = 8;

interface Drag {
  readonly id: string;
  readonly over: string;
}

/**
 * Dragging one item of a list to the place of another, with a mouse, a pen or a finger. Nothing moves in the document
 * until it is dropped: a browser would end the drag of what is moved.
 *
 * @param list what holds the items, each with `data-page`
 * @param onDrop the item that was dragged, and the one in whose place it was dropped
 */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (id: string, over: string) => void) {
  const [drag, setDrag] = useState<Drag>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const begin = (id: string) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !list.current) return;
    const { pointerId } = event;
    const scroller = list.current.closest('dialog');
    const ending = new AbortController();
    const options = { signal: ending.signal };
    let over = id;
    let y = event.clientY;
    let x = event.clientX;
    const follow = () => {
      const found = nearest(list.current, x, y);
      if (found === undefined || found === over) return;
      over = found;
      setDrag({ id, over });
    };
    const scroll = () => {
      if (ending.signal.aborted) return;
      const { top, bottom } = scroller?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
      if (y < top + EDGE_PX) scroller?.scrollBy(0, -SCROLL_PX);
      else if (y > bottom - EDGE_PX) scroller?.scrollBy(0, SCROLL_PX);
      follow();
      requestAnimationFrame(scroll);
    };
    const end = (drop: boolean) => {
      ending.abort();
      stop.current = undefined;
      setDrag(undefined);
      if (drop && over !== id) onDrop(id, over);
    };
    const isSame = (other: { pointerId: number }) => other.pointerId === pointerId;
    addEventListener(
      'pointermove',
      (next) => {
        if (!isSame(next)) return;
        x = next.clientX;
        y = next.clientY;
        follow();
      },
      options,
    );
    addEventListener('pointerup', (next) => isSame(next) && end(true), options);
    addEventListener('pointercancel', (next) => isSame(next) && end(false), options);
    stop.current = () => end(false);
    setDrag({ id, over });
    requestAnimationFrame(scroll);
  };
  return { drag, begin };
}

/** The item whose middle is nearest to a point of the window. */
function nearest(list: HTMLElement | null, x: number, y: number): string | undefined {
  let found: { id: string | undefined; far: number } | undefined;
  for (const item of list?.querySelectorAll<HTMLElement>('[data-page]') ?? []) {
    const { left, top, width, height } = item.getBoundingClientRect();
    const far = Math.hypot(x - left - width / 2, y - top - height / 2);
    if (found === undefined || far < found.far) found = { id: item.dataset.page, far };
  }
  return found?.id;
}
