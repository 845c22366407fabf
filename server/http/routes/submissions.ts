import { PassThrough } from 'node:stream';
import type Router from '@koa/router';
import * as endpoints from '#contract/endpoints.ts';
import { AppError } from '../../errors.ts';
import type { SubmissionRecord } from '../../ports/ledger.ts';
import { toSubmission } from '../../submission/view.ts';
import type { AppDeps } from '../deps.ts';
import { readId } from '../uuid.ts';

const HEARTBEAT_MS = 15_000;

/** A submission, read once or followed. Its id is the only right to read it. */
export function submissionRoutes(router: Router, { ledger, draining }: AppDeps): void {
  const find = async (id: string): Promise<SubmissionRecord> => {
    const record = await ledger.find(id);
    if (record === undefined) throw new AppError('NOT_FOUND', { detail: 'There is no such submission.' });
    return record;
  };

  router.get(endpoints.submission.path, async (ctx) => {
    const record = await find(readId(ctx.params.id));
    ctx.set('Cache-Control', 'no-store');
    ctx.body = toSubmission(record);
  });

  router.get(endpoints.submissionEvents.path, async (ctx) => {
    const id = readId(ctx.params.id);
    const record = await find(id);
    const seen = Number(ctx.get('Last-Event-ID') || 0);
    ctx.set('Cache-Control', 'no-store');
    if (record.status === 'processed' && seen >= record.version) {
      // Everything was told: an event source ends at 204 and does not come back.
      ctx.status = 204;
      return;
    }
    ctx.set('X-Accel-Buffering', 'no');
    ctx.type = 'text/event-stream';
    ctx.status = 200;
    ctx.body = follow({ ledger, draining, find, id, seen });
    ctx.flushHeaders();
  });
}

/**
 * The submission's events: where it stands, unless the client has seen that, then each change. It stays open through
 * an error and ends after `processed` (contract §7 "Server-sent events").
 */
function follow(options: {
  readonly ledger: AppDeps['ledger'];
  readonly draining: AbortSignal;
  readonly find: (id: string) => Promise<SubmissionRecord>;
  readonly id: string;
  readonly seen: number;
}): PassThrough {
  const stream = new PassThrough();
  let told = options.seen;
  const tell = (record: SubmissionRecord) => {
    if (record.version <= told || stream.writableEnded) return;
    told = record.version;
    stream.write(`id: ${record.version}\ndata: ${JSON.stringify(toSubmission(record))}\n\n`);
    if (record.status === 'processed') stream.end();
  };
  // Whoever follows comes back to another node, or to this one when it has started again.
  const leave = () => stream.end();
  options.draining.addEventListener('abort', leave, { once: true });
  const unwatch = options.ledger.watch(options.id, tell);
  const heartbeat = setInterval(() => stream.writableEnded || stream.write(': still here\n\n'), HEARTBEAT_MS);
  stream.once('close', () => {
    clearInterval(heartbeat);
    options.draining.removeEventListener('abort', leave);
    unwatch();
  });
  // Read after watching began, so that no change falls between.
  options.find(options.id).then(tell, () => stream.end());
  return stream;
}
