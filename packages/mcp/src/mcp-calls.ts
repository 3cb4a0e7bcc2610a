/** Keeps account of calls, so that a client cannot start more than a machine bears, and whoever ends can wait for them. */
export interface McpCalls {
  /**
   * Takes one call from its beginning to its end.
   *
   * @param task gets a signal that aborts with the given one, and when all calls are to end.
   * @throws when too many are unfinished; the error says so.
   */
  take<Result>(signal: AbortSignal, task: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /**
   * Runs a call's program once there is a place for it.
   *
   * @throws the signal's reason when it aborts before that.
   */
  inTurn<Result>(signal: AbortSignal, task: () => Promise<Result>): Promise<Result>;
}
