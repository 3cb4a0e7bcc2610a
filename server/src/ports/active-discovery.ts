/** The one discovery that may be under way. */
export interface ActiveDiscovery {
  /**
   * Begins a discovery.
   *
   * @throws ProblemError 409 `discovery-running` while another has not ended.
   */
  begin(): RunningDiscovery;
  /** Ends the discovery that runs; resolves when it has ended. No other begins after. */
  shutdown(): Promise<void>;
}

/** A discovery from its beginning to its end. */
export interface RunningDiscovery {
  /** Aborts when the discovery is to end early; its reason is then a ProblemError. */
  readonly signal: AbortSignal;
  cancel(): void;
  /** Has to be called once, at the end. */
  finish(): void;
}
