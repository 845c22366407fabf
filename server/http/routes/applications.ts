import type Router from '@koa/router';
import type { Context } from 'koa';
import type { ApplicationBody } from '#contract/applications.ts';
import * as endpoints from '#contract/endpoints.ts';
import type { SubmissionKind } from '#domain/submission/stages.ts';
import { toSubmission } from '../../submission/view.ts';
import type { AppDeps } from '../deps.ts';
import { readJson } from '../read-json.ts';
import { readId } from '../uuid.ts';

/** The three PUTs (contract §4): 202 while there is something to do, 200 when all is done. */
export function applicationRoutes(router: Router, { applications }: AppDeps): void {
  const put = async (ctx: Context, id: string, kind: SubmissionKind, body: ApplicationBody) => {
    const record = await applications.put(id, kind, body);
    ctx.status = record.status === 'processed' ? 200 : 202;
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Location', `/api/submissions/${id}`);
    ctx.body = toSubmission(record);
  };
  const { putStudentApplication, putShortApplication, putAgentApplication } = endpoints;

  router.put(putStudentApplication.path, async (ctx) => {
    const id = readId(ctx.params.id);
    await put(ctx, id, 'student', await readJson(ctx, putStudentApplication.request));
  });
  router.put(putShortApplication.path, async (ctx) => {
    const id = readId(ctx.params.id);
    await put(ctx, id, 'short', { variant: 'direct', ...(await readJson(ctx, putShortApplication.request)) });
  });
  router.put(putAgentApplication.path, async (ctx) => {
    const id = readId(ctx.params.id);
    await put(ctx, id, 'agent', { variant: 'direct', ...(await readJson(ctx, putAgentApplication.request)) });
  });
}
