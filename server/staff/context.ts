import os from 'node:os';
import { parseArgs } from 'node:util';
import type { JournalEntry } from '../adapters/sql/personal-data.ts';
import type { openForCommands } from '../storage.ts';
import { inOneLine, printable } from './printable.ts';
import type { Prompt } from './prompt.ts';

/** The dependencies of the staff's commands, with or without a running server. */
export type CommandContext = Awaited<ReturnType<typeof openForCommands>> & {
  readonly sendsFiles: boolean;
  /** The operating system's user who runs the command. */
  readonly user: string;
  readonly prompt: Prompt;
};

const OPTIONS = {
  accepted: { type: 'boolean' },
  after: { type: 'string' },
  all: { type: 'boolean' },
  'all-skipped': { type: 'boolean' },
  'all-stopped': { type: 'boolean' },
  by: { type: 'string' },
  contact: { type: 'boolean' },
  into: { type: 'string' },
  limit: { type: 'string' },
  reference: { type: 'string' },
  resend: { type: 'boolean' },
  since: { type: 'string' },
  stage: { type: 'string' },
  state: { type: 'string' },
  unfinished: { type: 'boolean' },
  until: { type: 'string' },
  yes: { type: 'boolean' },
} as const;

const parse = (words: readonly string[]) => parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });

export type Options = ReturnType<typeof parse>['values'];

export interface Arguments {
  /** The text that names a submission: see `findSubmission`. */
  readonly id?: string;
  readonly options: Options;
}

export interface Command {
  /** The options that it accepts. */
  readonly options: readonly (keyof Options)[];
  readonly takesId: boolean;
  /** Throws errors with a message for the user. */
  run(context: CommandContext, args: Arguments): Promise<void>;
}

/** Parses the arguments of a command. Throws with a message for the user if the command does not accept them. */
export function readArguments(name: string, { options, takesId }: Command, words: readonly string[]): Arguments {
  const { values, positionals } = parse(words);
  const given = Object.keys(values);
  const foreign = given.find((option) => !options.some((known) => known === option));
  if (foreign !== undefined) throw new Error(`${name} does not have the option --${foreign}`);
  const [id, ...others] = positionals;
  if (others.length > 0 || (id !== undefined && !takesId)) {
    throw new Error(takesId ? `${name} takes one ID` : `${name} takes no ID`);
  }
  return { ...(id === undefined ? {} : { id }), options: values };
}

/** Writes our own lines. Other text must go through `inOneLine` first. */
export const write = (text: string): void => void process.stdout.write(printable(text));

/** The user for the journal: the given name, or the system's user name. */
export const whoIs = ({ user }: Pick<CommandContext, 'user'>, { by }: Options): string => inOneLine(by ?? user);

export async function note(
  context: Pick<CommandContext, 'persons' | 'clock' | 'user'>,
  options: Options,
  done: Pick<JournalEntry, 'action' | 'submission' | 'what'>,
): Promise<void> {
  await context.persons.note({ at: context.clock.now().toISOString(), who: whoIs(context, options), ...done });
}

/** The name of the user who runs this program; its number if the system has no name for it, as in containers. */
export function systemUser(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
