import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CompanionProcess, type ServerProcess, startBareRoute } from './companion-process.ts';
import { connectRaw, requestBytes } from './companion-raw-client.ts';
import { NOT_HERE, readForeign } from './foreign.ts';
import type { Measured, Row } from './row.ts';
import { corpusGh } from './sized-tool.ts';

const PATH = '/api/v1/compile';
/** Ms of one turn of one side, and how many turns each has. */
const TURN = 300;
const TURNS = 11;
/** How many bodies differ before the first comes again; their answers do not all fit into what the companion keeps. */
const VARIANTS = 512;

/** `POST /compile` against a bare Hono route that answers with the same bytes, each in a process of its own. */
export async function compileRouteRows(companion: CompanionProcess): Promise<Measured> {
  const foreign = readForeign('gh.json');
  const gh = JSON.stringify(await corpusGh(), null, 2);
  const rows = [
    ...(foreign === undefined ? [] : await compareRoutes(companion, ['gh-json', 'gh.json'], foreign)),
    ...(await compareRoutes(companion, ['corpus-gh', "the corpus's gh"], gh)),
  ];
  const missing = ['same-bytes', 'same-text', 'other-text'].map((name) => [`gh-json-${name}`, NOT_HERE]);
  return { rows, ...(foreign === undefined && { leftOut: Object.fromEntries(missing) }) };
}

async function compareRoutes(
  companion: CompanionProcess,
  label: readonly [id: string, name: string],
  text: string,
): Promise<Row[]> {
  const bodies = Array.from({ length: VARIANTS }, (_, at) => compileBody(text, at));
  const headers = { authorization: `Bearer ${companion.token}` };
  const requests = bodies.map((body) => requestBytes(companion.port, PATH, headers, body));
  const answer = await fetchAnswer(companion, bodies[0] ?? '');
  const place = mkdtempSync(join(tmpdir(), 'atip-bench-'));
  writeFileSync(join(place, 'answer.json'), answer);
  const bare = await startBareRoute(join(place, 'answer.json'), place);
  try {
    const plain = (path: string): Buffer[] => [requestBytes(bare.port, path, headers, bodies[0] ?? '')];
    const rates = await takeTurns({
      bytes: { server: bare, requests: plain('/bytes') },
      text: { server: bare, requests: plain('/text') },
      same: { server: companion, requests: requests.slice(0, 1) },
      other: { server: companion, requests },
    });
    return describe(label, rates, `${kib(requests[0])} there, ${kib(answer)} back`);
  } finally {
    await bare.stop();
    rmSync(place, { recursive: true });
  }
}

function describe([id, label]: readonly [string, string], rates: Rates, sizes: string): Row[] {
  const compare = (side: 'same' | 'other', bare: 'bytes' | 'text', what: string): Row => ({
    id: `${id}-${side}-${bare}`,
    what: `/compile of ${label}, ${what}`,
    value: rates[side],
    unit: 'a second',
    baseline: {
      what: `a bare Hono route that sends ${bare === 'text' ? 'a text' : 'bytes it has'}`,
      value: rates[bare],
    },
    detail: `best of ${TURNS} turns; ${sizes}`,
  });
  return [
    compare('same', 'bytes', 'the same body again'),
    compare('same', 'text', 'the same body again'),
    compare('other', 'text', 'always another body'),
  ];
}

function kib(bytes: Buffer | undefined): string {
  return `${Math.round((bytes?.byteLength ?? 0) / 1024)} KiB`;
}

async function fetchAnswer({ port, token }: CompanionProcess, body: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}${PATH}`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`/compile answered ${response.status}: ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

/** The same document under another description, so that every answer has to be made anew. */
function compileBody(text: string, variant: number): string {
  const document: Record<string, unknown> = JSON.parse(text);
  const description = `${String(document['description'])} (${String(variant).padStart(4, '0')})`;
  return JSON.stringify({
    sources: [{ ...document, description }],
    provider: 'openai',
    settings: { strict: true },
  });
}

type Rates = Readonly<Record<'bytes' | 'text' | 'same' | 'other', number>>;

/** What is measured: a server, and the requests that it gets one after the other, again from the first when all were sent. */
interface Side {
  readonly server: ServerProcess;
  readonly requests: readonly Buffer[];
}

/** Best requests per second of each side; they take turns, so that whatever else the machine does hits all of them. */
async function takeTurns(sides: Readonly<Record<keyof Rates, Side>>): Promise<Rates> {
  const best = { bytes: 0, text: 0, same: 0, other: 0 };
  // A turn goes on where the last one ended: what came lately might still be kept.
  const sent = { bytes: 0, text: 0, same: 0, other: 0 };
  for (let turn = 0; turn < TURNS; turn++) {
    for (const name of ['bytes', 'text', 'same', 'other'] as const) {
      const { rate, next } = await measureTurn(sides[name], sent[name]);
      best[name] = Math.max(best[name], rate);
      sent[name] = next;
    }
  }
  return best;
}

/** Two connections keep the server busy: what it needs for one request is what is measured. */
async function measureTurn({ server, requests }: Side, first: number): Promise<{ rate: number; next: number }> {
  const clients = await Promise.all([connectRaw(server.port), connectRaw(server.port)]);
  const started = performance.now();
  let next = first;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - started < TURN) {
        const request = requests[next % requests.length];
        if (request === undefined) throw new Error('There is no request to send.');
        next += 1;
        await client.send(request);
      }
    }),
  );
  const rate = ((next - first) * 1_000) / (performance.now() - started);
  for (const client of clients) client.close();
  return { rate, next };
}
