/** A figure that is the same in every run on every machine, or nearly. */
export interface Figure {
  readonly value: number;
  /** By how many per cent it may differ from what was recorded, either way. */
  readonly tolerance: number;
}

/** Figures by their names, such as `"bytes allocated by compile"`. */
export type Figures = Readonly<Record<string, Figure>>;

/** What was recorded: values alone, by their names. */
export type RecordedFigures = Readonly<Record<string, number>>;

const WRITE = 'npm run figures -- --write';

/**
 * What differs from what was recorded, one sentence each; nothing when all is as it was.
 *
 * A figure that has become better is a difference as well: the next one that becomes worse would hide behind it.
 */
export function compareFigures(recorded: RecordedFigures, measured: Figures): string[] {
  const differences = Object.entries(measured).flatMap(([name, { value, tolerance }]) => {
    const before = recorded[name];
    if (before === undefined) return [`${name}: ${value}, which is not recorded yet; run: ${WRITE}`];
    if (Math.abs(value - before) <= (Math.abs(before) * tolerance) / 100) return [];
    const share =
      before === 0 ? '' : ` (${value > before ? '+' : ''}${((100 * (value - before)) / before).toFixed(1)} %)`;
    const advice =
      value > before
        ? `If it is worth that, record it with: ${WRITE}`
        : `It has become better; record it, so that it stays so: ${WRITE}`;
    return [`${name}: ${value} instead of ${before}${share}, ± ${tolerance} % is allowed. ${advice}`];
  });
  const gone = Object.keys(recorded).filter((name) => measured[name] === undefined);
  return [...differences, ...gone.map((name) => `${name}: recorded, but nothing measures it; run: ${WRITE}`)];
}
