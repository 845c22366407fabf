import * as v from 'valibot';
import { agentApplicationId } from '#domain/agency/form.ts';
import { todayOf } from '#domain/form/calendar.ts';
import type { FormContext } from '#domain/form/form.ts';
import { validate } from '#domain/form/validate.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { initialAnswers, studentForm } from '#domain/student/form.ts';
import { isOfKey, KEPT_AGENCY } from '#platform/device-storage.ts';
import { createListeners } from '#platform/holder.ts';
import { personalStorage } from '#platform/personal-storage.ts';
import type { DraftAnswers, DraftVariant } from './draft.ts';

/** The starting answers of a variant, as a draft stores them: absent answers are left out. */
export function startingAnswers(variant: DraftVariant): DraftAnswers {
  if (variant === 'short') return { formType: 'short-application' };
  if (variant === 'agency') {
    return { agentApplicationId: agentApplicationId(new Date(), secureRandom), formType: 'agent-application' };
  }
  const starting: Record<string, string | boolean> = {};
  for (const [name, answer] of Object.entries(initialAnswers(variant))) {
    if (typeof answer === 'string' || typeof answer === 'boolean') starting[name] = answer;
  }
  return starting;
}

/** From 0 up to 1. Unlike Math.random, it cannot be guessed. */
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
 * The answers that identify an agency. They are kept on this device at the agent's request, and every new student of
 * the agent variant starts with them (docs/decisions/0018-agents.md). `howDidYouHearDetails` is left out, because it
 * may be about one student.
 */
export type KeptAgency = Readonly<v.InferOutput<typeof agencySchema>>;

/** The questions of the student application that are only about the agency. */
const AGENCY_FORM = { ...studentForm, fields: studentForm.fields.filter(({ name }) => name in agencySchema.entries) };

const contextNow = (): FormContext => ({ variant: 'agent', today: todayOf(new Date()) });

/** The valid answers of a student that are about the agency; undefined without an agent. */
export function agencyIn(answers: DraftAnswers): KeptAgency | undefined {
  const context = contextNow();
  const broken = validate(AGENCY_FORM, answers, context);
  const valid = Object.entries(visibleAnswers(AGENCY_FORM, answers, context)).filter(([name]) => !(name in broken));
  const parsed = v.safeParse(agencySchema, Object.fromEntries(valid));
  return parsed.success ? parsed.output : undefined;
}

/**
 * The agency to keep if this student's agency becomes the default; undefined if it is kept already. For the same agent,
 * answers that this application does not have stay as they are: name and e-mail are asked three steps later.
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

/** The stored text; null if there is none, or if storage is blocked. */
export function storedAgency(): string | null {
  try {
    return personalStorage.get(KEPT_AGENCY);
  } catch {
    return null;
  }
}

/** The kept agency; undefined if there is none, or if it cannot be read. Never throws. */
export function keptAgency(stored = storedAgency()): KeptAgency | undefined {
  try {
    const parsed = v.safeParse(agencySchema, JSON.parse(stored ?? 'null'));
    return parsed.success ? agencyIn({ ...parsed.output }) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the agency until it is cleared. Returns whether it was written. */
export function keepAgency(agency: KeptAgency): boolean {
  return change(() => personalStorage.set(KEPT_AGENCY, JSON.stringify(agency)));
}

/** Clears the kept agency, and returns whether that worked. Students that started with it keep their answers. */
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

/** Calls back when the kept agency is changed or cleared, here or in another tab. Returns a function that ends this. */
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
