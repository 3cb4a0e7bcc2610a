import { type CallClient, createCallClient, isWhole, stdoutOf } from './companion-calls.ts';
import type { CompanionProcess } from './companion-process.ts';
import { atMost, type Ratio } from './ratio.ts';

const TOGETHER = 100;
const SINGLE = 50;

/** A hundred calls at once, and how soon a byte that a program wrote is here. */
export async function callRatios(companion: CompanionProcess): Promise<Ratio[]> {
  const client = createCallClient(companion, TOGETHER);
  try {
    return [await concurrencyRatio(client), ...(await latencyRatios(client))];
  } finally {
    client.close();
  }
}

async function concurrencyRatio(client: CallClient): Promise<Ratio> {
  const started = performance.now();
  const texts = Array.from({ length: TOGETHER }, (_, at) => `text of call ${at}`);
  const calls = await Promise.allSettled(texts.map((text) => client.call('bench_wait', { text })));
  const wall = performance.now() - started;
  const wrong = calls.filter((call, at) => call.status === 'rejected' || !isWhole(call.value, texts[at] ?? ''));
  const refused = calls.find((call) => call.status === 'rejected');
  const why = refused === undefined ? '' : `; ${String(refused.reason)}`;
  return atMost(
    0,
    `of ${TOGETHER} concurrent calls of a 10 ms tool, lost or mixed up`,
    wrong.length / TOGETHER,
    `all in ${wall.toFixed(0)} ms, in the sandbox${why}`,
  );
}

async function latencyRatios(client: CallClient): Promise<Ratio[]> {
  const delays: number[] = [];
  for (let round = 0; round < SINGLE + 5; round++) {
    const events = await client.call('bench_clock');
    const first = events.find(({ event }) => event === 'stdout');
    if (first === undefined) throw new Error('The clock wrote nothing.');
    const written = BigInt(stdoutOf([first]).trim());
    if (round >= 5) delays.push(Number(first.at - written) / 1e6);
  }
  delays.sort((a, b) => a - b);
  const [median = Number.NaN, p95 = Number.NaN] = [delays[SINGLE / 2], delays[Math.floor(SINGLE * 0.95)]];
  const detail = (ms: number): string => `${ms.toFixed(2)} ms; ${SINGLE} calls one after the other, in the sandbox`;
  return [
    atMost(1, 'first byte of stdout: median ms after it was written, over 10 ms', median / 10, detail(median)),
    atMost(1, 'first byte of stdout: 95th percentile, over 10 ms', p95 / 10, detail(p95)),
  ];
}
