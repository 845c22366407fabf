import { parseJson, pipe, safeParse, string } from 'valibot';
import type { ApplicationBody, FlowApplicationBody } from '#contract/applications.ts';
import * as endpoints from '#contract/endpoints.ts';
import { submissionSchema } from '#contract/submission.ts';
import type { Variant } from '#domain/form/form.ts';
import type { Submission } from '#domain/submission/submission.ts';
import type { DraftVariant } from '#features/drafts/draft.ts';
import { api } from '#platform/api.ts';
import { whenBroughtBack } from '#platform/coming-back.ts';

const pathOf = (path: string, id: string): string => path.replace(':id', encodeURIComponent(id));

const isStudent = (variant: DraftVariant): variant is Variant => variant === 'direct' || variant === 'agent';

const PUT_PATHS: Readonly<Record<DraftVariant, string>> = {
  direct: endpoints.putStudentApplication.path,
  agent: endpoints.putStudentApplication.path,
  short: endpoints.putShortApplication.path,
  agency: endpoints.putAgentApplication.path,
};

/** Sending an application, and its stages as they happen (R11.3). */
export const submissionApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The draft's id is the idempotency key: the same body again resumes, a corrected one replaces. */
    putApplication: build.mutation<Submission, { id: string; variant: DraftVariant; body: FlowApplicationBody }>({
      query: ({ id, variant, body }) => ({
        url: pathOf(PUT_PATHS[variant], id),
        method: 'PUT',
        body: isStudent(variant) ? ({ variant, ...body } satisfies ApplicationBody) : body,
      }),
      responseSchema: submissionSchema,
    }),
    /** The server's events keep it up to date while it is subscribed to. */
    submission: build.query<Submission, string>({
      query: (id) => pathOf(endpoints.submission.path, id),
      responseSchema: endpoints.submission.response,
      providesTags: (_data, _error, id) => [{ type: 'submission', id }],
      async onCacheEntryAdded(id, { cacheDataLoaded, cacheEntryRemoved, updateCachedData }) {
        // Removed without ever having had an answer.
        const loaded = await cacheDataLoaded.catch(() => undefined);
        if (!loaded) return;
        const events = pathOf(endpoints.submissionEvents.path, id);
        const stop = followSubmission(events, pathOf(endpoints.submission.path, id), (submission) =>
          updateCachedData(() => submission),
        );
        await cacheEntryRemoved;
        stop();
      },
    }),
  }),
});

export const { useSubmissionQuery } = submissionApi;

const submissionText = pipe(string(), parseJson(), submissionSchema);

/** Without an event for so long the connection may be dead without saying so, and the server is asked. */
const QUIET_MS = 5000;

/**
 * Reports every change of a submission until it is processed or the returned function is called.
 *
 * The browser's EventSource connects again by itself after a cut and names the last event it saw; where it gives up, does
 * not exist, or stays silent (a proxy may hold events back), the server is asked every few seconds instead.
 * @param eventsPath of the server-sent events: unnamed messages, each the whole submission as JSON (R11.7)
 * @param statePath of the submission itself
 */
export function followSubmission(
  eventsPath: string,
  statePath: string,
  onChange: (submission: Submission) => void,
): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let events = 0;
  const ending = new AbortController();
  const { signal } = ending;
  const stop = () => {
    ending.abort();
    clearTimeout(timer);
    source?.close();
  };
  const take = (text: unknown) => {
    const submission = safeParse(submissionText, text);
    if (signal.aborted || !submission.success) return;
    onChange(submission.output);
    if (submission.output.status === 'processed') stop();
  };
  const listen = () => {
    if (signal.aborted || typeof EventSource === 'undefined' || (source && source.readyState !== EventSource.CLOSED))
      return;
    source = new EventSource(eventsPath);
    source.onmessage = ({ data }) => {
      events += 1;
      watch();
      take(data);
    };
  };
  const ask = async () => {
    const before = events;
    const answer = await fetch(statePath, { cache: 'no-store' }).then(textOf, () => undefined);
    // What came meanwhile is newer, or followed by what is: no stage goes back and is announced once more.
    if (events === before) take(answer);
    if (signal.aborted) return;
    listen();
    watch();
  };
  const watch = () => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(ask, QUIET_MS);
  };
  listen();
  watch();
  // With a connection open, browsers do not keep a page for the way back to it.
  window.addEventListener('pagehide', () => source?.close(), { signal });
  whenBroughtBack(() => void ask(), { signal });
  return stop;
}

const textOf = async (answer: Response): Promise<unknown> => (answer.ok ? answer.text() : undefined);
