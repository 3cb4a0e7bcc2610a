/** Steps of both tables. */
const STEPS = 4096;
/** Where the tables end, in the logistic domain: probabilities of 6 in a million and of all but as much. */
export const FARTHEST = 11.99;
/** Steps of `squash` to one of the logistic domain. */
export const FINENESS = 170.5;
/** Where 0 of the logistic domain stands in `squash`. */
export const MIDDLE: number = STEPS / 2;

export interface Logistic {
  /** From `x * FINENESS + MIDDLE` to the probability `1 / (1 + e^-x)`. */
  readonly squash: Float64Array;
  /** From a probability in 4096ths to about `ln(p / (1 - p))`. */
  readonly stretch: Float64Array;
}

/**
 * The logistic function and its inverse as tables.
 *
 * Made of `+ - * /` alone: what `Math.exp` returns is left to the engine, and here the last bit matters.
 */
export function logisticTables(): Logistic {
  const squash = Float64Array.from({ length: STEPS }, (_, step) => 1 / (1 + power((MIDDLE - step) / FINENESS)));
  const stretch = new Float64Array(STEPS);
  let step = 0;
  for (let index = 0; index < STEPS; index += 1) {
    while (step < STEPS - 1 && (squash[step] ?? 1) < (index + 0.5) / STEPS) {
      step += 1;
    }
    stretch[index] = (step - MIDDLE) / FINENESS;
  }
  return { squash, stretch };
}

/** `e^x`, nearly: (1 + x / 1024)^1024. */
function power(x: number): number {
  let result = 1 + x / 1024;
  for (let doubling = 0; doubling < 10; doubling += 1) {
    result *= result;
  }
  return result;
}
