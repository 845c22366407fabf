import { createInterface } from 'node:readline';

/** Asks the user, at a terminal or through a pipe. */
export interface Prompt {
  /** The answer, without spaces around it; undefined if the input has ended. */
  ask(question: string): Promise<string | undefined>;
  confirm(question: string): Promise<boolean>;
  close(): void;
}

/** Asks on standard error, and reads one line for each question. */
export function createPrompt(): Prompt {
  let open: { reader: ReturnType<typeof createInterface>; lines: AsyncIterator<string> } | undefined;
  // Opened at the first question, so that a command without questions does not wait for input.
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
