/** What other panels lead to: the policy in Safety, the form in Calls. */
type Leading = 'policy' | 'call-form';

export interface WantedPart {
  /** Asks the panel that has it to show it, now or as soon as that panel is there. */
  readonly want: (part: Leading) => void;
  /** Hears that a part is asked for, or was before. @returns what ends it. */
  readonly listen: (part: Leading, onWanted: () => void) => () => void;
}

/** A place where nothing is asked for yet. */
export function createWantedPart(): WantedPart {
  const waiting = new Set<Leading>();
  const listeners = new Map<Leading, () => void>();
  return {
    want: (part) => {
      const listener = listeners.get(part);
      if (listener === undefined) waiting.add(part);
      else listener();
    },
    listen: (part, onWanted) => {
      listeners.set(part, onWanted);
      if (waiting.delete(part)) onWanted();
      return () => {
        listeners.delete(part);
      };
    },
  };
}

/** The page's own. */
export const WANTED_PART: WantedPart = createWantedPart();
