import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Mocks, startMocks } from '#mocks/server.ts';
import { makeEmptyPdf } from './pdf.ts';
import { type Product, startProduct } from './product.ts';

const RELEASES = path.resolve(import.meta.dirname, '../fixtures/releases');
const SHIFTED_DATE = path.resolve(import.meta.dirname, '../server/support/shifted-date.ts');
/** How long after the recording the people return. */
const LATER_MS = 10 * 60_000;

export type Answers = Readonly<Record<string, string | boolean>>;

export interface TypedDraft {
  /** Its name in the list of applications. */
  readonly listed: string;
  readonly label?: string;
  readonly variant: 'direct' | 'agent';
  readonly step: number;
  /** The differences from the common steps; null if the question was not answered. */
  readonly ownSteps: readonly Readonly<Record<string, string | boolean | null>>[];
  readonly uploadedDocument?: string;
  readonly documentNotUploaded?: string;
}

interface Left {
  /** Saved before the rest was typed. */
  readonly saved: Answers;
  /** Typed while nothing could be saved any more: kept by the page's work on leaving. */
  readonly afterwards: Answers;
}

/** What the people of a recording typed, written by hand: the recorder types it and the tests expect it. */
export interface Typed {
  readonly commonSteps: readonly Answers[];
  readonly requiredDocuments: readonly string[];
  readonly sent: Readonly<Record<'finished' | 'waiting' | 'underWay' | 'confirmed', Readonly<Record<string, string>>>>;
  readonly drafts: readonly TypedDraft[];
  readonly agent: { readonly name: string; readonly country: string };
  readonly short: { readonly listed: string; readonly answers: Answers; readonly uploadedDocument: string };
  readonly agency: { readonly answers: Answers; readonly rest: Answers; readonly uploadedDocument: string };
  readonly unreadable: { readonly id: string };
  readonly leftDraft: Left;
  readonly leftRegistration: Left;
  /** How many bytes of that document arrived. */
  readonly partUpload: { readonly slot: string; readonly sent: number };
}

/** What only the recorded release knew: ids that it made, and what the outside services received. */
export interface Recorded {
  /** ISO date-time of the end of the recording. */
  readonly at: string;
  /** Submission ids. */
  readonly ids: Readonly<Record<keyof Typed['sent'], string>>;
  /** The agency's Application ID. */
  readonly applicationId: string;
  /** What the page sent for the confirmed application; no server received it. */
  readonly put: {
    readonly path: string;
    readonly body: { readonly values: object; readonly documents: readonly object[] };
  };
  readonly partUpload: { readonly id: string; readonly draftId: string };
  readonly received: readonly { readonly service: string; readonly key: string; readonly body: Answers }[];
}

export const releaseFolder = (name: string): string => path.join(RELEASES, name);
/** Every recorded release, by the name of its folder. */
export const RELEASE_NAMES: readonly string[] = readdirSync(RELEASES);

export const readTyped = (name: string): Promise<Typed> => readJson(name, 'typed.json');
export const readRecorded = (name: string): Promise<Recorded> => readJson(name, 'recorded.json');

/** A file of a release's folder; throws if it is missing. */
export async function readJson<Content>(name: string, file: string): Promise<Content> {
  return JSON.parse(await readFile(path.join(releaseFolder(name), file), 'utf8'));
}

/** A student's answers in each step that was filled. */
export function stepsOf({ commonSteps }: Typed, { ownSteps, step }: Pick<TypedDraft, 'ownSteps' | 'step'>) {
  return commonSteps.slice(0, step).map((common, at): Answers => {
    const answers = Object.entries({ ...common, ...ownSteps[at] });
    return Object.fromEntries(answers.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
  });
}

/** All answers of a sent application, as in the body of its PUT. */
export const sentValues = (typed: Typed, which: keyof Typed['sent']): Answers =>
  Object.assign({ formType: 'student-application' }, ...stepsOf(typed, { step: 4, ownSteps: [typed.sent[which]] }));

/** The applicant's name of a `sent` application. */
export const nameOf = ({ firstName, familyName }: Readonly<Record<string, string>>): string =>
  `${firstName} ${familyName}`;

/** The document that was attached to a slot: its name and bytes show whose it is. */
export const documentOf = (whose: string, slot: string) => ({
  name: `${whose.toLowerCase().replace(/[^a-z]+/g, '-')}-${slot}.pdf`,
  bytes: makeEmptyPdf({ mark: `${whose} ${slot}`, bytes: 900 }),
});

/** The outside services as they were during the recording, at `now`. */
export const startOutside = ({ agent }: Typed, now: () => Date = () => new Date()): Promise<Mocks> =>
  startMocks({
    port: 0,
    latency: 0,
    now,
    agents: [
      {
        ...agent,
        contact: 'Mei Lin',
        address: '8 Bund Road, Shanghai',
        emails: ['mei@harbour.example'],
        phones: ['8621555001'],
        websites: [],
      },
    ],
  });

/** Milliseconds from now to the time when people return after a recording. */
export const shiftTo = (recordedAt: string): number => Date.parse(recordedAt) + LATER_MS - Date.now();
/** Environment for a server whose clock is this many milliseconds ahead. */
export const clockOf = (shiftMs: number) => ({
  NODE_OPTIONS: `--import ${SHIFTED_DATE}`,
  SHIFT_MS: String(shiftMs),
});

/** Today's server on a copy of a recorded server's data. */
export interface ReopenedLedger extends AsyncDisposable {
  readonly typed: Typed;
  readonly recorded: Pick<Recorded, 'ids' | 'put' | 'received'>;
  readonly mocks: Mocks;
  readonly product: Product;
}

export interface ReopenedRelease extends ReopenedLedger {
  readonly recorded: Recorded;
  /** Milliseconds from the clock's time to the time when the people return. */
  readonly shiftMs: number;
}

/**
 * Runs today's server and new outside services on a copy of a recorded data directory, ten minutes after the recording.
 * The clocks move; the recorded files do not change.
 */
export async function reopenRelease(name: string): Promise<ReopenedRelease> {
  const [typed, recorded] = await Promise.all([readTyped(name), readRecorded(name)]);
  const shiftMs = shiftTo(recorded.at);
  const mocks = await startOutside(typed, () => new Date(Date.now() + shiftMs));
  const data = { directory: path.join(releaseFolder(name), 'server'), writtenAt: new Date(recorded.at) };
  const product = await startProduct({
    env: { ...mocks.env, ...clockOf(shiftMs), RECORDS_UNKNOWN_OUTCOME: 'resend' },
    data,
  });
  return {
    typed,
    recorded,
    mocks,
    product,
    shiftMs,
    [Symbol.asyncDispose]: async () => {
      await product[Symbol.asyncDispose]();
      await mocks.close();
    },
  };
}
