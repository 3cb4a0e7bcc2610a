import { bundleProbe } from './bundle-probe.ts';
import type { Figures } from './figure.ts';
import { runProbe } from './run-probe.ts';

/**
 * One thread and no optimising compiler make the engine do the same each time, and a young generation larger than all the work
 * means that nothing is collected meanwhile: what the heap has grown by is what was allocated, to the byte.
 */
const FLAGS = [
  '--expose-gc',
  '--single-threaded',
  '--no-opt',
  '--no-sparkplug',
  '--min-semi-space-size=256',
  '--max-semi-space-size=256',
];
/** Per cent: runs do not differ at all, versions of Node a little. */
const TOLERANCE = 5;

/** Bytes that pieces of work allocate. */
export async function measureAllocations(): Promise<Figures> {
  const bytes = await runProbe(await bundleProbe('allocate.ts'), FLAGS);
  const figures = Object.entries(bytes).map(([name, value]) => [`allocated: ${name}`, { value, tolerance: TOLERANCE }]);
  return Object.fromEntries(figures);
}
