import type { skipToken } from '@reduxjs/toolkit/query';
import type { ApplicationBody, FlowApplicationBody } from '#contract/applications.ts';
import * as endpoints from '#contract/endpoints.ts';
import { submissionSchema } from '#contract/submission.ts';
import type { Variant } from '#domain/form/form.ts';
import type { Submission } from '#domain/submission/submission.ts';
import type { DraftVariant } from '#features/drafts/draft.ts';
import { api } from '#platform/api.ts';

const pathOf = (path: string, id: string): string => path.replace(':id', encodeURIComponent(id));

const isStudent = (variant: DraftVariant): variant is Variant => variant === 'direct' || variant === 'agent';

const PUT_PATHS: Readonly<Record<DraftVariant, string>> = {
  direct: endpoints.putStudentApplication.path,
  agent: endpoints.putStudentApplication.path,
  short: endpoints.putShortApplication.path,
  agency: endpoints.putAgentApplication.path,
};

/** Sends an application and polls its stages (R11.3). */
export const submissionApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The draft's id is the idempotency key: the same body resumes the submission, another body replaces it. */
    putApplication: build.mutation<
      Submission,
      { id: string; variant: DraftVariant; body: FlowApplicationBody & Pick<ApplicationBody, 'accepted'> }
    >({
      query: ({ id, variant, body }) => ({
        url: pathOf(PUT_PATHS[variant], id),
        method: 'PUT',
        body: isStudent(variant) ? ({ variant, ...body } satisfies ApplicationBody) : body,
      }),
      responseSchema: submissionSchema,
    }),
    submission: build.query<Submission, string>({
      query: (id) => pathOf(endpoints.submission.path, id),
      responseSchema: endpoints.submission.response,
      providesTags: (_data, _error, id) => [{ type: 'submission', id }],
    }),
  }),
});

/** While the server processes a submission: its stages change every few seconds. */
const BUSY_POLL_MS = 2000;
/** While it waits for a retry, the staff or the applicant, or if the server does not answer. */
const IDLE_POLL_MS = 10_000;

/**
 * How often to poll a submission: not while the page is hidden, nor after it is processed. Unlike event streams, polling
 * does not use up the six connections that a browser allows for a server.
 */
export function pollingOf({ data, error }: { readonly data?: Submission | undefined; readonly error?: unknown }) {
  const isProcessed = data?.status === 'processed';
  const isBusy = error === undefined && data?.status !== 'error';
  const interval = isBusy ? BUSY_POLL_MS : IDLE_POLL_MS;
  return {
    pollingInterval: isProcessed ? 0 : interval,
    skipPollingIfUnfocused: true,
    refetchOnFocus: !isProcessed,
    refetchOnReconnect: true,
  };
}

/** A submission, polled while the component is mounted. */
export function useFollowedSubmission(id: string | typeof skipToken) {
  const { useQueryState, useQuerySubscription } = submissionApi.endpoints.submission;
  const known = useQueryState(id);
  useQuerySubscription(id, pollingOf(known));
  return known;
}
