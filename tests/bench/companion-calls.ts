import { Agent, type IncomingMessage, request } from 'node:http';
import type { CompanionProcess } from './companion-process.ts';

/** One event of a call, and when its last byte came, in ns of this machine's monotonic clock. */
export interface ArrivedEvent {
  readonly event: string;
  readonly data: unknown;
  readonly at: bigint;
}

/** Calls commands of a companion's tools, each over a real socket. */
export interface CallClient {
  /** Every event of one call. @throws when the call is refused. */
  call(name: string, args?: object): Promise<ArrivedEvent[]>;
  close(): void;
}

/** @param sockets how many connections there are at most; a call waits for one. */
export function createCallClient({ port, token }: CompanionProcess, sockets: number): CallClient {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets, noDelay: true });
  let calls = 0;
  return {
    async call(name, args = {}) {
      const body = JSON.stringify({ call: { id: `call_${++calls}`, name, arguments: args } });
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const sent = request({ host: '127.0.0.1', port, agent, method: 'POST', path: '/api/v1/calls', headers });
        sent.on('response', resolve);
        sent.on('error', reject);
        sent.end(body);
      });
      return readEvents(response);
    },
    close: () => agent.destroy(),
  };
}

async function readEvents(response: IncomingMessage): Promise<ArrivedEvent[]> {
  response.setEncoding('utf8');
  const events: ArrivedEvent[] = [];
  let text = '';
  for await (const chunk of response) {
    const at = process.hrtime.bigint();
    text += String(chunk);
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    if (response.statusCode === 200) events.push(...blocks.map((block) => ({ ...parseEvent(block), at })));
  }
  if (response.statusCode !== 200) throw new Error(`A call was answered ${response.statusCode}: ${text}`);
  return events;
}

function parseEvent(block: string): { readonly event: string; readonly data: unknown } {
  const [, event = '', data = ''] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? [];
  return { event, data: JSON.parse(data) };
}

/** The text of all stdout events. */
export function stdoutOf(events: readonly ArrivedEvent[]): string {
  return events.map(({ event, data }) => (event === 'stdout' ? textOf(data) : '')).join('');
}

function textOf(data: unknown): string {
  return typeof data === 'object' && data !== null && 'text' in data ? String(data.text) : '';
}

/** Whether a call of `bench_wait` came back whole, with its own text and nobody else's. */
export function isWhole(events: readonly ArrivedEvent[], text: string): boolean {
  const names = events.map(({ event }) => event).join(' ');
  const exit = events.find(({ event }) => event === 'exit')?.data;
  const exited = typeof exit === 'object' && exit !== null && 'exitCode' in exit && exit.exitCode === 0;
  const result = JSON.stringify(events.at(-1)?.data ?? null);
  return names === 'accepted stdout exit result' && exited && stdoutOf(events) === `${text}\n` && result.includes(text);
}
