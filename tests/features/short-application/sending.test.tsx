import { configureStore } from '@reduxjs/toolkit';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toast } from '#components/toast.ts';
import { Toasts } from '#components/toasts.tsx';
import type { Submission } from '#domain/submission/submission.ts';
import { ShortProgress } from '#features/short-application/short-progress.tsx';
import { TOAST_TIMES } from '#features/short-application/toast-times.ts';
import { useShortSubmission } from '#features/short-application/use-short-submission.ts';
import { api } from '#lib/api.ts';
import { renderThemed } from '../render.tsx';
import { pageAt, problem, startApiServer } from '../submission/api-server.ts';
import { ANSWERS } from './answers.ts';

const ID = '5f0f5a0e-4ad8-4a6f-9a62-0c6d8b3a9f11';
const PHOTO = { slot: 'photo-id', uploadId: 'u1', name: 'id.png', size: 512 };
const submission = (more: Partial<Submission> = {}): Submission => ({
  id: ID,
  kind: 'short',
  status: 'processing',
  stages: [
    { name: 'preparing', state: 'completed' },
    { name: 'power-automate', state: 'in-progress' },
    { name: 'completion', state: 'pending' },
  ],
  ...more,
});

let server: Awaited<ReturnType<typeof startApiServer>>;
beforeEach(async () => {
  server = await startApiServer();
  pageAt(server.url);
});
afterEach(async () => {
  act(() => toast.remove());
  cleanup();
  vi.unstubAllGlobals();
  await server.stop();
});

type WhenUploaded = Parameters<typeof useShortSubmission>[0]['whenUploaded'];
function Sender({ whenUploaded }: { readonly whenUploaded: WhenUploaded }) {
  const { phase, send } = useShortSubmission({ draftId: ID, whenUploaded });
  const [told, tell] = useState<unknown>();
  return (
    <>
      <output>{phase}</output>
      <button type="button" onClick={() => void send(ANSWERS).then(tell)}>
        Send
      </button>
      <code>{JSON.stringify(told)}</code>
    </>
  );
}

function page(whenUploaded: WhenUploaded) {
  const store = configureStore({
    reducer: { api: api.reducer },
    middleware: (getDefault) => getDefault().concat(api.middleware),
  });
  renderThemed(
    <Provider store={store}>
      <Toasts />
      <Sender whenUploaded={whenUploaded} />
    </Provider>,
  );
}
const send = () => act(async () => screen.getByRole('button', { name: 'Send' }).click());
const notifications = () => within(screen.getByRole('region', { name: 'Notifications' }));
const uploaded = async () => ({ ok: true as const, documents: [PHOTO] });

describe('sending a short application', () => {
  test('PUTs the values and the documents under the draft’s id, with a loading toast meanwhile', async () => {
    server.answers.put = { status: 202, body: submission() };
    const arrival = Promise.withResolvers<{ ok: true; documents: (typeof PHOTO)[] }>();
    page(() => arrival.promise);
    await send();
    expect(notifications().getByRole('status').textContent).toBe('Submitting your application...');
    arrival.resolve({ ok: true, documents: [PHOTO] });
    await screen.findByText('sent');
    expect(server.puts).toEqual([{ id: ID, body: { values: ANSWERS, documents: [PHOTO] } }]);
    await waitFor(() => expect(notifications().queryByText('Submitting your application...')).toBeNull());
  });

  test.each([
    [503, 'NOT_CONFIGURED', 'Student application Power Automate flow URL not configured'],
    [409, 'ALREADY_SUBMITTED', 'This application has already been submitted.'],
    [500, 'INTERNAL_ERROR', 'There was an error submitting your application. Please try again.'],
  ])('%s %s is said: %s', async (status, code, words) => {
    server.answers.put = { status, body: problem(status, code, words, { detail: words }) };
    page(uploaded);
    await send();
    await waitFor(() => expect(notifications().getByRole('alert').textContent).toContain(words));
    expect(screen.getByText('editing')).toBeDefined();
  });

  test('no answer is said to be the network’s fault', async () => {
    await server.stop();
    page(uploaded);
    await send();
    await waitFor(() =>
      expect(notifications().getByRole('alert').textContent).toContain(
        'Network error occurred. Please check your connection and try again.',
      ),
    );
    server = await startApiServer();
  });

  test('the messages of a 422 go back to the form', async () => {
    const fieldErrors = { email: 'Please enter a valid email address' };
    server.answers.put = {
      status: 422,
      body: problem(422, 'VALIDATION_FAILED', 'Form validation failed', { fieldErrors }),
    };
    page(uploaded);
    await send();
    expect(await screen.findByText(JSON.stringify(fieldErrors))).toBeDefined();
  });

  test('a document that cannot be uploaded stops it and is named', async () => {
    page(async () => ({ ok: false as const, slots: ['residency-proof'] }));
    await send();
    expect(server.puts).toEqual([]);
    expect(notifications().getByRole('alert').textContent).toContain('Residency/Visa proof');
  });
});

describe('the stages of a short application', () => {
  const show = (shown: Submission | undefined) => {
    const ends = { onRetry: vi.fn(), onDone: vi.fn() };
    renderThemed(
      <>
        <Toasts />
        <ShortProgress submission={shown} {...ends} />
      </>,
    );
    return ends;
  };
  const stages = () =>
    [...document.querySelectorAll<HTMLElement>('[data-stage]')].map(({ dataset }) => [dataset.stage, dataset.state]);

  test('are preparing, power-automate and completion', () => {
    show(undefined);
    expect(stages()).toEqual([
      ['preparing', 'pending'],
      ['power-automate', 'pending'],
      ['completion', 'pending'],
    ]);
  });
  test('stop at the first error, with its words and ‘Close and Retry’', () => {
    const words = 'Student application submission failed: Power Automate flow call failed: 500 - down';
    const ends = show(
      submission({
        status: 'error',
        stages: [
          { name: 'preparing', state: 'completed' },
          { name: 'power-automate', state: 'error', error: { code: 'POWER_AUTOMATE_ERROR', message: words } },
          { name: 'completion', state: 'pending' },
        ],
      }),
    );
    expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    act(() => screen.getByRole('button', { name: 'Close and Retry' }).click());
    expect(ends.onRetry).toHaveBeenCalledOnce();
  });
  test('end with ‘Application submitted successfully!’ and that the page may be closed', () => {
    const done = submission({
      status: 'processed',
      stages: submission().stages.map((stage) => ({ ...stage, state: 'completed' })),
    });
    const ends = show(done);
    expect(screen.getByRole('dialog', { name: 'Application submitted successfully!' }).textContent).toContain(
      'You may close this page',
    );
    act(() => screen.getAllByRole('button', { name: 'Close' }).at(-1)?.click());
    expect(ends.onDone).toHaveBeenCalledOnce();
  });
});

test('toasts of the short form: 4 s blank, error and custom, 2 s success, loading until dismissed', () => {
  expect(TOAST_TIMES).toEqual({
    blank: { duration: 4000 },
    error: { duration: 4000 },
    custom: { duration: 4000 },
    success: { duration: 2000 },
    loading: { duration: Number.POSITIVE_INFINITY },
  });
});
