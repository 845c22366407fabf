import * as endpoints from '#contract/endpoints.ts';
import { AppError } from '../../errors.ts';
import type { SubmissionRecord } from '../../ports/ledger.ts';
import { toSubmission } from '../../submission/views.ts';
import type { AppDeps } from '../deps.ts';
import { EventStreamQuota } from '../event-stream-quota.ts';
import { follow } from '../follow.ts';
import { clientOf } from '../middleware/rate-limit.ts';
import type { Route } from '../route.ts';

/** A submission, read once or followed. Its id is the only right to read it. */
export function submissionRoutes(
  route: Route,
  { ledger, draining, rateLimiter }: Pick<AppDeps, 'ledger' | 'draining' | 'rateLimiter'>,
): void {
  const find = async (id: string): Promise<SubmissionRecord> => {
    const record = await ledger.find(id);
    if (record === undefined) throw new AppError('NOT_FOUND', { detail: 'There is no such submission.' });
    return record;
  };

  const quota = new EventStreamQuota(rateLimiter.points);
  const followers = new Set<() => void>();
  // Clients connect again to another node, or to this one when it has started again.
  draining.addEventListener('abort', () => {
    for (const end of followers) end();
  });

  route(endpoints.submission, async ({ id }) => toSubmission(await find(id)));

  route(endpoints.submissionEvents, async ({ ctx, id }) => {
    const seen = Number(ctx.get('Last-Event-ID') || 0);
    // Watched before it is read, so that no change is missed in between.
    let early: SubmissionRecord | undefined;
    let send = (record: SubmissionRecord): void => {
      early = record;
    };
    const unwatch = ledger.watch(id, (record) => send(record));
    try {
      const record = await find(id);
      if (record.status === 'processed' && seen >= record.version) {
        // The client has seen everything: an event source stops at 204 and does not connect again.
        ctx.status = 204;
        return;
      }
      ctx.set('X-Accel-Buffering', 'no');
      ctx.type = 'text/event-stream';
      ctx.status = 200;
      if (ctx.method === 'HEAD') return;
      const leave = quota.add(id, clientOf(ctx));
      // Written to directly, which is half of what a stream as the body would cost.
      ctx.respond = false;
      const onEnd = () => {
        unwatch();
        leave();
      };
      send = follow(ctx.res, { seen, onEnd, followers });
      send(record);
      if (early) send(early);
    } finally {
      if (ctx.respond !== false) unwatch();
    }
  });
}
