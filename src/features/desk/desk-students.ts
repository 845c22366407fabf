import { dateInWords } from '#domain/form/calendar.ts';
import { isHeld, type Submission } from '#domain/submission/submission.ts';
import { fold } from '#features/agents/agent-index.ts';
import { expiryOf } from '#features/drafts/draft.ts';
import type { HandoverState } from '#features/drafts/draft-notes.ts';
import { missingIn, missingInWords, nameOf } from '#features/drafts/draft-row.tsx';
import type { DraftSummary } from '#features/drafts/draft-summary.ts';
import { type OutboxState, outboxPosition } from '#features/submission/outbox/outbox-slice.ts';
import { entryExpiry } from '#features/submission/outbox/outbox-storage.ts';
import { acceptedStateText, outboxStateText } from '#features/submission/outbox/outbox-view.tsx';
import type { SentRecord } from '#features/submission/sent-records.ts';
import type { SubmissionsState } from '#features/submission/submission-slice.ts';

/**
 * The state of a student's application. `waiting`: confirmed, not sent yet. `processing`: on the server. `failed`: a person
 * must act. `sent`: there is a receipt.
 */
type DeskState = 'draft' | 'waiting' | 'processing' | 'failed' | 'sent';

/** One student of an agent, as the switcher and the desk show it. */
export interface DeskStudent {
  readonly id: string;
  readonly name: string;
  readonly state: DeskState;
  /** The passport number and the start of the course. '' if neither is known. */
  readonly facts: string;
  /** What is still missing, its place in the outbox, why it failed, or its reference. */
  readonly words: string;
  /** The reference within `words`, once the application is in. */
  readonly reference?: string | undefined;
  /** A draft without missing steps or documents that this device may submit. */
  readonly isComplete: boolean;
  /** Steps and required documents that are missing. */
  readonly missing: number;
  /** Open findings of "Before you send". Absent until they are known. */
  readonly toCheck?: number;
  /** The last change, or when it was sent; milliseconds since 1970, as the other moments. */
  readonly at: number;
  readonly createdAt: number;
  /** When this device deletes it. Undefined if this device will not. */
  readonly endsAt: number | undefined;
  /** There is a draft that can be opened. Otherwise there is at most a receipt. */
  readonly canOpen: boolean;
  /** It is in the outbox. It can be withdrawn, and if it failed, retried. */
  readonly isInLine: boolean;
  readonly handover: HandoverState | undefined;
  /** The text for the search, folded. */
  readonly searched: string;
}

/** What is known on this device about the students of an agent. */
export interface DeskSources {
  readonly drafts: Readonly<Record<string, DraftSummary>>;
  readonly handovers: Readonly<Record<string, HandoverState>>;
  readonly outbox: OutboxState;
  /** What this page has confirmed, by draft id. */
  readonly submissions: SubmissionsState;
  /** The server's states of applications in processing, by draft id. */
  readonly processing: Readonly<Record<string, Submission | undefined>>;
  readonly sent: readonly SentRecord[];
}

const ofAgent = (drafts: DeskSources['drafts']): DraftSummary[] =>
  Object.values(drafts).filter(({ variant }) => variant === 'agent');

/** The students of the agent variant, the last changed first. Direct applicants are not among them. */
export function deskStudents(sources: DeskSources): readonly DeskStudent[] {
  const students = ofAgent(sources.drafts).map((draft) => studentOf(draft, sources));
  const receipts = sources.sent.filter(({ id, variant }) => variant === 'agent' && !(id in sources.drafts));
  return [...students, ...receipts.map(sentStudent)].sort((one, other) => other.at - one.at);
}

function studentOf(draft: DraftSummary, sources: DeskSources): DeskStudent {
  const { id, createdAt, changedAt, passportNumber } = draft;
  const name = nameOf(draft);
  const { steps, documents } = missingIn(draft);
  const missing = steps.length + documents;
  const current = stateOfDraft(draft, sources);
  return {
    id,
    name,
    facts: factsOf(draft),
    ...current,
    isComplete: missing === 0 && current.state === 'draft' && sources.handovers[id] === undefined,
    missing,
    at: changedAt,
    createdAt,
    canOpen: true,
    isInLine: sources.outbox.entries.some((entry) => entry.id === id),
    handover: sources.handovers[id],
    searched: fold(`${name}\n${draft.firstName} ${draft.familyName}\n${passportNumber}`),
  };
}

