/** What came of asking the companion. */
import type { Problem } from '@atip/companion';

/** A value, or why there is none; `code` is `unreachable` when nobody answered, `http-…` when no companion did. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Trouble };

export interface Trouble extends Pick<Problem, 'title' | 'detail' | 'code'> {
  /** Of the answer. Absent: there was none. */
  readonly status?: number;
  /** Seconds after which it may be tried again. Absent: not said. */
  readonly retryAfter?: number;
}
