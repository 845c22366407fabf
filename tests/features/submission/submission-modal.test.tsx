import 'fake-indexeddb/auto';
import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ReactElement, useRef } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Toasts } from '#components/toasts.tsx';
import type { Submission } from '#domain/submission/submission.ts';
import { outboxEvents, outboxSlice } from '#features/submission/outbox/outbox-slice.ts';
import { type ConfirmedApplication, type SendOptions, sendApplication } from '#features/submission/send-application.ts';
import { listSent } from '#features/submission/sent-records.ts';
import { submissionApi } from '#features/submission/submission-api.ts';
import { SubmissionModal } from '#features/submission/submission-modal.tsx';
import { submissionSlice } from '#features/submission/submission-slice.ts';
import { useSubmission } from '#features/submission/use-submission.tsx';
import { api } from '#platform/api.ts';
import { connectionSlice } from '#platform/connection.ts';
import { newDevice } from '../new-device.ts';
import { renderThemed, saying } from '../render.tsx';
import { pageAt, problem, startApiServer, submissionAt } from './api-server.ts';

const DRAFT = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const DOCUMENT = { slot: 'passport', name: 'passport.pdf', size: 1536, sha256: 'ab'.repeat(32) };
const LABELS: Readonly<Record<string, string>> = {
  email: 'Email',
  passportNumber: 'Passport number',
  postalPostcode: 'Postcode',
};

let server: Awaited<ReturnType<typeof startApiServer>>;
let store: ReturnType<typeof makeStore>;
const makeStore = () =>
  configureStore({
    reducer: combineReducers({
      submission: submissionSlice.reducer,
      outbox: outboxSlice.reducer,
      connection: connectionSlice.reducer,
      [api.reducerPath]: api.reducer,
    }),
    middleware: (getDefault) => getDefault().concat(api.middleware),
  });
const handlers = { onDone: vi.fn(), onFixField: vi.fn() };

beforeEach(async () => {
  server = await startApiServer();
  pageAt(server.url);
  await newDevice();
  handlers.onDone.mockClear();
  handlers.onFixField.mockClear();
});
afterEach(async () => {
  act(() => void store.dispatch(api.util.resetApiState()));
  cleanup();
  vi.unstubAllGlobals();
  await server.stop();
});

interface PageProps extends Pick<SendOptions, 'whenUploaded'> {
  readonly line?: ReactElement | undefined;
}

/** The page around a submission: a submit button behind, and the modal. */
function Page({ whenUploaded, line }: PageProps) {
  const leaving = useRef(new AbortController());
  const progress = useSubmission(DRAFT, {
    send: (confirmed) =>
      void sendApplication(store.dispatch, DRAFT, confirmed, { whenUploaded, signal: leaving.current.signal }),
    withdraw: () => leaving.current.abort(),
    retriesAutomatically: false,
  });
  const pending = [{ ...DOCUMENT, label: 'Current Passport', uploadedBytes: 512 }];
  return (
    <>
      <button type="button" disabled={progress.busy} onClick={() => progress.start(APPLICATION)}>
        {progress.busy ? 'Submitting...' : 'Submit Application'}
      </button>
      <SubmissionModal
        progress={progress}
        pending={pending}
        notice={line}
        labelOf={(field) => LABELS[field]}
        {...handlers}
      />
    </>
  );
}

