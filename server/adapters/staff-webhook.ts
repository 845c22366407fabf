import type { StaffWebhook } from '../ports/staff-webhook.ts';
import type { Outbound } from './outbound.ts';

/** Posts each message as JSON to the address that the college has for its staff. */
export function createStaffWebhook(url: string, outbound: Outbound): StaffWebhook {
  return (message) =>
    outbound({
      service: 'staff',
      operation: 'webhook',
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      read: () => undefined,
    });
}
