import { useState } from 'react';
import type { SafeStorage } from '../state/safe-storage.ts';

const SEEN_KEY = 'atip.hint.v1';

/** The three steps: what is done in the document, read in the result, and tried with a call. */
export type TourStep = 1 | 2 | 3;

export interface Tour {
  /** Absent: over, or skipped for good. */
  readonly step: TourStep | undefined;
  readonly go: (step: TourStep) => void;
  /** Ends it; from then on it is only shown when it is asked for. */
  readonly end: () => void;
}

/** The tour of a first visit. */
export function useTour(local: SafeStorage): Tour {
  const [step, go] = useState<TourStep | undefined>(() => (local.getItem(SEEN_KEY) === null ? 1 : undefined));
  const end = (): void => {
    local.setItem(SEEN_KEY, 'dismissed');
    go(undefined);
  };
  return { step, go, end };
}
