/** Parts of the page that another part leads to: the policy in Safety, the contents of the tab in Share. */
type Part = 'policy' | 'share-contents';

const listeners = new Map<Part, () => void>();
const waiting = new Set<Part>();

/** Asks the panel that has a part to show it, now or as soon as that panel is there. */
export function wantPart(part: Part): void {
  const listener = listeners.get(part);
  if (listener === undefined) waiting.add(part);
  else listener();
}

/** Calls `onWanted` when a part is asked for, or was before. @returns what ends it */
export function onWantedPart(part: Part, onWanted: () => void): () => void {
  listeners.set(part, onWanted);
  if (waiting.delete(part)) onWanted();
  return () => {
    listeners.delete(part);
  };
}
