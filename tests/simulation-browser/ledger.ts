import type { Field } from './page-form.ts';

/** Milliseconds. */
const HOUR = 3_600_000;
export const LIFE_MS = 24 * HOUR;
const FIELDS: readonly Field[] = ['firstName', 'passportNumber', 'email', 'streetName', 'cityTownSuburb'];
/** Answers that a family or an agent shares, so that a duplicate has them, too. */
const SHARED: ReadonlySet<string> = new Set(['streetName', 'cityTownSuburb']);

/**
 * The values that one place may have: the last was put there last, the first was surely kept, the others came in
 * between. Only after a page was killed may the value differ from the last.
 */
type Candidates = readonly string[];

/** The model's knowledge of one draft. */
export interface Known {
  readonly id: string;
  readonly answers: Map<string, Candidates>;
  /** By slot: names of files; '' for none. */
  readonly documents: Map<string, Candidates>;
  /** Something was lost that was never promised, so an earlier answer or document may be there instead. */
  looseAnswers: boolean;
  looseDocuments: boolean;
  /** The draft must exist before `endsFrom` and be gone after `endsBy`, by the device's clock. */
  endsFrom: number;
  /** The same if only what the page reported as saved counts. */
  savedEndsFrom: number;
  endsBy: number;
  /** Until then, the tab that lost the draft may still send what it could not save; by the device's clock. */
  lateUntil: number;
  /** When the person last typed, in awake time. */
  typedAt: number;
  documentsAt: number;
  /** Whether the person deleted it: `maybe` if the deletion was undone or interrupted. */
  deleted: 'no' | 'yes' | 'maybe';
  /** A page of the next release had it open. Pages of this release leave its records alone, even expired ones. */
  isOfNext: boolean;
}

export interface Confirmation {
  readonly id: string;
  readonly values: string;
  /** By slot: the name of the file. */
  readonly documents: Readonly<Record<string, string>>;
  /** How many PUTs of any kind had reached the server before. */
  readonly putsBefore: number;
  withdrawn: boolean;
  /** Whether the person has asked to withdraw it, regardless of the result. */
  takenBack: boolean;
  /** Whether the device reported that it keeps it. */
  kept: boolean;
  /** Whether the page has finished writing it, or failed to. Until then, no other page can show it. */
  isWritten: boolean;
  /** The page that the person confirmed it in. */
  readonly by: unknown;
  readonly at: number;
}

/** A broken promise of the product. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

export type Ledger = ReturnType<typeof createLedger>;

/** What was typed, attached and confirmed, and the promises that follow. */
export function createLedger() {
  const drafts = new Map<string, Known>();
  /** Every typed text and every file, with its place. */
  const homes = new Map<string, { readonly id: string; readonly place: string }>();
  const confirmations: Confirmation[] = [];
  let made = 0;

  function know(id: string, now: number, answers: Readonly<Record<string, unknown>> = {}): Known {
    const known = drafts.get(id);
    if (known) return known;
    const given = FIELDS.map((field): [string, Candidates] => [field, [String(answers[field] ?? '')]]);
    const draft: Known = {
      ...{ id, answers: new Map(given), documents: new Map(), looseAnswers: false, looseDocuments: false },
      ...{
        endsFrom: now + LIFE_MS,
        savedEndsFrom: now + LIFE_MS,
        endsBy: now + LIFE_MS,
        lateUntil: Number.NEGATIVE_INFINITY,
        typedAt: 0,
        documentsAt: 0,
        deleted: 'no',
        isOfNext: false,
      },
    };
    for (const [field, [text = '']] of given) mustBelong(id, field, text, SHARED.has(field));
    drafts.set(id, draft);
    return draft;
  }

  /** A unique text or file name, so that checks recognize it anywhere. */
  function make(id: string, place: string, kind: string): string {
    made += 1;
    const text = `${kind}-${made}`;
    homes.set(text, { id, place });
    return text;
  }

  /** Throws if a text or file of one place is in another place. */
  function mustBelong(id: string, place: string, text: string, mayBeShared = SHARED.has(place)): void {
    const home = homes.get(text);
    if (home === undefined || (home.id === id && home.place === place)) return;
    if (home.place === place && mayBeShared) return;
    throw new Broken(`${text} of ${home.place} in ${home.id} is in ${place} of ${id}`);
  }

  /** Starts its 24 hours at `now`. */
  function touch(known: Known, now: number): void {
    known.endsFrom = now + LIFE_MS;
    known.endsBy = now + LIFE_MS;
  }

  /**
   * Throws unless `found` is an allowed value; from now on only this value is allowed, unless `mayFollow` adds more.
   */
  function settle(
    places: Map<string, Candidates>,
    { id, place, found }: { readonly id: string; readonly place: string; readonly found: string },
    isLoose: boolean,
    mayFollow = false,
  ): void {
    const candidates = places.get(place) ?? [''];
    const isRight = isLoose ? candidates.includes(found) : candidates.at(-1) === found;
    if (!isRight) throw new Broken(`${place} of ${id} is '${found}', of ${candidates.join(', ')} (loose: ${isLoose})`);
    if (!mayFollow) places.set(place, [found]);
  }
  /** The page reports these answers as saved at `now`. */
  function settleAnswers(known: Known, answers: Readonly<Record<string, unknown>>, now: number): void {
    const mayFollow = now <= known.lateUntil;
    for (const place of FIELDS)
      settle(
        known.answers,
        { id: known.id, place, found: String(answers[place] ?? '') },
        known.looseAnswers,
        mayFollow,
      );
    known.looseAnswers = mayFollow;
    known.savedEndsFrom = known.endsFrom;
  }
  function settleDocuments(known: Known, names: Readonly<Record<string, string>>): void {
    for (const slot of new Set([...known.documents.keys(), ...Object.keys(names)]))
      settle(known.documents, { id: known.id, place: slot, found: names[slot] ?? '' }, known.looseDocuments);
    known.looseDocuments = false;
  }
  const put = (places: Map<string, Candidates>, place: string, text: string): void =>
    void places.set(place, [...(places.get(place) ?? ['']), text]);

  /** Whether a part of it is promised. */
  const isPromised = ({ answers, looseAnswers }: Known): boolean =>
    [...answers.values()].some((texts) => (looseAnswers ? texts.every((text) => text !== '') : texts.at(-1) !== ''));

  return {
    drafts,
    homes,
    confirmations,
    know,
    make,
    mustBelong,
    touch,
    settleAnswers,
    settleDocuments,
    put,
    isPromised,
  };
}
