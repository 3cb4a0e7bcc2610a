import { requestBytes } from './companion-raw-client.ts';
import { answerTo, compileBody } from './edge.ts';
import { percentile, timeRequests } from './edge-load.ts';
import { startEdge, startFixed } from './edge-process.ts';
import type { Growth, GrowthLine } from './row.ts';
import { sizedTool } from './sized-tool.ts';

const COMPILE = '/api/v1/compile';
/** Commands of the documents; a request to the Worker holds 4 MiB at most. */
const SIZES = [10, 100, 1_000] as const;
const VARIANTS = 40;

/** `/compile` in workerd with documents of growing size, always another body, against a Worker with the same bytes. */
export async function edgeGrowth(): Promise<Growth> {
  const edge = await startEdge();
  const [ours, bare]: [number[], number[]] = [[], []];
  try {
    for (const size of SIZES) {
      const text = JSON.stringify(await sizedTool(size));
      const bodies = Array.from({ length: VARIANTS }, (_, at) => compileBody(text, at));
      const fixed = await startFixed(await answerTo(edge, COMPILE, bodies[0]));
      try {
        const requests = (port: number): Buffer[] => bodies.map((body) => requestBytes(port, COMPILE, {}, body));
        const sides = {
          ours: { worker: edge, requests: requests(edge.port) },
          bare: { worker: fixed, requests: requests(fixed.port) },
        };
        const times = await timeRequests(sides, 2, VARIANTS / 2);
        ours.push(percentile(times.ours, 0.5));
        bare.push(percentile(times.bare, 0.5));
      } finally {
        await fixed.stop();
      }
    }
  } finally {
    await edge.stop();
  }
  const line = (what: string, values: readonly number[]): GrowthLine => ({ what, unit: 'ms', values });
  const lines = [
    line('/compile, always another body, median', ours),
    line('a Worker with the same bytes, median', bare),
  ];
  return { of: 'commands of the document', sizes: SIZES, lines };
}
