import { callRatios } from './companion-call-ratios.ts';
import { compileRouteRatios } from './companion-compile.ts';
import { leakRatios } from './companion-leaks.ts';
import { createBenchMachine } from './companion-machine.ts';
import { startCompanionProcess } from './companion-process.ts';
import type { Ratio } from './ratio.ts';

/** The companion as a process of its own, over real sockets: answers, calls at once, delay, and what 3,600 calls leave. */
export async function companionBench(): Promise<Ratio[]> {
  const machine = createBenchMachine();
  const companion = await startCompanionProcess(machine.env, machine.cwd);
  try {
    return [
      ...(await compileRouteRatios(companion)),
      ...(await callRatios(companion)),
      ...(await leakRatios(companion)),
    ];
  } finally {
    await companion.stop();
    machine.remove();
  }
}
