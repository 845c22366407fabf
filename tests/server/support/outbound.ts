import { createOutbound, type OutboundOptions } from '#server/adapters/outbound.ts';
import { impatientClock } from './rig.ts';

const ignore = () => undefined;

/** The one way out of the server; nobody reads its figures and log lines, and it masks nothing, unless a test wants it. */
export const openOutbound = (options: Pick<OutboundOptions, 'timeoutMs'> & Partial<OutboundOptions>) =>
  createOutbound({
    redact: (text) => text,
    clock: impatientClock,
    log: { info: ignore, warn: ignore },
    metrics: { call: ignore },
    ...options,
  });

/** The names of a call whose figures nobody reads. */
export const CALL = { service: 'flow', operation: 'send' } as const;
