import type { ScanEvent } from '@atip/node';
import { Hono } from 'hono';
import { eventStreamResponse } from '../http/event-stream.ts';
import { ProblemError, ProblemSchema, toProblem } from '../http/problem.ts';
import { operation } from '../http/operation.ts';
import { type EventOf, flag, type Infer, number, object, oneOf, wholeNumber } from '../http/schema.ts';
import type { CompanionEnv, CompanionPorts } from '../ports.ts';
import type { RunningDiscovery } from '../tools/tool-catalog.ts';
import { SKIPPED_TOOL, summariseTool, TOOL_SUMMARY } from './tools.ts';

const DISCOVERY_REQUEST = object(
  'DiscoveryRequest',
  {},
  { refresh: flag({ description: 'True: every program is read, and asked, anew.' }) },
);
export type DiscoveryRequest = Infer<typeof DISCOVERY_REQUEST>;

const COUNT = wholeNumber({ minimum: 0 });

const COUNTS = object('DiscoveryCounts', {
  directories: COUNT,
  executables: COUNT,
  skipped: COUNT,
  /** Programs with a remembered verdict. */
  cached: COUNT,
  read: COUNT,
  bytes: COUNT,
  /** Programs whose bytes suggest that they describe themselves. */
  marked: COUNT,
  canonical: COUNT,
  asked: COUNT,
  started: COUNT,
});

/** The data of each event of `POST /discoveries`; `done` or `error` is the last, and the list has the tools by then. */
const DISCOVERY_EVENTS = {
  progress: object('DiscoveryProgress', { phase: oneOf(['screening', 'asking']), done: COUNT }, { total: COUNT }),
  found: TOOL_SUMMARY,
  skipped: SKIPPED_TOOL,
  done: object('DiscoveryDone', { found: COUNT, counts: COUNTS, duration: number({ description: 'Ms.' }) }),
  error: ProblemSchema,
};
export type DiscoveryEvent = EventOf<typeof DISCOVERY_EVENTS>;

type Emit = (event: DiscoveryEvent) => void;

/** Executes only programs that may describe themselves, in the sandbox; ends when its client closes the connection. */
export const discoveries = new Hono<CompanionEnv>().post(
  '/api/v1/discoveries',
  operation({
    id: 'discover',
    summary: 'Looks for tools on this machine; programs that may describe themselves are asked, in the sandbox',
    body: DISCOVERY_REQUEST,
    events: DISCOVERY_EVENTS,
    problems: { 409: ['discovery-running'], 429: ['rate-limited'], 503: ['shutting-down'] },
  }),
  (c) => {
    const { signal: clientGone } = c.req.raw;
    const discovery = c.env.discovery.begin();
    if (clientGone.aborted) discovery.cancel();
    clientGone.addEventListener('abort', discovery.cancel, { once: true });
    const produce = (emit: Emit): Promise<void> => runDiscovery(c.req.valid('json'), discovery, c.env, emit);
    return eventStreamResponse<DiscoveryEvent>(produce, discovery.cancel);
  },
);

/** The last event is `done` or `error`; the list of tools has the new ones before `done`. Never rejects. */
async function runDiscovery(
  { refresh = false }: DiscoveryRequest,
  { signal, finish }: RunningDiscovery,
  ports: CompanionPorts,
  emit: Emit,
): Promise<void> {
  try {
    for await (const event of ports.scan({ refresh, signal })) {
      signal.throwIfAborted();
      await forward(event, ports, emit);
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) ports.report(error);
    emit({ event: 'error', data: toProblem(error) });
  } finally {
    finish();
  }
}

async function forward(event: ScanEvent, ports: CompanionPorts, emit: Emit): Promise<void> {
  if (event.event === 'progress') {
    const { event: _kind, ...data } = event;
    emit({ event: 'progress', data });
  }
  if (event.event === 'skipped') emit({ event: 'skipped', data: event.skipped });
  if (event.event === 'found') emit({ event: 'found', data: await summariseTool(event.found, ports) });
  if (event.event === 'done') {
    await ports.catalog.refresh();
    const { counts, duration, scan } = event;
    emit({ event: 'done', data: { found: scan.found.length, counts, duration } });
  }
}
