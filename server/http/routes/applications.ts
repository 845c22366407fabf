import type { Context } from 'koa';
import type { ApplicationBody } from '#contract/applications.ts';
import * as endpoints from '#contract/endpoints.ts';
import type { SubmissionKind } from '#domain/submission/stages.ts';
import type { Submission } from '#domain/submission/submission.ts';
import { toSubmission } from '../../submission/views.ts';
import type { AppDeps } from '../deps.ts';
import { clientOf } from '../middleware/rate-limit.ts';
import type { Route } from '../route.ts';

/** The three PUTs (R11.3): 202 while there is something to do, 200 when all is done. */
export function applicationRoutes(route: Route, { applications }: Pick<AppDeps, 'applications'>): void {
  const put = async (ctx: Context, id: string, kind: SubmissionKind, body: ApplicationBody): Promise<Submission> => {
    const record = await applications.put(id, kind, body, clientOf(ctx));
    ctx.status = record.status === 'processed' ? 200 : 202;
    ctx.set('Location', endpoints.submission.path.replace(':id', id));
    return toSubmission(record);
  };

  route(endpoints.putStudentApplication, ({ ctx, id, body }) => put(ctx, id, 'student', body));
  route(endpoints.putShortApplication, ({ ctx, id, body }) => put(ctx, id, 'short', { variant: 'direct', ...body }));
  route(endpoints.putAgentApplication, ({ ctx, id, body }) => put(ctx, id, 'agent', { variant: 'direct', ...body }));
}
