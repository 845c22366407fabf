import { createInterface } from 'node:readline';

/** Whoever gave the command, at a terminal or by what is piped into it. */
export interface Asker {
  /** The answer, without spaces around it; undefined where none comes any more. */
  ask(question: string): Promise<string | undefined>;
  /** Whether the answer to a question is `yes`: nothing else is, and no answer neither. */
  confirm(question: string): Promise<boolean>;
  close(): void;
}

/** Asks on standard error, and reads one line for each question. */
export function createAsker(): Asker {
  let open: { reader: ReturnType<typeof createInterface>; lines: AsyncIterator<string> } | undefined;
  // Not before the first question: a command that asks nothing must not wait for anybody.
  const opened = () => {
    if (open) return open;
    const reader = createInterface({ input: process.stdin });
    open = { reader, lines: reader[Symbol.asyncIterator]() };
    return open;
  };
  const ask = async (question: string) => {
    process.stderr.write(question);
    const { value, done } = await opened().lines.next();
    return done ? undefined : value.trim();
  };
  return {
    ask,
    confirm: async (question) => (await ask(`${question} (yes/no) `))?.toLowerCase() === 'yes',
    close: () => open?.reader.close(),
  };
}