const APPLICATION: ConfirmedApplication = {
  variant: 'direct',
  values: { firstName: 'Amelia' },
  applicant: 'Amelia Hall',
  documents: [{ ...DOCUMENT, label: 'Current Passport' }],
  sections: [{ title: 'Personal Information', rows: [{ label: 'First name', value: 'Amelia' }] }],
};
const uploaded: SendOptions['whenUploaded'] = async () => ({
  ok: true,
  documents: [{ ...DOCUMENT, uploadId: 'up1' }],
});
function open({ whenUploaded = uploaded, line }: Partial<PageProps> = {}) {
  store = makeStore();
  renderThemed(
    <Provider store={store}>
      <Page whenUploaded={whenUploaded} line={line} />
    </Provider>,
  );
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const rows = () =>
  [...document.querySelectorAll<HTMLElement>('[data-stage]')].map(({ dataset }) => [dataset.stage, dataset.state]);
/** What an event of the server brings. */
const tell = (submission: Submission) =>
  act(() => void store.dispatch(submissionApi.util.updateQueryData('submission', DRAFT, () => submission)));
const live = () =>
  screen.getByRole('dialog', { name: /^(Submission progress|Application submitted)/ }).querySelector('[role=status]')
    ?.textContent;
const processed = { ...submissionAt(DRAFT, 'completion', { state: 'completed' }), offerId: 'OFFER_20260110_101500123' };
const HELD_WORDS =
  'The college is checking whether your application has arrived in its records. You do not need to do anything.';
const held: Submission = {
  ...submissionAt(DRAFT, 'cricos-submission', {
    state: 'error',
    error: { code: 'UNKNOWN_OUTCOME', message: HELD_WORDS },
  }),
  held: true,
};
const submitted = (name: Parameters<typeof submissionAt>[1], more: Parameters<typeof submissionAt>[2] = {}) => {
  server.answers.put = { status: 202, body: submissionAt(DRAFT, name, more) };
};

describe('an application whose outcome the staff find out', () => {
  const openHeld = async () => {
    server.answers.put = { status: 202, body: held };
    open();
    await press('Submit Application');
    await waitFor(() => expect(rows()[2]).toEqual(['cricos-submission', 'error']));
    return screen.getByRole('dialog', { name: 'Submission progress' });
  };

  test('is in, is being checked, and leaves nothing to do: nothing says that it failed', async () => {
    const dialog = await openHeld();
    expect(within(dialog).getByText('Your application is in')).toBeDefined();
    expect(within(dialog).getByText(HELD_WORDS, { selector: 'p' })).toBeDefined();
    expect(within(dialog).getByText('Being checked')).toBeDefined();
    expect(live()).toBe(HELD_WORDS);
    for (const word of [/problem/i, /fail/i, /retry/i, /try again/i, /submit once more/i])
      expect(dialog.textContent).not.toMatch(word);
  });

  test("is left by 'Close', and stays as it is", async () => {
    const dialog = await openHeld();
    const buttons = within(dialog).getAllByRole('button', { name: 'Close' });
    fireEvent.click(buttons.at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.puts).toHaveLength(1);
  });

  test('continues when the staff have said so, without a word of failure between', async () => {
    const dialog = await openHeld();
    const { held: _held, ...settled } = held;
    tell(settled);
    expect(within(dialog).getByText(HELD_WORDS, { selector: 'p' })).toBeDefined();
    expect(within(dialog).queryByText('Close and Retry')).toBeNull();
    tell(processed);
    expect(await screen.findByText('Your application was submitted. You may close this page.')).toBeDefined();
  });
});

describe('confirming an application', () => {
  test('shows all six stages in order at once, and the button behind says Submitting...', async () => {
    open({ whenUploaded: () => new Promise(() => {}) });
    await press('Submit Application');
    expect(rows()).toEqual([
      ['preparing', 'in-progress'],
      ['cricos-validation', 'pending'],
      ['cricos-submission', 'pending'],
      ['power-automate', 'pending'],
      ['file-forwarding', 'pending'],
      ['completion', 'pending'],
    ]);
    expect(screen.getByText<HTMLButtonElement>('Submitting...').disabled).toBe(true);
  });

  test('waits for documents by name, and lets the person go back before that', async () => {
    open({
      whenUploaded: (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    await press('Submit Application');
    expect(screen.getByText(saying(/^Current Passport: passport\.pdf/))).toBeDefined();
    await press('Back to Edit');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Submit Application')).toBeDefined();
    expect(server.puts).toEqual([]);
  });

  test('sends variant, values and documents under the id of the draft', async () => {
    submitted('cricos-validation');
    open();
    await press('Submit Application');
    await waitFor(() => expect(rows()[1]).toEqual(['cricos-validation', 'in-progress']));
    expect(server.puts).toEqual([
      {
        id: DRAFT,
        body: { variant: 'direct', values: { firstName: 'Amelia' }, documents: [{ ...DOCUMENT, uploadId: 'up1' }] },
      },
    ]);
  });

  test('names the documents that cannot be uploaded', async () => {
    open({ whenUploaded: async () => ({ ok: false, slots: ['passport'] }) });
    await press('Submit Application');
    expect(await screen.findByText('We could not upload these documents: Current Passport')).toBeDefined();
    expect(rows()[0]).toEqual(['preparing', 'error']);
  });
});

describe('the stages', () => {
  test('follow what the server says, in words and in one polite live region', async () => {
    submitted('preparing');
    open();
    await press('Submit Application');
    await waitFor(() => expect(server.puts).toHaveLength(1));
    await waitFor(() => expect(store.getState().submission[DRAFT]?.phase).toBe('followed'));
    tell(submissionAt(DRAFT, 'power-automate', {}));
    await waitFor(() => expect(live()).toBe('Sending to our admissions team'));
    tell(submissionAt(DRAFT, 'file-forwarding', { state: 'completed', skipped: true }));
    const forwarding = document.querySelector('[data-stage=file-forwarding]');
    await waitFor(() => expect(forwarding?.textContent).toContain('Not needed'));
    tell(processed);
    await waitFor(() => expect(live()).toBe('Application submitted successfully!'));
    expect(document.querySelectorAll('[role=status]')).toHaveLength(1);
  });
});

describe('an error', () => {
  const rejected = {
    state: 'error',
    error: {
      code: 'CRICOS_VALIDATION_FAILED',
      message: '4 validation errors found',
      errors: [
        { field: 'email', message: 'Email address is not accepted', technical: 'offer.Email' },
        { field: '1023', message: 'Passport number is already in use', technical: '1023' },
        { field: 'application.Fax', message: 'The Fax field is not valid', technical: 'application.Fax' },
        {
          field: 'postalPostcode',
          message: 'The Postcode field is not valid',
          technical: 'application.Addresses[1].Postcode',
        },
      ],
    },
  } as const;

  test('of the records API shows its messages; one that is of a field leads to it', async () => {
    submitted('cricos-validation', rejected);
    open();
    await press('Submit Application');
    await screen.findAllByText('4 validation errors found');
    const issues = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    // A code or a key of the outside is no field, and is not shown as one.
    expect(issues).toEqual(expect.arrayContaining(['Passport number is already in use', 'The Fax field is not valid']));
    await press('Email');
    expect(handlers.onFixField).toHaveBeenCalledExactlyOnceWith('email');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is listed with field, message and technical name in a separate modal', async () => {
    submitted('cricos-validation', rejected);
    open();
    await press('Submit Application');
    await screen.findAllByText('4 validation errors found');
    await press('Show all details');
    const list = within(screen.getByRole('dialog', { name: 'CRICOS validation errors' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'EmailEmail address is not acceptedoffer.Email',
      'The application as a wholePassport number is already in useCode 1023',
      'The application as a wholeThe Fax field is not validapplication.Fax',
      'PostcodeThe Postcode field is not validapplication.Addresses[1].Postcode',
    ]);
  });

  test("is put aside by 'Close and Retry', and the same draft goes through under the same id", async () => {
    submitted('cricos-validation', rejected);
    open();
    await press('Submit Application');
    await screen.findAllByText('4 validation errors found');
    await press('Close and Retry');
    expect(screen.queryByRole('dialog')).toBeNull();
    server.answers.put = { status: 202, body: processed };
    await press('Submit Application');
    expect(await screen.findByText('Your application was submitted. You may close this page.')).toBeDefined();
    expect(server.puts.map(({ id }) => id)).toEqual([DRAFT, DRAFT]);
  });

  test('of a first attempt does not come back with an answer to the second that its events have overtaken', async () => {
    submitted('file-forwarding', { state: 'error', error: { code: 'X', message: 'File forwarding failed' } });
    open();
    await press('Submit Application');
    await screen.findAllByText('File forwarding failed');
    await press('Close and Retry');
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    server.answers.putsHeld = held;
    submitted('file-forwarding');
    await press('Submit Application');
    await waitFor(() => expect(server.puts).toHaveLength(2));
    tell(processed);
    answer();
    expect(await screen.findByText('Your application was submitted. You may close this page.')).toBeDefined();
  });

  test('that may pass says that the server continues automatically, and when', async () => {
    const error = { code: 'X', message: 'Power Automate submission failed' };
    const failed = submissionAt(DRAFT, 'power-automate', { state: 'error', error });
    const retryAt = new Date(2026, 5, 15, 9, 41).toISOString();
    server.answers.put = { status: 202, body: { ...failed, retryAt } };
    open();
    await press('Submit Application');
    expect(await screen.findByText('We will try again at 09:41. You do not need to do anything.')).toBeDefined();
  });

  test('that the server has overcome on its own comes back as a success', async () => {
    submitted('power-automate', { state: 'error', error: { code: 'X', message: 'Power Automate submission failed' } });
    open();
    await press('Submit Application');
    await screen.findAllByText('Power Automate submission failed');
    await press('Close and Retry');
    tell(processed);
    expect(await screen.findByText('Your application was submitted. You may close this page.')).toBeDefined();
  });

  test.each([
    [
      'the answers',
      422,
      'VALIDATION_FAILED',
      { fieldErrors: { email: 'Please enter a valid email address' } },
      'Form validation failed',
    ],
    [
      'the documents',
      422,
      'DOCUMENTS_MISSING',
      { detail: 'Missing required documents: CV' },
      'Missing required documents: CV',
    ],
    [
      'the configuration',
      503,
      'NOT_CONFIGURED',
      { detail: 'Application submission is not configured. Please contact support.' },
      'Application submission is not configured. Please contact support.',
    ],
    [
      'its disk',
      503,
      'UNAVAILABLE',
      { detail: 'This could not be stored at the moment. It can be sent again: nothing is taken twice.' },
      'This could not be stored at the moment. It can be sent again: nothing is taken twice.',
    ],
    ['itself', 500, 'INTERNAL_ERROR', {}, 'There was an error submitting your application. Please try again.'],
  ])('that the server finds in %s is shown at the first stage', async (_what, status, code, more, message) => {
    server.answers.put = { status, body: problem(status, code, 'Title', more) };
    open();
    await press('Submit Application');
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(rows()[0]).toEqual(['preparing', 'error']);
    expect(screen.getByRole('button', { name: 'Close and Retry' })).toBeDefined();
  });

  test('of the configuration is said in a toast, too', async () => {
    const detail = 'Application submission is not configured. Please contact support.';
    server.answers.put = { status: 503, body: problem(503, 'NOT_CONFIGURED', 'Title', { detail }) };
    renderThemed(<Toasts />);
    open();
    await press('Submit Application');
    const alert = await screen.findByText(detail, { selector: '[aria-label=Notifications] [role=alert] *' });
    expect(alert).toBeDefined();
  });

  test('of answers that came too late shows the application that is in, and follows it to its end', async () => {
    server.answers.put = { status: 409, body: problem(409, 'ALREADY_SUBMITTED', 'The application has been submitted') };
    server.answers.get = { status: 200, body: submissionAt(DRAFT, 'power-automate', { state: 'in-progress' }) };
    open();
    await press('Submit Application');
    expect(await screen.findByText('Your application is in')).toBeDefined();
    expect(rows()[0]).toEqual(['preparing', 'completed']);
    expect(screen.queryByText('The application has been submitted')).toBeNull();
    server.answers.get = { status: 200, body: processed };
    tell(processed);
    expect(await screen.findByText('Your application was submitted. You may close this page.')).toBeDefined();
    // The answers on the screen are not those that were sent.
    expect(screen.getByText(/We did not receive your later changes/)).toBeDefined();
    expect(screen.queryByText('First name')).toBeNull();
  });

  test('of other answers while those before are being sent shows that, and follows it to its end', async () => {
    server.answers.put = { status: 409, body: problem(409, 'SUBMISSION_IN_PROGRESS', 'It is being submitted') };
    server.answers.get = { status: 200, body: submissionAt(DRAFT, 'cricos-submission', { state: 'in-progress' }) };
    open();
    await press('Submit Application');
    expect(await screen.findByText('Your application is already being sent')).toBeDefined();
    expect(rows()[0]).toEqual(['preparing', 'completed']);
    expect(screen.queryByText('It is being submitted')).toBeNull();
    server.answers.get = { status: 200, body: processed };
    tell(processed);
    expect(await screen.findByText('Your application was submitted. You may close this page.')).toBeDefined();
    expect(screen.getByText(/We did not receive your later changes/)).toBeDefined();
  });

  test('of other answers where those before have stopped with an unknown outcome is said as it is', async () => {
    const stopped = { state: 'error', error: { code: 'NETWORK_ERROR', message: 'CRICOS submission failed' } } as const;
    server.answers.put = { status: 409, body: problem(409, 'SUBMISSION_IN_PROGRESS', 'It is being submitted') };
    server.answers.get = { status: 200, body: submissionAt(DRAFT, 'cricos-submission', stopped) };
    open();
    await press('Submit Application');
    expect((await screen.findAllByText('It is being submitted')).length).toBeGreaterThan(0);
    expect(rows()[0]).toEqual(['preparing', 'error']);
  });

  test('of other answers where the staff look into those before shows that', async () => {
    server.answers.put = { status: 409, body: problem(409, 'SUBMISSION_IN_PROGRESS', 'It is being submitted') };
    server.answers.get = { status: 200, body: held };
    open();
    await press('Submit Application');
    expect(await screen.findByText(HELD_WORDS, { selector: 'p' })).toBeDefined();
    expect(screen.queryByText('It is being submitted')).toBeNull();
  });

  test('of an Application ID that another registration has is said as it is', async () => {
    const detail = 'This Application ID has already been registered.';
    server.answers.put = { status: 409, body: problem(409, 'ALREADY_SUBMITTED', 'Title', { detail }) };
    open();
    await press('Submit Application');
    expect((await screen.findAllByText(detail)).length).toBeGreaterThan(0);
    expect(screen.queryByText('Your application is in')).toBeNull();
  });

  test('after which it is sent from this device is one calm sentence; the words of the machine are folded', async () => {
    open({ line: <p>Where it waits</p> });
    await server.stop();
    await press('Submit Application');
    await screen.findByText('Technical details');
    screen.getByText('Where it waits');
    const dialog = screen.getByRole('dialog', { name: 'Submission progress' });
    expect(dialog.querySelector('[data-part=body] [role=alert], [data-part=issues]')).toBeNull();
    expect(rows()[0]).toEqual(['preparing', 'error']);
    expect(dialog.querySelector('[data-stage=preparing] small')?.textContent).toBe('Waiting');
    const folded = dialog.querySelector('details:not([open])');
    expect(folded?.textContent).toContain('Network error occurred. Please check your connection and try again.');
    expect(live()).toMatch(/^Saved\. We will send it when you are online\./);
  });

  test('of the network is shown in the words of the specification', async () => {
    open();
    await server.stop();
    await press('Submit Application');
    const words = 'Network error occurred. Please check your connection and try again.';
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
  });
});

describe('a success', () => {
  async function succeed() {
    server.answers.put = { status: 202, body: processed };
    open();
    await press('Submit Application');
    await screen.findByText('Your application was submitted. You may close this page.');
  }

  test('says so, that the page may be closed, and the reference', async () => {
    await succeed();
    expect(screen.getAllByText('Application submitted successfully!').length).toBeGreaterThan(0);
    expect(screen.getAllByText('OFFER_20260110_101500123').length).toBeGreaterThan(0);
  });

  test('puts the number first, says that nothing comes by e-mail, what happens next, and how to change something', async () => {
    vi.setSystemTime(new Date(2026, 0, 10, 20, 2));
    onTestFinished(() => void vi.useRealTimers());
    await succeed();
    const sent = [{ id: DRAFT, applicant: 'Amelia Hall', documents: [], at: Date.now() }];
    act(() => void store.dispatch(outboxEvents.changed({ entries: [], sending: null, sent })));
    const dialog = screen.getByRole('dialog', { name: 'Application submitted successfully!' });
    const words = dialog.querySelector('[data-part=body]')?.textContent ?? '';
    expect(words).toMatch(
      /^Application numberOFFER_20260110_101500123This number is for your application\. It is not an offer of a place\./,
    );
    expect(words).toContain('You may close this page.');
    await screen.findByText('We do not send an e-mail. Save this receipt now.');
    expect(screen.getByText('This device deletes it on Sunday 11 January at 20:02.')).toBeDefined();
    expect([...dialog.querySelectorAll('section ol > li')].map(({ textContent }) => textContent)).toEqual([
      'Our admissions team reads your application.',
      'They write to the e-mail address in your application.',
      'To change something or to ask, write to admissions@southbank-institute.example. Give your application number.',
    ]);
    const buttons = [...dialog.querySelectorAll('footer button')].map(({ textContent }) => textContent);
    expect(buttons).toEqual(['Close', 'Save receipt']);
  });

  test('has a receipt with each document’s name, size and SHA-256', async () => {
    vi.stubGlobal('print', () => {});
    onTestFinished(() => void vi.unstubAllGlobals());
    await succeed();
    expect(screen.getByText(saying(/passport\.pdf \(1\.5 KB\)/))).toBeDefined();
    expect(screen.getByText('ab'.repeat(32))).toBeDefined();
    for (const name of ['Print receipt', 'Save receipt']) expect(screen.getByRole('button', { name })).toBeDefined();
  });

  test('has what was answered on the receipt as long as the page is open, and nothing of it in the store', async () => {
    await succeed();
    expect(screen.getByText('First name').nextElementSibling?.textContent).toBe('Amelia');
    const { submission, api: queries } = store.getState();
    expect(JSON.stringify([submission, queries])).not.toContain('"Amelia"');
  });

  test("is left by 'Close'", async () => {
    await succeed();
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body);
    expect(handlers.onDone).toHaveBeenCalledOnce();
  });
});

describe('after a reload', () => {
  async function sendAndReload(before: Submission) {
    server.answers.put = { status: 202, body: before };
    open();
    await press('Submit Application');
    await waitFor(() => expect(store.getState().submission[DRAFT]?.phase).toBe('followed'));
    act(() => void store.dispatch(api.util.resetApiState()));
    cleanup();
  }

  test('an application that is under way is found again', async () => {
    await sendAndReload(submissionAt(DRAFT, 'power-automate', {}));
    server.answers.get = { status: 200, body: submissionAt(DRAFT, 'file-forwarding', {}) };
    open();
    await waitFor(() => expect(rows()[4]).toEqual(['file-forwarding', 'in-progress']));
  });

  test('one that was processed in the meantime shows its receipt', async () => {
    await sendAndReload(submissionAt(DRAFT, 'power-automate', {}));
    server.answers.get = { status: 200, body: processed };
    open();
    expect((await screen.findAllByText('OFFER_20260110_101500123')).length).toBeGreaterThan(0);
  });

  test('one that the server does not know is as if never sent', async () => {
    await sendAndReload(submissionAt(DRAFT, 'preparing', {}));
    open();
    await vi.waitFor(async () => expect(await listSent()).toEqual([]));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Submit Application')).toBeDefined();
  });
});
