import type { CompanionProcess } from './companion-process.ts';
import { connectRaw, requestBytes } from './companion-raw-client.ts';
import type { Growth } from './row.ts';
import { sizedTool } from './sized-tool.ts';

const PATH = '/api/v1/compile';
/** Commands of the documents. */
const SIZES = [10, 100, 1_000] as const;
const REQUESTS = 15;

/** How long `POST /compile` takes with documents of growing size, each body another one so that no answer is kept. */
export async function compileGrowth(companion: CompanionProcess): Promise<Growth> {
  const [times, bytes]: [number[], number[]] = [[], []];
  for (const size of SIZES) {
    const requests = await bodiesOf(companion, size);
    times.push(await medianOf(companion.port, requests));
    bytes.push(requests[0]?.byteLength ?? Number.NaN);
  }
  return {
    of: 'commands of the document',
    sizes: SIZES,
    lines: [
      { what: `/compile, always another body, one after the other, median of ${REQUESTS}`, unit: 'ms', values: times },
      { what: 'bytes of a request', unit: '', values: bytes },
    ],
  };
}

async function bodiesOf({ port, token }: CompanionProcess, size: number): Promise<Buffer[]> {
  const tool = await sizedTool(size);
  return Array.from({ length: REQUESTS + 3 }, (_, at) => {
    const body = JSON.stringify({ sources: [{ ...tool, description: `Of turn ${100 + at}` }], provider: 'openai' });
    return requestBytes(port, PATH, { authorization: `Bearer ${token}` }, body);
  });
}

/** The first three are for the compiler of the engine. */
async function medianOf(port: number, requests: readonly Buffer[]): Promise<number> {
  const client = await connectRaw(port);
  const times: number[] = [];
  for (const request of requests) {
    const started = performance.now();
    await client.send(request);
    times.push(performance.now() - started);
  }
  client.close();
  return times.slice(3).toSorted((a, b) => a - b)[REQUESTS >> 1] ?? Number.NaN;
}
