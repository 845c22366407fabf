/** Where the agent list comes from (spec §7). */
export interface AgentSource {
  /** The parsed answer, whatever it is; `fresh` asks with no-cache headers. Rejects with CallFailure. */
  fetch(options: { readonly fresh: boolean }): Promise<unknown>;
}
