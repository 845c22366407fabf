import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rewriteControl } from '#features/forms/kit/controls.ts';
import { type ControlListener, listenToControls } from '#features/forms/kit/listen-to-controls.ts';

let form: HTMLFormElement;
let listener: ControlListener;
let heard: string[];
/** What is known of the one control. */
let known: string;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<form><input name="familyName"><button type="button">Press</button></form>';
  form = document.querySelector('form') as HTMLFormElement;
  heard = [];
  known = '';
  listener = listenToControls(form, {
    known: () => ({ familyName: known }),
    tidy: (_name, text) => text.replaceAll('’', "'"),
    onTyping: () => heard.push('typing'),
    onAnswers: (answers) => heard.push(JSON.stringify(answers)),
    onChosen: (name) => heard.push(`chosen ${name}`),
    onLeft: (name) => heard.push(`left ${name}`),
  });
});
afterEach(() => {
  listener.stop();
  vi.useRealTimers();
});

const input = () => form.elements.namedItem('familyName') as HTMLInputElement;
function type(text: string): void {
  input().value = text;
  input().dispatchEvent(new Event('input', { bubbles: true }));
}
/** As browsers do it: the change first, then the focus. */
function leave(): void {
  input().dispatchEvent(new Event('change', { bubbles: true }));
  input().dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}
const press = (type: string) => window.dispatchEvent(new Event(type));

describe('what was typed before anybody listened, or set by a script without an event', () => {
  beforeEach(() => {
    input().value = 'O’Brien';
  });

  test('and left is tidied, taken in, and left as if it had been heard', () => {
    listener.flush();
    expect(heard).toEqual([`{"familyName":"O'Brien"}`, 'left familyName']);
    expect(input().value).toBe("O'Brien");
  });

  test('and is still being typed is taken in unchanged, since the caret is at work there', () => {
    input().focus();
    listener.flush();
    expect(heard).toEqual(['{"familyName":"O’Brien"}']);
    expect(input().value).toBe('O’Brien');
  });

  test('and is known, as a word that a reload has cut off, stays as it was', () => {
    known = 'O’Brien';
    listener.flush();
    expect(heard).toEqual([]);
    expect(input().value).toBe('O’Brien');
  });

  test('is left after the click that is under way: a message that comes would move what is being pressed', () => {
    press('pointerdown');
    listener.flush();
    expect(heard).toEqual([`{"familyName":"O'Brien"}`]);
    press('pointerup');
    vi.advanceTimersByTime(0);
    expect(heard).toEqual([`{"familyName":"O'Brien"}`, 'left familyName']);
  });
});

describe('what is typed', () => {
  test('is taken in after a pause', () => {
    type('Tran');
    expect(heard).toEqual(['typing']);
    vi.advanceTimersByTime(300);
    expect(heard).toEqual(['typing', '{"familyName":"Tran"}']);
  });

  test('is taken in at once on leaving the field by the keyboard', () => {
    type('Tran');
    leave();
    expect(heard).toEqual(['typing', '{"familyName":"Tran"}', 'left familyName']);
  });

  test('is taken in after the click that took the focus away: a message that goes would move what is being pressed', () => {
    type('Tran');
    press('pointerdown');
    leave();
    expect(heard).toEqual(['typing']);
    press('pointerup');
    expect(heard).toEqual(['typing']);
    vi.advanceTimersByTime(0);
    expect(heard).toEqual(['typing', '{"familyName":"Tran"}', 'left familyName']);
  });

  test('is taken in after the press in which the pause ends', () => {
    type('Tran');
    press('pointerdown');
    vi.advanceTimersByTime(300);
    expect(heard).toEqual(['typing']);
    press('pointerup');
    vi.advanceTimersByTime(0);
    expect(heard).toEqual(['typing', '{"familyName":"Tran"}']);
  });

  test('is taken in after a pause though a menu has swallowed the end of the press before it', () => {
    press('pointerdown');
    type('Tran');
    vi.advanceTimersByTime(300);
    expect(heard).toEqual(['typing', '{"familyName":"Tran"}']);
  });

  test.each(['pointercancel', 'contextmenu'])(
    'is taken in when a press ends in a %s, as with the menu of a page',
    (end) => {
      type('Tran');
      press('pointerdown');
      leave();
      press(end);
      vi.advanceTimersByTime(0);
      expect(heard).toEqual(['typing', '{"familyName":"Tran"}', 'left familyName']);
    },
  );

  test('is taken in before the page goes, with any control pressed', () => {
    type('Tran');
    press('pointerdown');
    leave();
    window.dispatchEvent(new Event('pagehide'));
    expect(heard).toEqual(['typing', '{"familyName":"Tran"}']);
  });
});

describe('a date that is typed', () => {
  beforeEach(() => {
    input().type = 'date';
  });
  const change = () => input().dispatchEvent(new Event('change', { bubbles: true }));

  test('is taken in as it changes', () => {
    type('2028-06-30');
    change();
    expect(heard).toEqual(['typing', '{"familyName":"2028-06-30"}', 'chosen familyName']);
  });

  test('is taken in after the click that took the focus away, where it changes only then, as in WebKit', () => {
    type('2028-06-30');
    press('pointerdown');
    change();
    expect(heard).toEqual(['typing']);
    press('pointerup');
    expect(heard).toEqual(['typing']);
    vi.advanceTimersByTime(0);
    expect(heard).toEqual(['typing', '{"familyName":"2028-06-30"}', 'chosen familyName']);
  });
});

describe('what phones and input methods type', () => {
  test('becomes its ASCII form in the control as the field is left, and is taken in so', () => {
    type('O’Brien');
    leave();
    expect(input().value).toBe("O'Brien");
    expect(heard).toEqual(['typing', '{"familyName":"O\'Brien"}', 'left familyName']);
  });
  test('stays as it is typed while the person types, with any pause', () => {
    type('O’');
    vi.advanceTimersByTime(3000);
    expect(input().value).toBe('O’');
    expect(heard).toEqual(['typing', '{"familyName":"O’"}']);
  });
  test('becomes it on Enter too, with the caret where it was', () => {
    type('O’Brien’s');
    input().focus();
    input().setSelectionRange(3, 3);
    input().dispatchEvent(new Event('change', { bubbles: true }));
    expect([input().value, input().selectionStart, input().selectionEnd]).toEqual(["O'Brien's", 3, 3]);
  });
  test('becomes it where the browser filled the field in, or it was restored, once it is left', () => {
    input().value = 'O’Brien';
    input().dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    expect(input().value).toBe("O'Brien");
    expect(heard).toEqual(['{"familyName":"O\'Brien"}', 'left familyName']);
  });
});

test('what a button writes into a control is taken in and validated at once', () => {
  rewriteControl(input(), 'Mueller');
  expect(input().value).toBe('Mueller');
  expect(heard).toEqual(['{"familyName":"Mueller"}', 'left familyName']);
});
