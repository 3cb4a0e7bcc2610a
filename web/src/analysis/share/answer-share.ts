import { encodeShare, type ShareState } from '@atip/share';
import { findSuspects, redactState, type Suspect } from './find-suspects.ts';

export interface ShareQuestion {
  readonly state: ShareState;
  /** What the person decided about what looks like a secret. Absent: nothing yet. */
  readonly consent?: 'redacted' | 'anyway';
}

export interface ShareAnswer {
  /** At most 200 of them. */
  readonly suspects: readonly Suspect[];
  readonly suspectsTotal: number;
  /** What is shared, and its link's part after the address, with `#`. Absent: a person has to decide first. */
  readonly made?: { readonly state: ShareState; readonly fragment: string };
  /** Why it cannot be shared at all, as a sentence. */
  readonly failure?: string;
}

const MAX_LISTED = 200;

/** What is taken out leaves nothing by itself; if it ever does, nothing is said to be redacted that is not. */
const NOT_REDACTED = 'Not all that looks like a secret can be taken out.';

/** The fragment that carries a state; made only of what holds no secret, or as a person decided. */
export function answerShare({ state, consent }: ShareQuestion): ShareAnswer {
  const suspects = findSuspects(state);
  const found = { suspects: suspects.slice(0, MAX_LISTED), suspectsTotal: suspects.length };
  if (suspects.length > 0 && consent === undefined) return found;
  const shared = consent === 'redacted' ? redactState(state) : state;
  if (consent === 'redacted' && findSuspects(shared).length > 0) return { ...found, failure: NOT_REDACTED };
  try {
    return { ...found, made: { state: shared, fragment: encodeShare(shared) } };
  } catch (error) {
    // The one thing that cannot be encoded is what is too large.
    if (!(error instanceof RangeError)) throw error;
    return { ...found, failure: error.message };
  }
}
