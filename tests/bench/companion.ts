import { callGrowth, callRows } from './companion-call-rows.ts';
import { compileRouteRows } from './companion-compile.ts';
import { compileGrowth } from './companion-growth.ts';
import { leakRows } from './companion-leaks.ts';
import { createBenchMachine } from './companion-machine.ts';
import { startCompanionProcess } from './companion-process.ts';
import type { Measured } from './row.ts';

/** The companion as a process of its own, over real sockets: answers, calls at once, delay, and what 3,600 calls leave. */
export async function companionBench(): Promise<Measured> {
  const machine = createBenchMachine();
  const companion = await startCompanionProcess(machine.env, machine.cwd);
  try {
    const routes = await compileRouteRows(companion);
    const growth = [await compileGrowth(companion), await callGrowth(companion)];
    const calls = await callRows(companion);
    return { ...routes, rows: [...routes.rows, ...calls, ...(await leakRows(companion))], growth };
  } finally {
    await companion.stop();
    machine.remove();
  }
}
