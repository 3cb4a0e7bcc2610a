import type { Growth } from './row.ts';
import { timeTasks } from './time-tasks.ts';

/** One way of doing something with an input of some size. */
export type Way<Input> = (input: Input) => unknown;

/**
 * Times several ways of doing the same with inputs of growing size; at each size the ways take turns.
 *
 * @param inputs by their size, the smallest first. @param time ms for each way and size, in each of three rounds.
 * @param iterations as {@link timeTasks} takes them.
 */
export async function timeSizes<Input>(
  of: string,
  inputs: ReadonlyMap<number, Input>,
  ways: Readonly<Record<string, Way<Input>>>,
  time = 100,
  iterations?: number,
): Promise<Growth> {
  const names = Object.keys(ways);
  const columns: number[][] = [];
  for (const input of inputs.values()) {
    const tasks = Object.fromEntries(Object.entries(ways).map(([name, way]) => [name, () => way(input)]));
    columns.push(await timeTasks(tasks, time, iterations));
  }
  return {
    of,
    sizes: [...inputs.keys()],
    lines: names.map((what, at) => ({ what, unit: 'ms', values: columns.map((column) => column[at] ?? Number.NaN) })),
  };
}
