import type { Context } from 'koa';
import type { ApplicationBody } from '#contract/applications.ts';
import * as endpoints from '#contract/endpoints.ts';
import type { SubmissionKind } from '#domain/submission/stages.ts';
import type { Submission } from '#domain/submission/submission.ts';
import { AppError } from '../../errors.ts';
import type { SubmissionRecord } from '../../ports/ledger.ts';
import { toSubmission } from '../../submission/views.ts';
import type { AppDeps } from '../deps.ts';
import { createEventStreams } from '../event-streams.ts';
import { clientOf } from '../middleware/rate-limit.ts';
import type { Route } from '../route.ts';

/** The lists of the forms, the three PUTs, and a submission with its events (R11.3). */
export function submissionRoutes(route: Route, deps: AppDeps): void {
  const { applications, ledger, lists, publicConfig, college } = deps;
  // 202 while it is being processed, 200 afterwards.
  const put = async (ctx: Context, id: string, kind: SubmissionKind, body: ApplicationBody): Promise<Submission> => {
    const record = await applications.put(id, kind, body, clientOf(ctx));
    ctx.status = record.status === 'processed' ? 200 : 202;
    ctx.set('Location', endpoints.submission.path.replace(':id', id));
    return toSubmission(record);
  };
  // The id is the only right to read a submission.
  const find = async (id: string): Promise<SubmissionRecord> => {
    const record = await ledger.find(id);
    if (record === undefined) throw new AppError('NOT_FOUND', { detail: 'There is no such submission.' });
    return record;
  };
  const stream = createEventStreams(deps, find);

  route(endpoints.config, () => publicConfig);
  route(endpoints.college, () => college);
  route(endpoints.refreshAgentList, () => lists.agents({ refresh: true }));
  route(endpoints.agentList, () => lists.agents({ refresh: false }));
  route(endpoints.intakes, () => lists.intakes());
  route(endpoints.classifications, () => lists.classifications());
  route(endpoints.putStudentApplication, ({ ctx, id, body }) => put(ctx, id, 'student', body));
  route(endpoints.putShortApplication, ({ ctx, id, body }) => put(ctx, id, 'short', { variant: 'direct', ...body }));
  route(endpoints.putAgentApplication, ({ ctx, id, body }) => put(ctx, id, 'agent', { variant: 'direct', ...body }));
  route(endpoints.submission, async ({ id }) => toSubmission(await find(id)));
  route(endpoints.submissionEvents, ({ ctx, id }) => stream(ctx, id));
}
