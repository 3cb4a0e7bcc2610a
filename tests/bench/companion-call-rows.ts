import { type CallClient, createCallClient, isWhole, stdoutOf } from './companion-calls.ts';
import type { CompanionProcess } from './companion-process.ts';
import type { Growth, Row } from './row.ts';

const TOGETHER = 100;
const SINGLE = 50;

/** A hundred calls at once, and how soon a byte that a program wrote is here. */
export async function callRows(companion: CompanionProcess): Promise<Row[]> {
  const client = createCallClient(companion, TOGETHER);
  try {
    return [await concurrencyRow(client), ...(await latencyRows(client))];
  } finally {
    client.close();
  }
}

async function concurrencyRow(client: CallClient): Promise<Row> {
  const { wrong, wall, why } = await callTogether(client, TOGETHER);
  return {
    id: 'lost',
    what: `of ${TOGETHER} concurrent calls of a 10 ms tool, lost or mixed up`,
    value: wrong,
    unit: '',
    detail: `all in ${wall.toFixed(0)} ms, in the sandbox${why}`,
  };
}

/** How long 1, 10 and 100 calls at once take until the last one has ended. */
export async function callGrowth(companion: CompanionProcess): Promise<Growth> {
  const sizes = [1, 10, 100];
  const client = createCallClient(companion, TOGETHER);
  try {
    const values: number[] = [];
    for (const size of sizes) {
      const walls: number[] = [];
      for (let round = 0; round < 5; round++) {
        const { wrong, wall, why } = await callTogether(client, size);
        if (wrong > 0) throw new Error(`${wrong} of ${size} calls went wrong${why}.`);
        walls.push(wall);
      }
      values.push(Math.min(...walls));
    }
    const what = 'until all have ended, best of 5; four run at a time';
    return { of: 'calls of a 10 ms tool at once', sizes, lines: [{ what, unit: 'ms', values }] };
  } finally {
    client.close();
  }
}

async function callTogether(
  client: CallClient,
  count: number,
): Promise<{ readonly wrong: number; readonly wall: number; readonly why: string }> {
  const started = performance.now();
  const texts = Array.from({ length: count }, (_, at) => `text of call ${at}`);
  const calls = await Promise.allSettled(texts.map((text) => client.call('bench_wait', { text })));
  const wall = performance.now() - started;
  const wrong = calls.filter((call, at) => call.status === 'rejected' || !isWhole(call.value, texts[at] ?? ''));
  const refused = calls.find((call) => call.status === 'rejected');
  const why = refused === undefined ? '' : `; ${String(refused.reason)}`;
  return { wrong: wrong.length, wall, why };
}

async function latencyRows(client: CallClient): Promise<Row[]> {
  const delays: number[] = [];
  for (let round = 0; round < SINGLE + 5; round++) {
    const events = await client.call('bench_clock');
    const first = events.find(({ event }) => event === 'stdout');
    if (first === undefined) throw new Error('The clock wrote nothing.');
    const written = BigInt(stdoutOf([first]).split('\n', 1)[0] ?? '');
    if (round >= 5) delays.push(Number(first.at - written) / 1e6);
  }
  delays.sort((a, b) => a - b);
  const [median = Number.NaN, p95 = Number.NaN] = [delays[SINGLE / 2], delays[Math.floor(SINGLE * 0.95)]];
  const detail = `${SINGLE} calls one after the other, in the sandbox`;
  const what = 'from the write of the first byte of stdout until the client has it';
  return [
    { id: 'first-byte', what: `${what}: median`, value: median, unit: 'ms', detail },
    { id: 'first-byte-p95', what: `${what}: 95th percentile`, value: p95, unit: 'ms', detail },
  ];
}
