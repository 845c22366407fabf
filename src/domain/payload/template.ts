import type { Answers } from '../form/form.ts';

/**
 * A payload described by its own shape: each key has the way its value is made. From one description come the payload,
 * its type, the check of its structure, and the way back from a key to the question it came from. `Facts` are what a
 * payload needs beside the answers.
 */
export type Template<Facts> = Value<unknown, Facts> | Conditional<Parts<Facts>, 'object' | 'list'> | Parts<Facts>;

/** An object of the payload. */
export interface Parts<Facts> {
  readonly [key: string]: Template<Facts>;
}

/** One value of the payload. */
export class Value<Type, Facts> {
  readonly from: (answers: Answers, facts: Facts) => Type;
  /** Whether a finished value has the right type. */
  readonly fits: (value: unknown) => boolean;
  /** The questions that it is made of, the first one first to be asked again when the value is refused. */
  readonly fields: readonly string[];

  constructor(
    from: (answers: Answers, facts: Facts) => Type,
    fits: (value: unknown) => boolean,
    ...fields: readonly string[]
  ) {
    this.from = from;
    this.fits = fits;
    this.fields = fields;
  }
}

/** Parts that are there on a condition: as an object, else null; or as the one entry of a list, else an empty one. */
export class Conditional<P, As extends 'object' | 'list'> {
  readonly as: As;
  readonly given: (answers: Answers) => boolean;
  readonly parts: P;

  constructor(as: As, given: (answers: Answers) => boolean, parts: P) {
    this.as = as;
    this.given = given;
    this.parts = parts;
  }
}

/** The payload that a template makes. */
export type Filled<T> =
  T extends Value<infer Type, never>
    ? Type
    : T extends Conditional<infer P, 'object'>
      ? Filled<P> | null
      : T extends Conditional<infer P, 'list'>
        ? readonly Filled<P>[]
        : { readonly [Key in keyof T]: Filled<T[Key]> };

/** Makes the payload of these answers. */
export function fill<Facts, T extends Template<Facts>>(template: T, answers: Answers, facts: Facts): Filled<T> {
  return fillAny<Facts>(template, answers, facts) as Filled<T>;
}

function fillAny<Facts>(template: Template<Facts>, answers: Answers, facts: Facts): unknown {
  if (template instanceof Value) return template.from(answers, facts);
  if (template instanceof Conditional) {
    const parts = template.given(answers) ? [fillAny(template.parts, answers, facts)] : [];
    return template.as === 'list' ? parts : (parts[0] ?? null);
  }
  // In a copy, which has its shape already: putting an object together entry by entry takes twice as long.
  const filled: Record<string, unknown> = { ...template };
  for (const key in template) {
    const part = template[key];
    if (part) filled[key] = fillAny(part, answers, facts);
  }
  return filled;
}

const NONE: readonly string[] = [];
const HERE: readonly string[] = [''];

/**
 * The paths of a payload that are not as its template says: a key that is absent, or a value of another type. A path is
 * put together from its end, where something is wrong: mostly nothing is.
 */
export function misfits<Facts>(template: Template<Facts>, payload: unknown): readonly string[] {
  if (template instanceof Value) return template.fits(payload) ? NONE : HERE;
  if (template instanceof Conditional) {
    if (template.as === 'object') return payload === null ? NONE : misfits(template.parts, payload);
    if (!Array.isArray(payload)) return HERE;
    return payload.flatMap((entry, i) => misfits(template.parts, entry).map((path) => below(`[${i}]`, path)));
  }
  if (typeof payload !== 'object' || payload === null) return HERE;
  const found: string[] = [];
  for (const key in template) {
    const part = template[key];
    if (part) for (const path of misfits(part, Reflect.get(payload, key))) found.push(below(key, path));
  }
  return found;
}

const below = (key: string, path: string): string =>
  path === '' || path.startsWith('[') ? key + path : `${key}.${path}`;

/** Every key that is made of answers: its path without list positions, and the fields of the questions. */
export function keysWithFields<Facts>(template: Template<Facts>, path = ''): readonly KeyWithFields[] {
  if (template instanceof Value) return template.fields.length > 0 ? [{ path, fields: template.fields }] : [];
  const parts = template instanceof Conditional ? template.parts : template;
  return Object.entries(parts).flatMap(([key, part]) => keysWithFields(part, path ? `${path}.${key}` : key));
}

export interface KeyWithFields {
  readonly path: string;
  readonly fields: readonly string[];
}
