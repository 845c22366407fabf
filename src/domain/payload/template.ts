import type { Answers } from '../form/form.ts';
import type { Shape } from './shape.ts';

/**
 * The description of a payload: each key has the function that makes its value. It yields the payload, its type, the
 * check of its structure, and the questions behind each key. `Facts`: what the payload needs beside the answers.
 */
export type Template<Facts> =
  | Value<unknown, Facts>
  | Conditional<Parts<Facts>, 'object' | 'list'>
  | ListParts<readonly ListPart<Facts>[]>
  | Parts<Facts>;

/** One entry of a list, with or without a condition. */
type ListPart<Facts> = Parts<Facts> | Conditional<Parts<Facts>, 'object'>;

/** An object of the payload. */
interface Parts<Facts> {
  readonly [key: string]: Template<Facts>;
}

/** One value of the payload. */
export class Value<Type, Facts> {
  readonly from: (answers: Answers, facts: Facts) => Type;
  /** The structure of the value. */
  readonly shape: Shape;
  /** The questions that it comes from. If the value is refused, the first one is shown as wrong. */
  readonly fields: readonly string[];

  constructor(from: (answers: Answers, facts: Facts) => Type, shape: Shape, ...fields: readonly string[]) {
    this.from = from;
    this.shape = shape;
    this.fields = fields;
  }
}

export const ALWAYS = () => true;

/** Parts with a condition: an object or null; or a list with one entry or none. */
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

/** A list with a description for each entry. Entries whose condition fails are omitted. */
export class ListParts<E> {
  readonly entries: E;

  constructor(entries: E) {
    this.entries = entries;
  }
}

/** The payload that a template makes. */
export type Filled<T> =
  T extends Value<infer Type, never>
    ? Type
    : T extends ListParts<infer E extends readonly unknown[]>
      ? readonly NonNullable<Filled<E[number]>>[]
      : T extends Conditional<infer P, 'object'>
        ? Filled<P> | null
        : T extends Conditional<infer P, 'list'>
          ? readonly Filled<P>[]
          : { readonly [Key in keyof T]: Filled<T[Key]> };

export function fill<Facts, T extends Template<Facts>>(template: T, answers: Answers, facts: Facts): Filled<T> {
  return fillAny<Facts>(template, answers, facts) as Filled<T>;
}

function fillAny<Facts>(template: Template<Facts>, answers: Answers, facts: Facts): unknown {
  if (template instanceof Value) return template.from(answers, facts);
  if (template instanceof ListParts) {
    return template.entries.flatMap((entry) => fillAny<Facts>(entry, answers, facts) ?? []);
  }
  if (template instanceof Conditional) {
    const parts = template.given(answers) ? [fillAny(template.parts, answers, facts)] : [];
    return template.as === 'list' ? parts : (parts[0] ?? null);
  }
  // Filling a copy of the template is twice as fast as building an object key by key.
  const filled: Record<string, unknown> = { ...template };
  for (const key in template) {
    const part = template[key];
    if (part) filled[key] = fillAny(part, answers, facts);
  }
  return filled;
}

/** The structure of the payloads of a template. */
export function shapeOf<Facts>(template: Template<Facts>, shapeOfValue = shapeAsMade): Shape {
  return shapeWithin(template, shapeOfValue, false);
}

/** `onCondition`: whether the value is in parts with a condition. */
type ShapeOfValue = (value: Value<unknown, never>, onCondition: boolean) => Shape;
const shapeAsMade: ShapeOfValue = ({ shape }) => shape;

function shapeWithin<Facts>(template: Template<Facts>, shapeOfValue: ShapeOfValue, onCondition: boolean): Shape {
  if (template instanceof Value) return shapeOfValue(template, onCondition);
  if (template instanceof ListParts) {
    return { entries: template.entries.map((entry) => shapeWithin(entry, shapeOfValue, onCondition)) };
  }
  if (template instanceof Conditional) {
    const parts = shapeWithin(template.parts, shapeOfValue, true);
    return template.as === 'list'
      ? { listOf: parts, length: [template.given === ALWAYS ? 1 : 0, 1] }
      : { ...parts, optional: true };
  }
  const keys = Object.entries(template).map(([key, part]) => [key, shapeWithin(part, shapeOfValue, onCondition)]);
  return { object: Object.fromEntries(keys) };
}

/**
 * Every key that comes from answers, with their fields. A path has an index only if the entries of a list differ:
 * 'Addresses[1].Suburb', but 'AppliedCourses.StartDate'.
 */
export function keysWithFields<Facts>(template: Template<Facts>, path = ''): readonly KeyWithFields[] {
  if (template instanceof Value) return template.fields.length > 0 ? [{ path, fields: template.fields }] : [];
  if (template instanceof ListParts) {
    return template.entries.flatMap((entry, index) => keysWithFields<Facts>(entry, `${path}[${index}]`));
  }
  const parts = template instanceof Conditional ? template.parts : template;
  return Object.entries(parts).flatMap(([key, part]) => keysWithFields(part, path ? `${path}.${key}` : key));
}

export interface KeyWithFields {
  readonly path: string;
  readonly fields: readonly string[];
}
