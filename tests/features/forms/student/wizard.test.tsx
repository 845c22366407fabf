import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Profiler } from 'react';
import { Provider, useSelector } from 'react-redux';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { Toasts } from '#components/toasts.tsx';
import type { FormContext } from '#domain/form/form.ts';
import { studentForm } from '#domain/student/form.ts';
import { type DraftAnswers, newDraft } from '#features/drafts/draft.ts';
import { answersChanged, draftRestored, draftSaved } from '#features/drafts/draft-events.ts';
import { selectDraft } from '#features/drafts/drafts-slice.ts';
import { SaveIndicator } from '#features/drafts/save-indicator.tsx';
import { Wizard } from '#features/forms/student/wizard.tsx';
import { setTitle } from '#platform/page-title.ts';
import { DIRECT, MINIMAL } from '../../../domain/support/applications.ts';
import { renderThemed } from '../../render.tsx';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const submit = vi.fn();
let store: AppStore;

function Page({ context }: { readonly context: FormContext }) {
  const draft = useSelector(selectDraft);
  return (
    <>
      <SaveIndicator />
      <Wizard draft={draft} variant="direct" context={context} initialAnswers={{}} onSubmit={submit} />
      <Toasts />
    </>
  );
}

function open(answers: DraftAnswers = {}, step = 1, completedSteps: number[] = [], validatedIn = DIRECT) {
  store.dispatch(draftRestored({ ...newDraft(ID, 'direct', Date.now(), answers), step, completedSteps, revision: 1 }));
  renderThemed(
    <Provider store={store}>
      <Page context={validatedIn} />
    </Provider>,
  );
}

const control = (name: string) => document.querySelector(`[name="${name}"]`) as HTMLInputElement;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const messageOf = (name: string) => document.getElementById(`${name}-error`)?.textContent;
const type = (name: string, value: string) => {
  control(name).value = value;
  fireEvent.input(control(name));
};
const leave = (name: string) => fireEvent.focusOut(control(name));
const answers = () => store.getState().drafts.open?.answers;

/** A field reads its label whenever it is rendered. */
function spyOnLabel(name: string) {
  const field = studentForm.fields.find((one) => one.name === name);
  if (field === undefined) throw new Error(`no field ${name}`);
  const { label } = field;
  const read = vi.fn(() => label);
  Object.defineProperty(field, 'label', { configurable: true, get: read });
  onTestFinished(() => void Object.defineProperty(field, 'label', { value: label, enumerable: true }));
  return read;
}

beforeEach(() => {
  store = createStore();
  submit.mockReset();
  Element.prototype.scrollIntoView ??= () => {};
});
afterEach(cleanup);

describe('saving', () => {
  test('renders the indicator again, and of the form nothing; a change renders no field', () => {
    const rendered = vi.fn();
    const label = spyOnLabel('firstName');
    const Form = () => {
      const draft = useSelector(selectDraft);
      return (
        <Profiler id="wizard" onRender={rendered}>
          <Wizard draft={draft} variant="direct" context={DIRECT} initialAnswers={{}} onSubmit={submit} />
        </Profiler>
      );
    };
    store.dispatch(draftRestored({ ...newDraft(ID, 'direct', Date.now()), revision: 1 }));
    renderThemed(
      <Provider store={store}>
        <SaveIndicator />
        <Form />
      </Provider>,
    );
    expect(label).toHaveBeenCalled();
    label.mockClear();
    act(() => void store.dispatch(answersChanged({ firstName: 'Amelia' })));
    expect(label).not.toHaveBeenCalled();
    const revision = () => store.getState().drafts.open?.revision ?? 0;
    rendered.mockClear();
    act(() => void store.dispatch(draftSaved({ id: ID, revision: revision(), at: Date.now() })));
    expect(document.querySelector('[data-save-state=saved]')).not.toBeNull();
    expect(rendered).not.toHaveBeenCalled();
  });
});

