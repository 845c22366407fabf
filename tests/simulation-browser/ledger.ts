import type { Field } from './page-form.ts';

/** Milliseconds. */
const HOUR = 3_600_000;
export const LIFE_MS = 24 * HOUR;
const FIELDS: readonly Field[] = ['firstName', 'passportNumber', 'email', 'streetName', 'cityTownSuburb'];
/** What one family or agent shares, so that a duplicate has it, too. */
const SHARED: ReadonlySet<string> = new Set(['streetName', 'cityTownSuburb']);

/**
 * What may be found in one place: the last is what was put there, the first what was certainly kept, the others came in
 * between. Only a page that was killed may leave another than the last.
 */
type Candidates = readonly string[];

/** What the model knows of one draft. */
export interface Known {
  readonly id: string;
  readonly answers: Map<string, Candidates>;
  /** Slot → names of files; '' where there is none. */
  readonly documents: Map<string, Candidates>;
  /** Something was lost that was never promised, so an earlier answer (document) may be there instead. */
  looseAnswers: boolean;
  looseDocuments: boolean;
  /** It must be there before, and gone after; by the device's clock. */
  endsFrom: number;
  /** The same where only what the page has called saved counts. */
  savedEndsFrom: number;
  endsBy: number;
  /** Until then the tab that it was taken from may send what it could not save; by the device's clock. */
  lateUntil: number;
  /** When something was last typed, in time lived through. */
  typedAt: number;
  documentsAt: number;
  /** Whether the person deleted it: `maybe` if that was undone, or cut short. */
  deleted: 'no' | 'yes' | 'maybe';
  /** A page of the next release had it open. A page of this release leaves its records alone, even expired ones. */
  isOfNext: boolean;
}

export interface Confirmation {
  readonly id: string;
  readonly values: string;
  /** Slot → name of the file. */
  readonly documents: Readonly<Record<string, string>>;
  /** How many PUTs of any kind had reached the server before. */
  readonly putsBefore: number;
  withdrawn: boolean;
  /** The person has asked to take it back, with any result. */
  takenBack: boolean;
  /** Whether the device has said that it keeps it. */
  kept: boolean;
  readonly at: number;
}

/** A promise of the product that was not kept. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

export type Ledger = ReturnType<typeof createLedger>;

/** What was typed, attached and confirmed, and what must come of it. */
export function createLedger() {
  const drafts = new Map<string, Known>();
  /** Every text that was ever typed, and every file, with the place that it belongs to. */
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

  /** A unique text or file name, so that it is recognized wherever it turns up. */
  function make(id: string, place: string, kind: string): string {
    made += 1;
    const text = `${kind}-${made}`;
    homes.set(text, { id, place });
    return text;
  }

  /** Throws when what was typed or attached in one place is in another. */
  function mustBelong(id: string, place: string, text: string, mayBeShared = SHARED.has(place)): void {
    const home = homes.get(text);
    if (home === undefined || (home.id === id && home.place === place)) return;
    if (home.place === place && mayBeShared) return;
    throw new Broken(`${text} of ${home.place} in ${home.id} stands in ${place} of ${id}`);
  }

  /** Its 24 hours begin at `now`. */
  function touch(known: Known, now: number): void {
    known.endsFrom = now + LIFE_MS;
    known.endsBy = now + LIFE_MS;
  }

  /** Throws unless `found` is what must be there; from now on nothing else may be, unless more `mayFollow`. */
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
  /** The page calls these answers saved at `now`. */
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

  /** Whether something of it must be there. */
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
