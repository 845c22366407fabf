import type { StaffWebhook } from '../../adapters/staff-webhook.ts';
import type { Effect } from './effect.ts';
import { type TellStaffOptions, tellStaff } from './tell-staff.ts';

export interface EffectsOptions extends Omit<TellStaffOptions, 'webhook'> {
  readonly webhook?: StaffWebhook | undefined;
}

/** Everything that follows from a submission without being one of its stages. Another effect is another line here. */
export function createEffects({ webhook, ...options }: EffectsOptions): Effect {
  const effects = [...(webhook ? [tellStaff({ webhook, ...options })] : [])];
  return (happening) => {
    for (const effect of effects) effect(happening);
  };
}