describe('Next on an empty step', () => {
  test('says Validating..., then names every field, ties each message to its control and focuses the summary', async () => {
    open();
    press('Next');
    expect(screen.getByRole('button', { name: 'Validating...' })).toHaveProperty('disabled', true);
    await waitFor(() => expect(messageOf('firstName')).toBe('Please enter your first name'));
    expect(control('firstName').getAttribute('aria-invalid')).toBe('true');
    expect(control('firstName').getAttribute('aria-describedby')?.split(' ')).toContain('firstName-error');
    const summary = document.activeElement;
    expect(summary?.textContent).toContain('12 answers need your attention');
    expect(summary?.querySelectorAll('li > a')).toHaveLength(12);
    const toast = await within(screen.getByRole('region', { name: 'Notifications' })).findByRole('alert');
    expect(toast.textContent).toBe('Please complete all required fields... 12 fields need to be filled');
    expect(document.querySelector('[data-step]')?.getAttribute('data-step')).toBe('1');
  });

  test('with three faults or less the focus goes to the first of them', async () => {
    open({ ...MINIMAL, firstName: '', email: '' });
    press('Next');
    await waitFor(() => expect(document.activeElement).toBe(control('firstName')));
  });

  test('the toast goes once all of its answers are mended', async () => {
    open({ ...MINIMAL, firstName: '' });
    press('Next');
    const notifications = screen.getByRole('region', { name: 'Notifications' });
    await within(notifications).findByRole('alert');
    type('firstName', 'Amelia');
    leave('firstName');
    await waitFor(() => expect(within(notifications).queryByRole('alert')).toBeNull());
  });

  test('lists the messages as links, each leading to its field', async () => {
    open();
    press('Next');
    const link = await screen.findByRole('link', { name: 'Please enter your family name' });
    fireEvent.click(link);
    expect(document.activeElement).toBe(control('familyName'));
  });
});

test('the list of messages says of an answer what its field says, also when that has changed', async () => {
  open();
  press('Next');
  await screen.findByRole('link', { name: 'Please enter your email address' });
  type('email', 'abc');
  leave('email');
  await screen.findByRole('link', { name: 'Please enter a valid email address' });
  expect(messageOf('email')).toBe('Please enter a valid email address');
  expect(screen.queryByRole('link', { name: 'Please enter your email address' })).toBeNull();
});

test('when validation itself fails, a toast appears, the step can be tried again, and the fault is reported', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  onTestFinished(() => void vi.unstubAllGlobals());
  const broken = { ...DIRECT };
  open({ dateOfBirth: '2001-05-17' }, 1, [], broken);
  Object.defineProperty(broken, 'today', {
    get() {
      throw new TypeError("'2001-05-17' is no date");
    },
  });
  press('Next');
  const toast = await within(screen.getByRole('region', { name: 'Notifications' })).findByText(
    'An error occurred while validating the form. Please try again.',
  );
  expect(toast.closest('[role=alert]')).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', false);
  // Its words may quote an answer.
  expect(reported.mock.calls.map(([failure]) => String(failure))).toEqual(['Error: TypeError while validating']);
});

describe('typing', () => {
  test('is taken in after a pause, not with every key, and the indicator is honest until then', () => {
    vi.useFakeTimers();
    open();
    act(() => type('firstName', 'Amelia'));
    expect(answers()?.firstName).toBeUndefined();
    expect(document.querySelector('[data-save-state]')?.getAttribute('data-save-state')).toBe('unsaved');
    act(() => void vi.advanceTimersByTime(300));
    expect(answers()?.firstName).toBe('Amelia');
    vi.useRealTimers();
  });

  test('is taken in and validated on leaving the field', () => {
    open();
    type('firstName', 'Ämelia');
    leave('firstName');
    expect(answers()?.firstName).toBe('Ämelia');
    expect(messageOf('firstName')).toBe('Please use English letters and numbers only');
  });
});

