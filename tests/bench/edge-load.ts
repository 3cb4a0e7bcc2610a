import { connectRaw } from './companion-raw-client.ts';
import type { WorkerProcess } from './edge-process.ts';

/** What is asked of one Worker: prepared requests, again from the first when all were sent. */
export interface EdgeSide {
  readonly worker: WorkerProcess;
  readonly requests: readonly Uint8Array[];
}

/** Times of single requests, in ms, sorted. */
export type Times = readonly number[];

const ROUNDS = 12;
const IN_A_ROUND = 100;

/** Times of requests one after the other over one connection; sides take turns, so that what else runs hits all of them. */
export async function timeRequests<Name extends string>(
  sides: Readonly<Record<Name, EdgeSide>>,
  rounds: number = ROUNDS,
  inARound: number = IN_A_ROUND,
): Promise<Record<Name, Times>> {
  const names = Object.keys(sides) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  const next = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const { worker, requests } = sides[name];
      const client = await connectRaw(worker.port);
      for (let sent = 0; sent < inARound; sent++) {
        const request = requests[next[name] % requests.length];
        if (request === undefined) throw new Error('There is no request to send.');
        next[name] += 1;
        const started = performance.now();
        await client.send(request);
        // The first round is for the compiler of the engine.
        if (round > 0) times[name].push(performance.now() - started);
      }
      client.close();
    }
  }
  for (const name of names) times[name].sort((a, b) => a - b);
  return times;
}

/** @param share such as 0.99. */
export function percentile(times: Times, share: number): number {
  return times[Math.ceil(times.length * share) - 1] ?? Number.NaN;
}

/** Requests that one second of processor time answers, of workerd alone; eight connections keep it busy for `ms`. */
export async function requestsPerCpuSecond({ worker, requests }: EdgeSide, ms: number): Promise<number> {
  const clients = await Promise.all(Array.from({ length: 8 }, () => connectRaw(worker.port)));
  const before = worker.cpuSeconds();
  const started = performance.now();
  let sent = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - started < ms) {
        const request = requests[sent % requests.length];
        if (request === undefined) throw new Error('There is no request to send.');
        sent += 1;
        await client.send(request);
      }
    }),
  );
  const used = worker.cpuSeconds() - before;
  for (const client of clients) client.close();
  return sent / used;
}
