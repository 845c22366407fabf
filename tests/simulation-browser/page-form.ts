import type { UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '#app/root-reducer.ts';
import { answersToClear, studentForm } from '#domain/student/form.ts';
import { answersChanged, typingStarted } from '#features/drafts/draft-events.ts';
import { createAnswersForm, takeAnswers } from '#features/forms/kit/answers-form.ts';
import { setControl } from '#features/forms/kit/controls.ts';
import { type ControlListener, listenToControls } from '#features/forms/kit/listen-to-controls.ts';
import { isFilling } from '#platform/view-slice.ts';

/** The questions that the simulation answers: a duplicate shares two of them and must not share three. */
export const FIELDS = ['firstName', 'passportNumber', 'email', 'streetName', 'cityTownSuburb'] as const;
export type Field = (typeof FIELDS)[number];

interface Store {
  getState(): RootState;
  dispatch(event: UnknownAction): unknown;
  subscribe(listener: () => void): unknown;
}

interface Mounted {
  readonly key: string;
  readonly element: HTMLFormElement;
  readonly inputs: ReadonlyMap<string, HTMLInputElement>;
  readonly listener: ControlListener;
}

/**
 * The form on the screen: the product's own listener and answers over controls. It is rebuilt when React rebuilds it
 * (`key={opening}` in app/pages/student-application-page.tsx), and disabled for readers. Calls `openDocuments` when a
 * draft's documents appear.
 */
export function followForm(store: Store, openDocuments: (draftId: string) => void) {
  let mounted: Mounted | undefined;
  const drafts = () => store.getState().drafts;

  function mount(key: string): Mounted {
    const form = createAnswersForm({
      catalogue: studentForm,
      answers: drafts().open?.answers ?? {},
      validate: () => ({}),
    });
    const element = document.createElement('form');
    const inputs = new Map<string, HTMLInputElement>();
    for (const name of FIELDS) {
      const input = document.createElement('input');
      const answer = drafts().open?.answers[name];
      Object.assign(input, { name, form: element, value: typeof answer === 'string' ? answer : '' });
      // The fieldset around it, which is disabled in a read-only tab.
      input.closest = () => (drafts().elsewhere ? element : null);
      inputs.set(name, input);
    }
    Object.assign(element, {
      elements: Object.assign([...inputs.values()], { namedItem: (name: string) => inputs.get(name) ?? null }),
    });
    const listener = listenToControls(element, {
      known: () => form.getState().values,
      tidy: (_name, text) => text,
      onTyping: () => void store.dispatch(typingStarted()),
      onAnswers(given) {
        const changes = takeAnswers(form, given, (name, answers) => answersToClear(name, answers, 'direct'));
        for (const [name, answer] of Object.entries(changes)) setControl(element, name, answer);
        store.dispatch(answersChanged(changes));
      },
      onChosen() {},
      onLeft() {},
    });
    return { key, element, inputs, listener };
  }

  function render(): void {
    const { view } = store.getState();
    const { opening, open: draft } = drafts();
    const key = isFilling(view.current) && draft?.variant === 'direct' ? `${draft.id} ${opening}` : '';
    if (mounted?.key === key) return;
    mounted?.listener.stop();
    mounted = key === '' ? undefined : mount(key);
    if (mounted && draft && !drafts().elsewhere) openDocuments(draft.id);
  }
  // React renders a store's changes in a separate microtask.
  store.subscribe(() => queueMicrotask(render));

  return {
    /** Replaces the text of a field, as keys do; false if there is no form or it is disabled. */
    type(field: Field, text: string): boolean {
      const control = mounted?.inputs.get(field);
      if (control === undefined || drafts().elsewhere) return false;
      control.value = text;
      const event = new Event('input');
      Reflect.set(event, 'target', control);
      mounted?.element.dispatchEvent(event);
      return true;
    },
    /** Reads the typed text into the store, like the Submit button. */
    flush: () => mounted?.listener.flush(),
    /** The values of the controls; undefined if no form is on the screen. */
    shown: () => mounted && Object.fromEntries([...mounted.inputs].map(([name, { value }]) => [name, value])),
  };
}
