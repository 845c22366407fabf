import os from 'node:os';
import type { SubmissionRecord } from '../ports/ledger.ts';
import { idsOf, isShortId } from '../short-id.ts';
import type { openBeside } from '../storage.ts';
import { recordsReferenceOf } from '../submission/views.ts';
import type { Asker } from './ask.ts';
import { inOneLine, printable } from './printable.ts';

/** What the commands of the staff work with, beside a running server or without one. */
export type Office = Awaited<ReturnType<typeof openBeside>> & {
  readonly retentionDays: number;
  /** Whether there is a workflow that takes documents. */
  readonly sendsFiles: boolean;
  /** Whom the system takes whoever gives the command for. */
  readonly user: string;
  readonly asker: Asker;
};

/** A command: what follows its name. Throws with words for whoever gave it. */
export type Command = (office: Office, words: readonly string[]) => Promise<void>;

/** Writes lines of ours. What a line takes from elsewhere goes through `inOneLine` before. */
export const write = (text: string): void => void process.stdout.write(printable(text));

/** The value after an option; undefined where the option is not there. Throws where nothing follows it. */
export function optionOf(words: readonly string[], option: string): string | undefined {
  const at = words.indexOf(option);
  if (at < 0) return undefined;
  const value = words[at + 1];
  if (value === undefined || value.startsWith('--')) throw new Error(`Please say what ${option} is to be`);
  return value;
}

const MOST_NAMED = 10;

/** The id that a text gives, whole or by the digits that the log has of it. Throws where several submissions begin so. */
export async function idIn({ persons }: Pick<Office, 'persons'>, text: string): Promise<string> {
  if (!isShortId(text)) return text.toLowerCase();
  const { first, last } = idsOf(text);
  const [id = text, ...others] = await persons.idsBetween(first, last, MOST_NAMED);
  if (others.length === 0) return id;
  throw new Error(`Several begin with it, give the whole id: ${[id, ...others].join(', ')}`);
}

/** Who gives the command, for the journal: as they say themselves, or as the system knows them. */
export const whoIs = ({ user }: Pick<Office, 'user'>, words: readonly string[]): string =>
  inOneLine(optionOf(words, '--by') ?? user);

/** The name of whoever runs this program; its number where the system has no name for it, as in containers. */
export function systemUser(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}

/**
 * One line of figures and ids: id, kind, status, the stage it is at and why, when it was taken, last change, next try,
 * OfferId or Application ID, the records API's own id, and the stages that were repeated after a call without an answer.
 */
export function lineOf(record: SubmissionRecord): string {
  const { id, kind, status, stages, createdAt, updatedAt, retryAt, retries, offerId, applicationId, purgedAt } = record;
  const stage = stages.find(({ state }) => state !== 'completed');
  const where = stage
    ? `${stage.name}${stage.error ? `:${stage.error.code}` : ''}${stage.held ? ' held' : ''}`
    : 'done';
  const next = retryAt ? `next ${retryAt} (try ${retries + 1})` : '-';
  const reference = offerId ?? applicationId ?? '-';
  const theirs = recordsReferenceOf(record);
  const twice = stages.filter(({ repeated }) => repeated).map(({ name }) => name);
  return [
    id,
    kind,
    status,
    where,
    createdAt,
    updatedAt,
    next,
    reference,
    theirs ? `records ${theirs}` : '',
    twice.length > 0 ? `repeated ${twice.join(', ')}` : '',
    purgedAt ? 'purged' : '',
  ]
    .filter((part) => part !== '')
    .map(inOneLine)
    .join('  ')
    .trimEnd();
}
