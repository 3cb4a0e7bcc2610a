let listener: (() => void) | undefined;
let isWaiting = false;

/** Asks Safety to show its policy, now or as soon as that panel is there. */
export function wantPolicy(): void {
  if (listener === undefined) isWaiting = true;
  else listener();
}

/** Calls `onWanted` when the policy is asked for, or was before. @returns what ends it */
export function onPolicyWanted(onWanted: () => void): () => void {
  listener = onWanted;
  if (isWaiting) onWanted();
  isWaiting = false;
  return () => {
    listener = undefined;
  };
}
