import { createSandbox } from '@atip/node';
import { callRows, floodRow } from './machine-calls.ts';
import { outputGrowth, scanGrowth } from './machine-growth.ts';
import { scanRows } from './machine-scan.ts';
import type { Measured } from './row.ts';

/** Discovery on this machine's real PATH, what a call costs, and memory under a flood of output. */
export async function machineBench(): Promise<Measured> {
  const sandbox = await createSandbox();
  if (!sandbox.status.available) throw new Error(`No sandbox works here: ${sandbox.status.reason}`);
  return {
    rows: [...(await scanRows(sandbox)), ...(await callRows(sandbox)), await floodRow()],
    growth: [await scanGrowth(sandbox), await outputGrowth()],
  };
}
