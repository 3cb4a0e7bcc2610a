import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PROVIDERS } from '@atip/core';
import { encodeShare } from '@atip/share';
import { connectRaw, requestBytes } from './companion-raw-client.ts';
import { type EdgeSide, percentile, requestsPerCpuSecond, type Times, timeRequests } from './edge-load.ts';
import { startEdge, startFixed, type WorkerProcess } from './edge-process.ts';
import { longDocument } from './page-documents.ts';
import type { Growth, Measured, Row } from './row.ts';
import { edgeGrowth } from './edge-growth.ts';

const COMPILE = '/api/v1/compile';
/** Bodies that differ: their answers do not all fit into what an isolate keeps. */
const VARIANTS = 512;
const STARTS = 9;
const LOAD = 2_000;

/** The edge Worker in workerd against a Worker that only returns the same bytes, each in a process of its own. */
export async function edgeBench(): Promise<Measured> {
  const growth: Growth = await edgeGrowth();
  return { rows: [bundleSize(), ...(await startRows()), ...(await requestRows())], growth: [growth] };
}

function bundleSize(): Row {
  const code = readFileSync(resolve('server/dist/edge/worker.js'));
  const bytes = gzipSync(code).byteLength;
  const detail = `${code.byteLength.toLocaleString('en')} as it is`;
  return { id: 'size', what: 'the Worker, gzipped', value: bytes, unit: 'bytes', detail };
}

