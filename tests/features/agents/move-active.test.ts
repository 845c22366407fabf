import { describe, expect, it } from 'vitest';
import { moveActive, NONE } from '#features/agents/move-active.ts';

const press = (key: string, active: number, modifiers: Partial<Record<'shiftKey' | 'ctrlKey', boolean>> = {}) =>
  moveActive({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers }, active, 20);

describe('the active row', () => {
  it.each([
    ['ArrowDown', NONE, 0],
    ['ArrowDown', 19, 0],
    ['ArrowUp', NONE, 19],
    ['ArrowUp', 0, 19],
    ['ArrowUp', 5, 4],
    ['Home', 7, 0],
    ['End', 7, 19],
    ['PageDown', NONE, 6],
    ['PageDown', 17, 19],
    ['PageUp', 8, 2],
    ['PageUp', 3, 0],
  ])('after %s at %i is %i', (key, active, next) => {
    expect(press(key, active)).toBe(next);
  });
  it('leaves letters, Enter and Tab to others', () => {
    for (const key of ['a', 'Enter', 'Tab', 'Escape']) expect(press(key, 3)).toBeUndefined();
  });
  it('leaves keys with a modifier to the text', () => {
    expect(press('Home', 3, { shiftKey: true })).toBeUndefined();
    expect(press('ArrowDown', 3, { ctrlKey: true })).toBeUndefined();
  });
  it('does not move in an empty list', () => {
    expect(
      moveActive({ key: 'End', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }, NONE, 0),
    ).toBeUndefined();
  });
});