describe('a value that a script or a password manager sets without an event', () => {
  test('is judged, kept and shown by Next, also in a field that may be empty', async () => {
    open({ ...MINIMAL, firstName: '', middleName: '' });
    control('firstName').value = 'Amelia';
    control('middleName').value = 'Rose';
    press('Next');
    await waitFor(() => expect(store.getState().drafts.open?.step).toBe(2));
    expect(answers()).toMatchObject({ firstName: 'Amelia', middleName: 'Rose' });
  });

  test('is refused by Next where it is no answer', async () => {
    open({ ...MINIMAL, middleName: '' });
    control('middleName').value = 'Ämelia';
    press('Next');
    await waitFor(() => expect(messageOf('middleName')).toBe('Please use English letters and numbers only'));
    expect(store.getState().drafts.open?.step).toBe(1);
  });

  test('is among the answers that are sent', async () => {
    open({ ...MINIMAL }, 4, [1, 2, 3]);
    control('howDidYouHearDetails').value = 'A poster in the library';
    press('Submit Application');
    await waitFor(() => expect(submit).toHaveBeenCalled());
    expect(submit.mock.calls[0]?.[0]).toMatchObject({ howDidYouHearDetails: 'A poster in the library' });
  });

  test('is kept when the step is left backwards, and when the page is left', () => {
    open({}, 2, [1]);
    control('streetName').value = 'Bund Road';
    press('Previous');
    expect(answers()).toMatchObject({ streetName: 'Bund Road' });
    control('preferredName').value = 'Millie';
    window.dispatchEvent(new Event('pagehide'));
    expect(answers()).toMatchObject({ preferredName: 'Millie' });
  });

  test('is a change that is refused if the application can only be read', () => {
    open({ middleName: 'Rose' });
    control('middleName').closest('fieldset[role=none]')?.setAttribute('disabled', '');
    control('middleName').value = 'Lily';
    window.dispatchEvent(new Event('pagehide'));
    expect(answers()).toMatchObject({ middleName: 'Rose' });
  });
});

describe('conditional display', () => {
  test('postal fields are shown only when hasPostalAddress is Yes', () => {
    open({}, 2, [1]);
    expect(control('postalCountry')).toBeNull();
    const [yes, no] = document.querySelectorAll<HTMLInputElement>('[name=hasPostalAddress]');
    fireEvent.click(yes as HTMLInputElement);
    expect(control('postalCountry')).not.toBeNull();
    fireEvent.click(no as HTMLInputElement);
    expect(control('postalCountry')).toBeNull();
  });
});

test("without the server's lists the built-in choices are offered", () => {
  open({}, 3, [1, 2]);
  const offered = (name: string) => [...control(name).querySelectorAll('option')].map(({ value }) => value);
  expect(offered('currentEmploymentStatus')).toEqual(['', '01', '02', '03', '04', '05', '06', '07', '08', '@@']);
  expect(offered('industryOfEmployment')).toHaveLength(21);
  expect(offered('occupationIdentifier')).toContain('109');
});

describe('the step indicator', () => {
  test('lets completed and current steps be clicked; pending ones are disabled', async () => {
    open({}, 2, [1]);
    const steps = within(screen.getByRole('navigation', { name: 'Steps' })).getAllByRole('button');
    expect(steps.map((step) => (step as HTMLButtonElement).disabled)).toEqual([false, false, true, true]);
    fireEvent.click(steps[0] as HTMLElement);
    await waitFor(() => expect(store.getState().drafts.open?.step).toBe(1));
  });

  test('leads forward only when the step on the screen is in order, even to a step that was completed before', async () => {
    open({}, 1, [1, 2]);
    fireEvent.click(screen.getByRole('button', { name: /Contact Details/ }));
    await waitFor(() => expect(messageOf('firstName')).toBe('Please enter your first name'));
    expect(store.getState().drafts.open?.step).toBe(1);
    expect(document.querySelector('[data-step]')?.getAttribute('data-step')).toBe('1');
  });

  test("a phone has 'Step 2 of 4' and a progress bar", () => {
    open({}, 2, [1]);
    expect(screen.getByText('Step 2 of 4')).toBeTruthy();
    // By its label: where the screen is wide, as here, it has no role, since it is not shown.
    const bar = screen.getByLabelText('Step 2 of 4');
    expect([bar.tagName, bar.getAttribute('value')]).toEqual(['PROGRESS', '2']);
  });
});