/** 'P1234567, starts 8 April 2026'. */
function factsOf({ passportNumber, selectedIntake }: DraftSummary): string {
  const intake = selectedIntake === '' ? '' : `starts ${dateInWords(selectedIntake)}`;
  return [passportNumber, intake].filter(Boolean).join(', ');
}

function stateOfDraft(
  draft: DraftSummary,
  { outbox, submissions, processing, sent }: DeskSources,
): Pick<DeskStudent, 'state' | 'words' | 'reference' | 'endsAt'> {
  const { id } = draft;
  const waiting = outboxPosition(outbox, id);
  if (waiting) {
    const state = waiting.entry.failure ? 'failed' : 'waiting';
    return { state, words: outboxStateText(waiting), endsAt: entryExpiry(waiting.entry) };
  }
  const entry = submissions[id];
  const isFollowed = entry?.phase === 'followed' || outbox.processing.some((one) => one.id === id);
  const note = sent.find((one) => one.id === id);
  const submission = processing[id];
  if (note?.reference !== undefined || submission?.status === 'processed')
    return { state: 'sent', words: referenceWords(note), reference: note?.reference, endsAt: undefined };
  if (isFollowed || submission !== undefined) {
    const state = submission?.status === 'error' && !isHeld(submission) ? 'failed' : 'processing';
    return { state, words: acceptedStateText(submission ?? {}), endsAt: undefined };
  }
  if (entry?.phase === 'failed')
    return { state: 'failed', words: `Not sent: ${entry.failure?.message ?? ''}`, endsAt: expiryOf(draft) };
  if (entry?.phase === 'waiting' || entry?.phase === 'sending')
    return { state: 'waiting', words: 'We are sending it now', endsAt: undefined };
  return { state: 'draft', words: missingInWords(draft) ?? '', endsAt: expiryOf(draft) };
}

const referenceWords = (note: SentRecord | undefined): string =>
  note?.reference ? `Submitted, reference ${note.reference}` : 'Submitted';

/** A student whose draft is gone. A note with the name is left. */
function sentStudent(note: SentRecord): DeskStudent {
  const { id, applicant, reference, at } = note;
  const isProcessed = reference !== undefined;
  return {
    id,
    name: applicant || 'New student (no name yet)',
    facts: '',
    state: isProcessed ? 'sent' : 'processing',
    words: isProcessed ? referenceWords(note) : acceptedStateText({}),
    reference,
    isComplete: false,
    missing: 0,
    at,
    createdAt: at,
    endsAt: undefined,
    canOpen: false,
    isInLine: false,
    handover: undefined,
    searched: fold(`${applicant}\n${reference ?? ''}`),
  };
}

/** Those that have every word of the text in name, passport number or reference. Case and diacritics do not matter. */
export function searchStudents(students: readonly DeskStudent[], text: string): readonly DeskStudent[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  return words.length === 0
    ? students
    : students.filter(({ searched }) => words.every((word) => searched.includes(word)));
}

/**
 * The draft of the student before (-1) or after (1) the open one, in the order of 'Your applications': the newest first. The
 * order does not change while a form is filled. After the last comes the first. Undefined if there is no other.
 */
export function neighbour(
  drafts: DeskSources['drafts'],
  openId: string | null,
  by: -1 | 1,
): { readonly draft: DraftSummary; readonly place: number; readonly count: number } | undefined {
  const line = ofAgent(drafts).sort((one, other) => other.createdAt - one.createdAt);
  const from = line.findIndex(({ id }) => id === openId);
  const at = from < 0 ? 0 : (from + by + line.length) % line.length;
  const draft = line[at];
  return draft === undefined || draft.id === openId ? undefined : { draft, place: at + 1, count: line.length };
}
