import { createOutbound, type OutboundOptions } from '#server/adapters/outbound.ts';
import { impatientClock } from './rig.ts';

const ignore = () => undefined;

/**
 * The server's client for outside calls. It drops its figures and log lines and masks nothing, unless a test needs
 * that.
 */
export const openOutbound = (options: Pick<OutboundOptions, 'timeoutMs'> & Partial<OutboundOptions>) =>
  createOutbound({
    redact: (text) => text,
    clock: impatientClock,
    log: { info: ignore, warn: ignore },
    metrics: { call: ignore },
    ...options,
  });

/** The names of a call in a test that reads no figures. */
export const CALL = { service: 'flow', operation: 'send' } as const;
