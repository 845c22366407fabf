/** Work by submission id. One id is never worked on twice at the same time. */
export interface Queue {
  /** Now, or at a time. Adding an id that is being worked on has it worked on once more afterwards. */
  add(id: string, at?: Date): void;
  /** Begins to work. A handler that throws is logged, and its id is not repeated. */
  start(handler: (id: string) => Promise<void>): void;
  /** Takes no more work and waits for what is running, at most so many milliseconds. */
  drain(ms: number): Promise<void>;
}
