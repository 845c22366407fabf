import { configureStore } from '@reduxjs/toolkit';
import { act, cleanup, screen, within } from '@testing-library/react';
import { Form } from 'react-final-form';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toast } from '#components/toasts.tsx';
import type { Config } from '#contract/config.ts';
import type { StageError } from '#domain/submission/submission.ts';
import { AgencyFields } from '#features/forms/agency/agency-fields.tsx';
import { FlowBanner } from '#features/forms/agency/flow-banner.tsx';
import { SubmitArea } from '#features/forms/agency/submit-area.tsx';
import { SuccessModal } from '#features/forms/agency/success-modal.tsx';
import type { SubmitState } from '#features/forms/agency/use-submit-state.ts';
import { sendFailure } from '#features/submission/send-application.ts';
import { api } from '#platform/api.ts';
import { renderThemed } from '../../render.tsx';
import { pageAt, startApiServer } from '../../submission/api-server.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const ignore = () => undefined;

describe('the questions to an agency', () => {
  test('offer the target recruitment countries of the specification, in its order', () => {
    renderThemed(<Form onSubmit={() => undefined}>{() => <AgencyFields refused={undefined} />}</Form>);
    const control = document.querySelector<HTMLSelectElement>('[name=targetRecruitmentCountry]');
    const offered = [...(control?.options ?? [])].filter(({ value }) => value !== '').map(({ text }) => text);
    expect(offered.join(', ')).toBe(
      'China, India, Vietnam, Nepal, Bangladesh, Philippines, Sri Lanka, Indonesia, Thailand, Malaysia, Korea, Japan, Brazil, Colombia, Other',
    );
  });
});

