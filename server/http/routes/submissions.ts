import type Router from '@koa/router';
import * as endpoints from '#contract/endpoints.ts';
import { AppError } from '../../errors.ts';
import type { SubmissionRecord } from '../../ports/ledger.ts';
import { toSubmission } from '../../submission/view.ts';
import { clientOf } from '../client-of.ts';
import type { AppDeps } from '../deps.ts';
import { follow } from '../follow.ts';
import { Seats } from '../seats.ts';
import { readId } from '../uuid.ts';

/** A submission, read once or followed. Its id is the only right to read it. */
export function submissionRoutes(router: Router, { ledger, draining, rateLimiter }: AppDeps): void {
  const find = async (id: string): Promise<SubmissionRecord> => {
    const record = await ledger.find(id);
    if (record === undefined) throw new AppError('NOT_FOUND', { detail: 'There is no such submission.' });
    return record;
  };

  const seats = new Seats(rateLimiter.points);
  const followers = new Set<() => void>();
  // Whoever follows comes back to another node, or to this one when it has started again.
  draining.addEventListener('abort', () => {
    for (const end of followers) end();
  });

  router.get(endpoints.submission.path, async (ctx) => {
    const record = await find(readId(ctx.params.id));
    ctx.set('Cache-Control', 'no-store');
    ctx.body = toSubmission(record);
  });

  router.get(endpoints.submissionEvents.path, async (ctx) => {
    const id = readId(ctx.params.id);
    const seen = Number(ctx.get('Last-Event-ID') || 0);
    // Watched before it is read, so that no change falls between.
    let early: SubmissionRecord | undefined;
    let tell = (record: SubmissionRecord): void => {
      early = record;
    };
    const unwatch = ledger.watch(id, (record) => tell(record));
    try {
      const record = ledger.underWay(id) ?? (await find(id));
      ctx.set('Cache-Control', 'no-store');
      if (record.status === 'processed' && seen >= record.version) {
        // Everything was told: an event source ends at 204 and does not come back.
        ctx.status = 204;
        return;
      }
      ctx.set('X-Accel-Buffering', 'no');
      ctx.type = 'text/event-stream';
      ctx.status = 200;
      if (ctx.method === 'HEAD') return;
      const leave = seats.take(id, clientOf(ctx.ip));
      // Written to directly, which is half of what a stream as the body would cost.
      ctx.respond = false;
      const end = () => {
        unwatch();
        leave();
      };
      tell = follow(ctx.res, { seen, unwatch: end, followers });
      tell(record);
      if (early) tell(early);
    } finally {
      if (ctx.respond !== false) unwatch();
    }
  });
}
