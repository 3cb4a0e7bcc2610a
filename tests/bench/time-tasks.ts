import { Bench } from 'tinybench';

/**
 * Medians of several tasks in milliseconds, in their order.
 *
 * The tasks take turns in three rounds and each keeps its best median: what else the machine does hits all of them, so that their
 * ratios say more than their times. One that returns a promise is waited for.
 *
 * @param time ms for each task in each round, at least. @param iterations of each task in each round, at least.
 */
export async function timeTasks(
  tasks: Readonly<Record<string, () => unknown>>,
  time = 400,
  iterations = 8,
): Promise<number[]> {
  const best = new Map<string, number>();
  for (let round = 0; round < 3; round++) {
    const bench = new Bench({ time, iterations, warmupTime: time / 4, warmupIterations: Math.min(3, iterations - 1) });
    for (const [name, task] of Object.entries(tasks)) {
      bench.add(name, () => {
        sink = task();
        return sink instanceof Promise ? sink : undefined;
      });
    }
    await bench.run();
    for (const { name, result } of bench.tasks) {
      if (result.state !== 'completed') throw new Error(`The bench task "${name}" did not complete: ${result.state}.`);
      best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, result.latency.p50));
    }
  }
  return Object.keys(tasks).map((name) => best.get(name) ?? Number.NaN);
}

/** Where results go, so that no work can be left out as useless. */
let sink: unknown;