describe('the submit button', () => {
  const shown = (state: SubmitState) => {
    renderThemed(
      <>
        <SubmitArea state={state} failure={undefined} unanswered={0} onClose={ignore} />
        <p>below</p>
      </>,
    );
    const button = screen.getByRole<HTMLButtonElement>('button');
    return { words: button.textContent, disabled: button.disabled, classes: button.className };
  };
  test.each([
    ['idle', 'Submit Application', false],
    ['submitting', 'Submitting...', true],
    ['success', 'Submitted Successfully', false],
    ['error', 'Submission Failed', false],
  ] as const)('%s: %s', (state, words, disabled) => {
    expect(shown(state)).toMatchObject({ words, disabled });
  });
  test('looks different for success and for failure', () => {
    const looks = (['idle', 'success', 'error'] as const).map((state) => {
      const { classes } = shown(state);
      cleanup();
      return classes;
    });
    expect(new Set(looks).size).toBe(3);
  });
  test('has the message area below', () => {
    const message = 'Agent application submission failed: no';
    renderThemed(
      <SubmitArea state="error" failure={{ code: 'POWER_AUTOMATE_ERROR', message }} unanswered={0} onClose={ignore} />,
    );
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain(message);
    expect(screen.getByRole('button').compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});

test('a registration that the staff look into has no submit button: its words, and a way out', () => {
  const message =
    'The college is checking whether your application has arrived in its records. You do not need to do anything.';
  const onClose = vi.fn();
  renderThemed(
    <SubmitArea state="held" failure={{ code: 'UNKNOWN_OUTCOME', message }} unanswered={0} onClose={onClose} />,
  );
  expect(screen.getByRole('status').textContent).toContain(message);
  const [close, ...others] = screen.getAllByRole('button');
  expect([close?.textContent, others]).toEqual(['Close', []]);
  close?.click();
  expect(onClose).toHaveBeenCalledOnce();
});

describe('what is said of a submission that did not get through', () => {
  const problem = (code: string, status: number, more: object = {}) =>
    ({ kind: 'problem', status, problem: { type: 'about:blank', title: 'Title', status, code, ...more } }) as const;
  const said = (failure: StageError) => {
    renderThemed(<SubmitArea state="error" failure={failure} unanswered={0} onClose={ignore} />);
    return screen.getByRole('alert').textContent;
  };
  const GENERAL = 'There was an error submitting your application. Please try again.';
  test.each([
    ['no connection', { kind: 'network' }, 'Network error occurred. Please check your connection and try again.'],
    ['an answer that is not ours', { kind: 'http', status: 502 }, GENERAL],
    ['a trouble of the server', problem('INTERNAL_ERROR', 500), GENERAL],
    [
      'the flow is not configured',
      problem('NOT_CONFIGURED', 503, { detail: 'Agent application Power Automate flow URL not configured' }),
      'Agent application Power Automate flow URL not configured',
    ],
    [
      'no document',
      problem('DOCUMENTS_MISSING', 422, {
        detail: 'Agent introduction document is required. Please upload a PDF document.',
      }),
      'Agent introduction document is required. Please upload a PDF document.',
    ],
  ] as const)('%s', (_what, error, message) => {
    expect(said(sendFailure(error))).toContain(message);
  });
  test('a document that could not be uploaded leads to what is said beside it', () => {
    const words = said({ code: 'UPLOAD_FAILED', message: 'We could not upload these documents: Agent Introduction' });
    expect(words).toContain('We could not upload the agent introduction.');
    expect(words).toContain('Read the message beside the document');
  });
  test('a detail that the message repeats is said once', () => {
    const [message, detail] = ['Agent application submission failed: The list is closed', 'The list is closed'];
    expect(said({ code: 'POWER_AUTOMATE_ERROR', message, detail })).toBe(
      `${message}Your answers are safe. Press the red button to try again.`,
    );
  });
  test('the fields that the server did not accept say why', () => {
    renderThemed(
      <Form onSubmit={() => undefined}>
        {() => <AgencyFields refused={{ tel: 'Please enter a valid telephone number' }} />}
      </Form>,
    );
    expect(document.getElementById('tel-error')?.textContent).toContain('Please enter a valid telephone number');
  });
});

describe('the banner', () => {
  let server: Awaited<ReturnType<typeof startApiServer>>;
  beforeEach(async () => {
    server = await startApiServer();
    pageAt(server.url);
  });
  afterEach(() => server.stop());

  function show() {
    const store = configureStore({
      reducer: { api: api.reducer },
      middleware: (getDefault) => getDefault().concat(api.middleware),
    });
    renderThemed(
      <Provider store={store}>
        <FlowBanner />
      </Provider>,
    );
    return store;
  }

  async function bannerOf(facts: { demo: boolean; agent: boolean; agentMock?: boolean }, title: string) {
    const { agent, ...rest } = facts;
    const bytes = { totalDocumentBytes: 1, agentIntroductionBytes: 1, genericFileBytes: 1 };
    const limits = { ...bytes, genericFileCount: 1, draftHours: 24 };
    const flows = { student: true, agent, shortForm: true, files: true };
    server.answers.get = { status: 200, body: { ...rest, devTools: false, flows, limits } satisfies Config };
    show();
    await screen.findByText(title);
    return document.body.textContent;
  }
  test('says that submissions go to a real automation flow that saves to a list', async () => {
    const words = await bannerOf({ demo: false, agent: true }, 'This form goes to our automation flow');
    expect(words).toContain('saves your application to the list');
  });
  test('says that they go to a mock API, which forwards nothing, when the mock replaces the flow', async () => {
    const words = await bannerOf({ demo: false, agent: false, agentMock: true }, 'This form goes to a mock API');
    expect(words).toContain('nobody receives your application');
  });
  test('says that nothing can be submitted when there is neither a flow nor the mock', async () => {
    const words = await bannerOf({ demo: false, agent: false }, 'This form cannot be submitted at the moment');
    expect(words).toContain('The automation flow is not configured');
    expect(words).not.toContain('mock API');
  });
  test('says in demo mode that the services are simulated', async () => {
    const words = await bannerOf({ demo: true, agent: true }, 'Demo mode: submissions go to simulated services');
    expect(words).not.toContain('saves your application');
  });
  test('says nothing while the settings are on their way, nor when they cannot be had', async () => {
    server.answers.get = { status: 404, body: {} };
    const { getState } = show();
    expect(document.body.textContent).toBe('');
    await vi.waitFor(() => expect(api.endpoints.config.select()(getState()).isError).toBe(true));
    expect(document.body.textContent).toBe('');
  });
});

describe('toasts of the agent form', () => {
  const copy = async (works: boolean) => {
    vi.stubGlobal('navigator', {
      clipboard: { writeText: () => (works ? Promise.resolve() : Promise.reject(new Error('no'))) },
    });
    document.execCommand = () => false;
    renderThemed(<SuccessModal earlier={false} id="AGT-2026-ABCDEF-123456" open onClose={() => {}} />);
    const button = within(screen.getByRole('dialog')).getByRole('button', { name: 'Copy to clipboard' });
    await act(async () => button.click());
  };
  test('stay 3000 ms for a success', async () => {
    const success = vi.spyOn(toast, 'success');
    await copy(true);
    expect(success).toHaveBeenCalledWith('Application ID copied to clipboard!', { duration: 3000 });
  });
  test('stay 4000 ms for an error', async () => {
    const error = vi.spyOn(toast, 'error');
    await copy(false);
    expect(error).toHaveBeenCalledWith(expect.stringContaining('could not copy the Application ID'), {
      duration: 4000,
    });
  });
});