/** From the start of a workerd to its first answer; both have the same bindings. */
async function startRows(): Promise<Row[]> {
  const sides = { ours: () => startEdge(), fixed: () => startFixed('{}') };
  const times = { ours: [] as number[], fixed: [] as number[] };
  const used = { ours: [] as number[], fixed: [] as number[] };
  for (let round = 0; round < STARTS; round++) {
    for (const side of ['ours', 'fixed'] as const) {
      const started = performance.now();
      const worker = await sides[side]();
      const response = await fetch(`http://127.0.0.1:${worker.port}/api/v1/health`);
      await response.arrayBuffer();
      times[side].push(performance.now() - started);
      used[side].push(worker.cpuSeconds() * 1_000);
      await worker.stop();
    }
  }
  const compare = (id: string, what: string, { ours, fixed }: typeof times): Row => ({
    id,
    what,
    value: median(ours),
    unit: 'ms',
    baseline: { what: 'a Worker that does nothing', value: median(fixed) },
    detail: `medians of ${STARTS}`,
  });
  return [
    compare('start', 'start of workerd to the first answer', times),
    compare('start-cpu', 'processor time of workerd until then', used),
  ];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

async function requestRows(): Promise<Row[]> {
  const { name, text } = longDocument();
  const edge = await startEdge();
  const bodies = Array.from({ length: VARIANTS }, (_, at) => compileBody(text, at));
  const address = await storeShare(edge, name, text);
  const compiled = await answerTo(edge, COMPILE, bodies[0]);
  const tools = await answerTo(edge, address);
  const [sameBytes, sameTools] = [await startFixed(compiled), await startFixed(tools)];
  try {
    const posts = ({ port }: WorkerProcess): Buffer[] => bodies.map((body) => requestBytes(port, COMPILE, {}, body));
    const sides = {
      other: { worker: edge, requests: posts(edge) },
      same: { worker: edge, requests: posts(edge).slice(0, 1) },
      bare: { worker: sameBytes, requests: posts(sameBytes).slice(0, 1) },
      share: { worker: edge, requests: [requestBytes(edge.port, address, {})] },
      bareTools: { worker: sameTools, requests: [requestBytes(sameTools.port, address, {})] },
    };
    const times = await timeRequests(sides);
    const rates = await takeRates(sides);
    const first = await firstReads(edge, name, text);
    const [ours, bare] = [edge, sameBytes].map((worker) => Math.round(worker.residentBytes() / 1_048_576));
    const memory = `workerd holds ${ours} MiB against ${bare} MiB`;
    const compare = (side: 'other' | 'same' | 'share', bare: 'bare' | 'bareTools', what: string): Row[] =>
      describe(side, what, [times[side], times[bare]], [rates[side], rates[bare]], memory);
    return [
      ...compare('same', 'bare', `/compile of ${name}, the same body again`),
      ...compare('other', 'bare', `/compile of ${name}, always another body`),
      ...compare('share', 'bareTools', `/s/ID/openai.json of ${name}`),
      ...describe(
        'first',
        `/s/ID/PROVIDER.json of ${name}, asked for the first time`,
        [first.times, times.bareTools],
        [first.rate, rates.bareTools],
        `${first.times.length} addresses, ${first.again} asked for twice`,
      ),
    ];
  } finally {
    for (const worker of [edge, sameBytes, sameTools]) await worker.stop();
  }
}

interface FirstReads {
  readonly times: Times;
  /** Requests that a second of processor time answers. */
  readonly rate: number;
  /** Requests that had to be sent twice. */
  readonly again: number;
}

/** What the location has not kept: the share is read, opened and compiled. */
async function firstReads(edge: WorkerProcess, name: string, text: string): Promise<FirstReads> {
  const addresses: string[] = [];
  // Fewer than the writes that one address has at once.
  for (let at = 1; at <= 20; at++) {
    const stored = await storeShare(edge, name, `${text}${' '.repeat(at)}`);
    for (const provider of PROVIDERS) addresses.push(stored.replace('openai', provider));
  }
  const before = edge.cpuSeconds();
  const times: number[] = [];
  let again = 0;
  let client = await connectRaw(edge.port);
  for (const address of addresses) {
    const request = requestBytes(edge.port, address, {});
    const started = performance.now();
    try {
      await client.send(request);
    } catch {
      // Some one in a thousand kept connections is closed by this workerd as a request comes, which clients answer by asking again.
      again += 1;
      client = await connectRaw(edge.port);
      await client.send(request);
    }
    times.push(performance.now() - started);
  }
  client.close();
  return { times: times.sort((x, y) => x - y), rate: times.length / (edge.cpuSeconds() - before), again };
}

async function takeRates<Name extends string>(sides: Record<Name, EdgeSide>): Promise<Record<Name, number>> {
  const rates: Partial<Record<Name, number>> = {};
  for (const name of Object.keys(sides) as Name[]) rates[name] = await requestsPerCpuSecond(sides[name], LOAD);
  return rates as Record<Name, number>;
}

function describe(id: string, what: string, times: readonly Times[], rates: readonly number[], memory: string): Row[] {
  const part = (name: string, words: string, [ours = 0, bare = 0]: readonly number[], detail?: string): Row => ({
    id: `${id}-${name}`,
    what: `${what}: ${words}`,
    value: ours,
    unit: 'ms',
    baseline: { what: 'a Worker with the same bytes', value: bare },
    ...(detail !== undefined && { detail }),
  });
  const at = (share: number): number[] => times.map((all) => percentile(all, share));
  const cpu = rates.map((rate) => 1_000 / rate);
  const perCore = `${Math.round(rates[0] ?? 0)} requests per second of one core against ${Math.round(rates[1] ?? 0)}`;
  return [
    part('p50', 'median', at(0.5)),
    part('p99', '99th percentile', at(0.99)),
    part('cpu', 'processor time', cpu, `${perCore}; ${memory}`),
  ];
}

export function compileBody(text: string, variant: number): string {
  const document: Record<string, unknown> = JSON.parse(text);
  const description = `${String(document['description'])} (${String(variant).padStart(4, '0')})`;
  return JSON.stringify({ sources: [{ ...document, description }], provider: 'openai', settings: { strict: true } });
}

/** @returns where the share's tools are. */
async function storeShare(edge: WorkerProcess, name: string, text: string): Promise<string> {
  const fragment = encodeShare({ documents: [{ name, text }], provider: 'openai' });
  const answer: unknown = JSON.parse(await answerTo(edge, '/api/v1/shares', JSON.stringify({ fragment })));
  if (typeof answer === 'object' && answer !== null && 'id' in answer) return `/s/${String(answer.id)}/openai.json`;
  throw new Error('The share got no id.');
}

export async function answerTo({ port }: WorkerProcess, path: string, body?: string): Promise<string> {
  const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}
