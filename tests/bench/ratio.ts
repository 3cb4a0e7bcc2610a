/** One measured ratio with what it is to reach. */
export interface Ratio {
  readonly name: string;
  /** What is measured over what it is measured against. */
  readonly ratio: number;
  /** How it is to be, such as `"≤ 0.30"`. */
  readonly target: string;
  readonly met: boolean;
  /** The times behind it, for a reader. */
  readonly detail: string;
}

/** A ratio that is to stay below a bound. */
export function atMost(bound: number, name: string, ratio: number, detail: string): Ratio {
  return { name, ratio, target: `≤ ${bound.toFixed(2)}`, met: ratio <= bound, detail };
}

/** A ratio that is to reach a bound. */
export function atLeast(bound: number, name: string, ratio: number, detail: string): Ratio {
  return { name, ratio, target: `≥ ${bound.toFixed(2)}`, met: ratio >= bound, detail };
}

/** A ratio that nobody set a bound for. */
export function reported(name: string, ratio: number, detail: string): Ratio {
  return { name, ratio, target: '–', met: true, detail };
}
