/** One recruiting agent, as the agent source lists it. */
export interface Agent {
  readonly name: string;
  readonly contact: string;
  readonly country: string;
  readonly address: string;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly websites: readonly string[];
}
