/** Time, as the companion needs it. */
export interface Clock {
  /** Ms since some fixed moment; never goes back. */
  now(): number;
  /** Does something after a number of ms, unless the returned function is called before. */
  after(ms: number, action: () => void): () => void;
}

/** Time of this process. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};
