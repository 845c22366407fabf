import * as v from 'valibot';
import { agentApplicationId } from '#domain/agency/form.ts';
import { todayOf } from '#domain/form/calendar.ts';
import type { FormContext } from '#domain/form/form.ts';
import { validate } from '#domain/form/validate.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { initialAnswers, studentForm } from '#domain/student/form.ts';
import { createListeners } from '#platform/holder.ts';
import { personalStorage } from '#platform/personal-storage.ts';
import { isOfKey, KEPT_AGENCY } from '#platform/stored-here.ts';
import type { DraftAnswers, DraftVariant } from './draft.ts';

/** What a draft of a variant starts with, as a draft holds it: without the answers that are not there. */
export function startingAnswers(variant: DraftVariant): DraftAnswers {
  if (variant === 'short') return { formType: 'short-application' };
  if (variant === 'agency') {
    return { agentApplicationId: agentApplicationId(new Date(), secureRandom), formType: 'agent-application' };
  }
  const given: Record<string, string | boolean> = {};
  for (const [name, answer] of Object.entries(initialAnswers(variant))) {
    if (typeof answer === 'string' || typeof answer === 'boolean') given[name] = answer;
  }
  return given;
}

/** From 0 up to 1, and nobody can guess it, unlike Math.random. */
function secureRandom(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number / 2 ** 32;
}

const text = v.exactOptional(v.string());
const agencySchema = v.object({
  /** 'name|country'. */
  selectedAgent: v.string(),
  howDidYouHearAboutUs: text,
  agentName: text,
  agentEmail: text,
});

/**
 * The answers by which an agency names itself. They are kept on this device because somebody asked for it, and every new
 * student of the agent variant starts with them (docs/decisions/0018-agents.md). `howDidYouHearDetails` is not among
 * them: what is written there may be about one student.
 */
export type KeptAgency = Readonly<v.InferOutput<typeof agencySchema>>;

/** The questions of the student application that are about the agency alone. */
const AGENCY_FORM = { ...studentForm, fields: studentForm.fields.filter(({ name }) => name in agencySchema.entries) };

const contextNow = (): FormContext => ({ variant: 'agent', today: todayOf(new Date()) });

/** Of a student's answers those that are about the agency, as far as they are in order; undefined without an agent. */
export function agencyIn(answers: DraftAnswers): KeptAgency | undefined {
  const context = contextNow();
  const broken = validate(AGENCY_FORM, answers, context);
  const given = Object.entries(visibleAnswers(AGENCY_FORM, answers, context)).filter(([name]) => !(name in broken));
  const parsed = v.safeParse(agencySchema, Object.fromEntries(given));
  return parsed.success ? parsed.output : undefined;
}

/**
 * What would be kept if this student's agency was taken for every new one; undefined where that is kept already. Of the
 * same agent, what this student's application does not say stays as it is kept: name and e-mail are asked three steps
 * later.
 */
export function agencyToKeep(answers: DraftAnswers, kept: KeptAgency | undefined): KeptAgency | undefined {
  const found = agencyIn(answers);
  if (found === undefined) return undefined;
  const whole = found.selectedAgent === kept?.selectedAgent ? agencyIn({ ...kept, ...found }) : found;
  return whole && isSame(whole, kept) ? undefined : whole;
}

const isSame = (one: KeptAgency, other: KeptAgency | undefined): boolean =>
  NAMES.every((name) => one[name] === other?.[name]);
const NAMES = Object.keys(agencySchema.entries) as (keyof KeptAgency)[];

/** What lies on this device, word for word; null for nothing, and where storage is blocked. */
export function storedAgency(): string | null {
  try {
    return personalStorage.get(KEPT_AGENCY);
  } catch {
    return null;
  }
}

/** The agency that was kept; undefined when there is none, or none that can be read. Never throws. */
export function keptAgency(stored = storedAgency()): KeptAgency | undefined {
  try {
    const parsed = v.safeParse(agencySchema, JSON.parse(stored ?? 'null'));
    return parsed.success ? agencyIn({ ...parsed.output }) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the agency until somebody clears it. Whether the device took it. */
export function keepAgency(agency: KeptAgency): boolean {
  return change(() => personalStorage.set(KEPT_AGENCY, JSON.stringify(agency)));
}

/** Whether nothing of the agency is kept any more. The students that started with it keep their answers. */
export function clearKeptAgency(): boolean {
  return change(() => personalStorage.remove(KEPT_AGENCY));
}

const { subscribe, call } = createListeners();

function change(write: () => void): boolean {
  try {
    write();
  } catch {
    return false;
  }
  call();
  return true;
}

/** Calls back when another agency is kept, or none any more, here or in another tab. Returns what ends that. */
export function followKeptAgency(listener: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    if (isOfKey(key, KEPT_AGENCY)) listener();
  };
  const stop = subscribe(listener);
  window.addEventListener('storage', elsewhere);
  return () => {
    stop();
    window.removeEventListener('storage', elsewhere);
  };
}
