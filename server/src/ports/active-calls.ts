import type { Slots } from '@atip/node';

/** A call from its acceptance to its end. */
export interface ActiveCall {
  readonly id: string;
  /** Aborts when the call is cancelled; its reason is then a ProblemError. */
  readonly signal: AbortSignal;
  /** Ends the call, wherever it stands. */
  cancel(): void;
  /**
   * Waits for a person to approve exactly this hash.
   *
   * @param ask asks elsewhere than in the page, whose answers are then refused; its signal aborts when the question is over.
   * @returns whether it was approved.
   * @throws ProblemError when the question lapsed or the call was cancelled; whatever `ask` fails with.
   */
  confirmation(hash: string, ask?: (withdrawn: AbortSignal) => Promise<boolean>): Promise<boolean>;
  /** Has to be called once, at the end. */
  finish(): void;
}

export interface ActiveCalls {
  /** @throws ProblemError 429 when too many calls are unfinished; 503 `shutting-down` once there has been a shutdown. */
  admit(): ActiveCall;
  /** @throws ProblemError 404 when there is no such call. */
  cancel(id: string): void;
  /**
   * Answers a waiting call's question.
   *
   * @throws ProblemError 404 `no-question`; 409 `confirm-in-terminal` when it is asked elsewhere, `hash-mismatch` when it asked
   * about another hash. The question then still waits.
   */
  decide(id: string, decision: { readonly approve: boolean; readonly hash: string }): void;
  /** Places for running processes. */
  readonly slots: Slots;
  /** Cancels every call; resolves when the last has ended. No other is admitted after. */
  shutdown(): Promise<void>;
}
