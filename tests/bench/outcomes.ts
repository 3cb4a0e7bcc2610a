import type { Measured, Row } from './row.ts';
import { isMet, type Outcome, type RowOf, type Target, valueFor } from './target.ts';

/** What the benches measured, by their names. */
export type AllMeasured = Readonly<Record<string, Pick<Measured, 'rows' | 'leftOut'>>>;

/** Finds a row by `BENCH/ID`. */
function findRow(all: AllMeasured, path: string): Row | undefined {
  const [bench = '', id] = path.split('/');
  return all[bench]?.rows.find((row) => row.id === id);
}

/**
 * What became of each target, in their order. Those of a bench that was not run at all are left out, which a run of all cannot be.
 *
 * @throws Error that names every target which has neither a row nor a reason why there is none: a check that cannot run is a
 * failure.
 */
export function judgeTargets(targets: readonly Target[], all: AllMeasured): Outcome[] {
  const unanswered: string[] = [];
  const outcomes = targets.flatMap((target): Outcome[] => {
    const row = findRow(all, target.row);
    if (row !== undefined) {
      const value = valueFor(target, row);
      return [{ target, state: isMet(target, value) ? 'met' : 'missed', value, row }];
    }
    const [bench = '', id = ''] = target.row.split('/');
    const reason =
      all[bench] === undefined ? `\`npm run bench -- ${bench}\` has not been run yet` : all[bench].leftOut?.[id];
    if (reason !== undefined) return [{ target, state: 'left out', reason }];
    unanswered.push(`${target.row} ("${target.words}")`);
    return [];
  });
  if (unanswered.length > 0) throw new Error(`No row was measured for ${unanswered.join('; ')}.`);
  return outcomes;
}

/** Finds rows for the reasons of misses. */
export function rowFinder(all: AllMeasured): RowOf {
  return (path) => {
    const row = findRow(all, path);
    if (row === undefined) throw new Error(`There is no row ${path}.`);
    return row;
  };
}
