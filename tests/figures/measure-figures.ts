import type { Figures } from './figure.ts';
import { measureAllocations } from './measure-allocations.ts';
import { measureProcesses } from './measure-processes.ts';
import { measureLinks, measurePageStart, measureSizesOfImports, measureWorker } from './measure-sizes.ts';

/** Every figure that is held. */
export async function measureFigures(): Promise<Figures> {
  return {
    ...(await measureSizesOfImports()),
    ...(await measureWorker()),
    ...measureLinks(),
    ...(await measurePageStart()).figures,
    ...(await measureAllocations()),
    ...(await measureProcesses()),
  };
}
