import { createOutbound, type OutboundOptions } from '#server/adapters/outbound.ts';
import { impatientClock } from './rig.ts';

const ignore = () => undefined;

/** The one way out of the server. It drops its figures and log lines and masks nothing, unless a test wants it. */
export const openOutbound = (options: Pick<OutboundOptions, 'timeoutMs'> & Partial<OutboundOptions>) =>
  createOutbound({
    redact: (text) => text,
    clock: impatientClock,
    log: { info: ignore, warn: ignore },
    metrics: { call: ignore },
    ...options,
  });

/** The names of a call whose figures are not read. */
export const CALL = { service: 'flow', operation: 'send' } as const;
