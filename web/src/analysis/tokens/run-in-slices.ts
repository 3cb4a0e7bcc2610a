/** What work in slices needs of where it runs. */
export interface SlicePorts {
  /** Ms. */
  readonly now: () => number;
  /** Lets messages in, so that a newer request can be seen. */
  readonly pause: () => Promise<void>;
  /** Whether nobody waits for the result any more; asked after each pause. */
  readonly isStale: () => boolean;
}

/** Ms at a stretch. */
const SLICE = 10;

/**
 * Runs steps for 10 ms at a time with pauses between, and hands back what they return; undefined once it is stale.
 *
 * Limits: a slice is longer than 10 ms by one step at most.
 */
export async function runInSlices<Result>(
  steps: Generator<void, Result>,
  { now, pause, isStale }: SlicePorts,
): Promise<Result | undefined> {
  let begun = now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (now() - begun < SLICE) continue;
    await pause();
    if (isStale()) return undefined;
    begun = now();
  }
}

/** Runs steps to their end at once. */
export function runAtOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
