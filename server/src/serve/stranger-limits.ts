/** Limits of connections that have not shown the token yet. Any local user can open them, as often as they like. */
export interface StrangerLimits {
  /** Open at once. Beyond, each new one takes the place of the oldest, unless that is within its `grace`. */
  readonly connections: number;
  /** Ms for the head of the first request; then 408, and the connection is closed. */
  readonly head: number;
  /**
   * Ms in which a connection is not closed for a newer one, as long as there is room for both: a client that opens a hundred
   * at once has not sent a hundred heads yet.
   */
  readonly grace: number;
}
