import * as v from 'valibot';
import { agentApplicationId } from '#domain/agency/application-id.ts';
import { DRAFT_LIFE_MS } from '#features/drafts/draft.ts';

/** Version of the saved shape: what another version wrote is not taken up again. */
const SCHEMA = 1;

const registrationSchema = v.object({
  schema: v.literal(SCHEMA),
  id: v.pipe(v.string(), v.uuid()),
  answers: v.pipe(v.record(v.string(), v.string()), v.readonly()),
  revision: v.pipe(v.number(), v.integer(), v.minValue(0)),
  changedAt: v.pipe(v.number(), v.finite(), v.minValue(0)),
  sent: v.boolean(),
});

/**
 * An agency's application while it is filled. `id` is the UUID that its upload and its PUT carry, so that sending it
 * twice registers once; `revision` counts its changes; `changedAt` in milliseconds since 1970; `sent` once the server
 * has it, so that a reload finds out what became of it.
 */
export type Registration = Readonly<v.InferOutput<typeof registrationSchema>>;

/** An empty application with a fresh Application ID, `now` in milliseconds since 1970. */
export function newRegistration(now: number): Registration {
  const answers = {
    agentApplicationId: agentApplicationId(new Date(now), secureRandom),
    formType: 'agent-application',
  };
  return { schema: SCHEMA, id: crypto.randomUUID(), answers, revision: 0, changedAt: now, sent: false };
}

/** A saved application as this version understands it, else undefined. Never throws. */
export function readRegistration(saved: unknown): Registration | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), registrationSchema), saved);
  return parsed.success ? parsed.output : undefined;
}

/** When it is gone from this device (contract §7 "24 hours"), in milliseconds since 1970. */
export const registrationExpiry = ({ changedAt }: Registration): number => changedAt + DRAFT_LIFE_MS;

/** The number that the agency keeps: AGT-{year}-{6}-{6} (spec §3). */
export const applicationIdOf = ({ answers }: Registration): string => answers.agentApplicationId ?? '';

/** From 0 up to 1 and nobody's guess, unlike Math.random. */
function secureRandom(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number / 2 ** 32;
}
