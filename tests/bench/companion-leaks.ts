import { readdirSync, readFileSync } from 'node:fs';
import { createCallClient, isWhole } from './companion-calls.ts';
import type { CompanionProcess } from './companion-process.ts';
import type { Row } from './row.ts';

const MIB = 1_048_576;
const CALLS = 3_600;
const WARM_UP = 400;
/** Calls under way at a time: the slots are always full, and the queue short. */
const AT_ONCE = 12;

/** What a process holds, as the kernel counts it. */
interface Held {
  readonly handles: number;
  readonly threads: number;
  readonly children: number;
  /** Resident, after a collection. */
  readonly bytes: number;
}

/** What the companion still holds after an hour's worth of calls, over what it held before. */
export async function leakRows(companion: CompanionProcess): Promise<Row[]> {
  await makeCalls(companion, WARM_UP);
  const before = await look(companion);
  const started = performance.now();
  await makeCalls(companion, CALLS);
  const seconds = (performance.now() - started) / 1_000;
  const after = await look(companion);
  const grown = (after.bytes - before.bytes) / MIB;
  const leaked = (name: 'handles' | 'threads' | 'children'): number => Math.max(0, after[name] - before[name]);
  const counts = `${before.handles} → ${after.handles} descriptors, ${before.threads} → ${after.threads} threads, ${before.children} → ${after.children} children`;
  return [
    {
      id: 'handles',
      what: `handles, threads and children that ${CALLS.toLocaleString('en')} calls leave`,
      value: leaked('handles') + leaked('threads') + leaked('children'),
      unit: '',
      detail: counts,
    },
    {
      id: 'memory',
      what: `resident memory grown by ${CALLS.toLocaleString('en')} calls`,
      value: Math.max(0, grown),
      unit: 'MiB',
      detail: `from ${(before.bytes / MIB).toFixed(0)} MiB, after a collection; ${(CALLS / seconds).toFixed(0)} calls a second`,
    },
  ];
}

async function makeCalls(companion: CompanionProcess, count: number): Promise<void> {
  const client = createCallClient(companion, AT_ONCE);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const text = `text of call ${next++}`;
      const events = await client.call('bench_wait', { text });
      if (!isWhole(events, text))
        throw new Error(`A call went wrong: ${JSON.stringify(events.map(({ event, data }) => [event, data]))}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    client.close();
  }
}

/** Looks until the connections that were closed are gone, which takes the other side a moment. */
async function look(companion: CompanionProcess): Promise<Held> {
  let last = await lookOnce(companion);
  for (let same = 0; same < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const now = await lookOnce(companion);
    same = now.handles === last.handles && now.threads === last.threads ? same + 1 : 0;
    last = { ...now, bytes: Math.min(now.bytes, last.bytes) };
  }
  return last;
}

async function lookOnce({ pid, nextLine }: CompanionProcess): Promise<Held> {
  const line = nextLine();
  process.kill(pid, 'SIGUSR2');
  const place = `/proc/${pid}`;
  const children = readdirSync(`${place}/task`).flatMap((task) =>
    readFileSync(`${place}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return {
    bytes: Number(await line),
    handles: readdirSync(`${place}/fd`).length,
    threads: readdirSync(`${place}/task`).length,
    children: children.length,
  };
}
