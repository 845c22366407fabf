import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { withCorner } from './corners.ts';
import type { Corners } from './scan-page.ts';

/** How far an arrow key takes a corner, of the picture's width or height; with Shift further. */
const STEP = 0.01;
const LONG_STEP = 0.05;
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Four corners on a picture that pointers drag and arrow keys move.
 *
 * @param picture what the corners lie on
 * @returns `handle(index)`: what the control of a corner listens to
 */
export function useCorners(picture: RefObject<HTMLElement | null>, initial: Corners) {
  const [corners, setCorners] = useState(initial);
  /** The corner that is being dragged, and the offset of the pointer from its middle. */
  const held = useRef<{ readonly index: number; readonly dx: number; readonly dy: number }>(undefined);

  const place = (index: number, event: PointerEvent) => {
    const box = picture.current?.getBoundingClientRect();
    if (!box || !held.current) return;
    const x = (event.clientX - held.current.dx - box.left) / box.width;
    const y = (event.clientY - held.current.dy - box.top) / box.height;
    setCorners((before) => withCorner(before, index, { x, y }));
  };
  const handle = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
      held.current = { index, dx: event.clientX - left - width / 2, dy: event.clientY - top - height / 2 };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => held.current?.index === index && place(index, event),
    onLostPointerCapture: () => {
      held.current = undefined;
    },
    onKeyDown(event: KeyboardEvent) {
      const arrow = ARROWS[event.key];
      if (!arrow) return;
      event.preventDefault();
      const step = event.shiftKey ? LONG_STEP : STEP;
      setCorners((before) => {
        const { x, y } = before[index] ?? { x: 0, y: 0 };
        return withCorner(before, index, { x: x + arrow[0] * step, y: y + arrow[1] * step });
      });
    },
  });
  return { corners, setCorners, handle };
}
