import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Mocks, startMocks } from '#mocks/server.ts';
import { makeEmptyPdf } from './pdf.ts';
import { type Product, startProduct } from './product.ts';

const RELEASES = path.resolve(import.meta.dirname, '../fixtures/releases');
const SHIFTED_DATE = path.resolve(import.meta.dirname, '../server/support/shifted-date.ts');
/** So long after the recording the people come back. */
const LATER_MS = 10 * 60_000;

export type Answers = Readonly<Record<string, string | boolean>>;

export interface TypedDraft {
  /** What the list of applications calls it. */
  readonly listed: string;
  readonly label?: string;
  readonly variant: 'direct' | 'agent';
  readonly step: number;
  /** What differs from the common steps; null where the question was not answered. */
  readonly ownSteps: readonly Readonly<Record<string, string | boolean | null>>[];
  readonly uploadedDocument?: string;
  readonly documentNotUploaded?: string;
}

interface Left {
  /** On the disk before the rest was typed. */
  readonly saved: Answers;
  /** Typed while nothing could be written any more: kept by what the page does on leaving. */
  readonly afterwards: Answers;
}

/** What the people of a recording typed, written by hand: what the recorder types and what the tests expect. */
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
  /** How many bytes of that document had arrived. */
  readonly partUpload: { readonly slot: string; readonly sent: number };
}

/** What only the recorded release knew: ids that it made up, and what the outside services had heard of it. */
export interface Recorded {
  /** ISO date-time of the end of the recording. */
  readonly at: string;
  /** Submission ids. */
  readonly ids: Readonly<Record<keyof Typed['sent'], string>>;
  /** The agency's Application ID. */
  readonly applicationId: string;
  /** What the page sent for the confirmed application; no server took it. */
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

/** A file of a release's folder; throws where it is not there. */
export async function readJson<Content>(name: string, file: string): Promise<Content> {
  return JSON.parse(await readFile(path.join(releaseFolder(name), file), 'utf8'));
}

/** What a student answered in each step that was filled. */
export function stepsOf({ commonSteps }: Typed, { ownSteps, step }: Pick<TypedDraft, 'ownSteps' | 'step'>) {
  return commonSteps.slice(0, step).map((common, at): Answers => {
    const answers = Object.entries({ ...common, ...ownSteps[at] });
    return Object.fromEntries(answers.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
  });
}

/** Everything that a sent application says, as it is in the body of its PUT. */
export const sentValues = (typed: Typed, which: keyof Typed['sent']): Answers =>
  Object.assign({ formType: 'student-application' }, ...stepsOf(typed, { step: 4, ownSteps: [typed.sent[which]] }));

/** Whose an application of `sent` is. */
export const nameOf = ({ firstName, familyName }: Readonly<Record<string, string>>): string =>
  `${firstName} ${familyName}`;

/** The document that was attached in a slot: its name and bytes say whose it is. */
export const documentOf = (whose: string, slot: string) => ({
  name: `${whose.toLowerCase().replace(/[^a-z]+/g, '-')}-${slot}.pdf`,
  bytes: makeEmptyPdf({ mark: `${whose} ${slot}`, bytes: 900 }),
});

/** The outside services as they were at the recording, at `now`. */
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

/** Milliseconds from now to the time at which people come back after a recording. */
export const shiftTo = (recordedAt: string): number => Date.parse(recordedAt) + LATER_MS - Date.now();
/** For the environment of a server: its clock is so many milliseconds ahead. */
export const clockOf = (shiftMs: number) => ({
  NODE_OPTIONS: `--import ${SHIFTED_DATE}`,
  SHIFT_MS: String(shiftMs),
});

/** Today's server on a copy of what a recorded server kept. */
export interface ReopenedLedger extends AsyncDisposable {
  readonly typed: Typed;
  readonly recorded: Pick<Recorded, 'ids' | 'put' | 'received'>;
  readonly mocks: Mocks;
  readonly product: Product;
}

export interface ReopenedRelease extends ReopenedLedger {
  readonly recorded: Recorded;
  /** Milliseconds from the time on the clock to the time at which the people come back. */
  readonly shiftMs: number;
}

/**
 * Today's server and fresh outside services on a copy of a recorded data directory, ten minutes after the recording: the
 * clocks are moved and what was recorded stays as it was written.
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