describe('Enter in a text field', () => {
  test("continues as 'Next' does, with what was typed last", async () => {
    open({ ...MINIMAL, middleName: '' });
    type('middleName', 'Rose');
    fireEvent.keyDown(control('middleName'), { key: 'Enter' });
    await waitFor(() => expect(store.getState().drafts.open?.step).toBe(2));
    expect(answers()).toMatchObject({ middleName: 'Rose' });
  });

  test('says what is missing where the step is not in order', async () => {
    open({ ...MINIMAL, firstName: '' });
    fireEvent.keyDown(control('familyName'), { key: 'Enter' });
    await waitFor(() => expect(messageOf('firstName')).toBe('Please enter your first name'));
    expect(store.getState().drafts.open?.step).toBe(1);
  });

  test('only ends the word of an input method, and submits nothing on the last step', async () => {
    open(MINIMAL);
    fireEvent.keyDown(control('firstName'), { key: 'Enter', isComposing: true });
    expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', false);
    cleanup();
    open(MINIMAL, 4, [1, 2, 3]);
    fireEvent.keyDown(control('howDidYouHearDetails'), { key: 'Enter' });
    expect(screen.getByRole('button', { name: 'Submit Application' })).toHaveProperty('disabled', false);
  });
});

describe('moving', () => {
  test('Previous is hidden on step 1 and needs no valid answers elsewhere', () => {
    open();
    expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull();
    cleanup();
    open({}, 3, [1, 2]);
    press('Previous');
    expect(store.getState().drafts.open?.step).toBe(2);
  });

  test('Next on a step that is in order opens the next one at its title, and the step counts as completed', async () => {
    open(MINIMAL);
    press('Next');
    await waitFor(() => expect(store.getState().drafts.open?.step).toBe(2));
    expect(store.getState().drafts.open?.completedSteps).toEqual([1]);
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'));
  });

  test('a step that comes back has its answers, and none of the messages that it was left with', async () => {
    open({ ...MINIMAL, streetName: '' }, 2, [1]);
    press('Next');
    await waitFor(() => expect(messageOf('streetName')).toBe('Please enter street name'));
    press('Previous');
    press('Next');
    await waitFor(() => expect(store.getState().drafts.open?.step).toBe(2));
    await waitFor(() => expect(control('streetNumber').value).toBe(MINIMAL.streetNumber));
    expect(messageOf('streetName')).toBeUndefined();
    expect(control('streetName').getAttribute('aria-invalid')).not.toBe('true');
    press('Next');
    await waitFor(() => expect(messageOf('streetName')).toBe('Please enter street name'));
  });

  test('the last step counts as completed once its answers are right, whether or not Submit is pressed', async () => {
    open({ ...MINIMAL, agreeToTerms: false }, 4, [1, 2, 3]);
    expect(store.getState().drafts.open?.completedSteps).toEqual([1, 2, 3]);
    fireEvent.click(control('agreeToTerms'));
    await waitFor(() => expect(store.getState().drafts.open?.completedSteps).toEqual([1, 2, 3, 4]));
  });

  test('the tab names the view and its step, and an error first', async () => {
    open({ ...MINIMAL, firstName: '' });
    setTitle({ view: 'Long Course Student Application Form' });
    const place = 'Step 1 of 4: Personal Information - Long Course Student Application Form';
    await waitFor(() => expect(document.title).toBe(place));
    press('Next');
    await waitFor(() => expect(document.title).toBe(`Error: ${place}`));
    cleanup();
    expect(document.title).toBe('Long Course Student Application Form');
  });

  test('what was typed last in a step is kept when the step is left backwards', () => {
    open({}, 2, [1]);
    type('streetName', 'Bund Road');
    press('Previous');
    expect(answers()).toMatchObject({ streetName: 'Bund Road' });
  });

  test('an earlier step that has ceased to be in order is opened in place of the review, and says why', async () => {
    open({ ...MINIMAL, firstName: '' }, 4, [1, 2, 3]);
    press('Submit Application');
    await waitFor(() => expect(messageOf('firstName')).toBe('Please enter your first name'));
    expect(store.getState().drafts.open?.step).toBe(1);
    expect(submit).not.toHaveBeenCalled();
  });

  test('the last step has Submit Application in place of Next, enabled while answers are missing', async () => {
    open({}, 4, [1, 2, 3]);
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    press('Submit Application');
    await waitFor(() => expect(messageOf('agreeToTerms')).toBe('Please agree to the terms and conditions'));
    expect(submit).not.toHaveBeenCalled();
  });
});
