import type { ScanEvent } from '@atip/node';
import type { RunningDiscovery } from '../ports/active-discovery.ts';
import type { CompanionPorts } from '../ports/companion-ports.ts';
import type { DiscoveryEvent, DiscoveryRequest } from '../contract/contract.ts';
import { eventStreamResponse } from '../http/event-stream.ts';
import { ProblemError, toProblem } from '../http/problem.ts';
import { summariseTool } from './tool-routes.ts';

type Emit = (event: DiscoveryEvent) => void;

/**
 * Starts a discovery and answers with its events.
 *
 * Limits: one at a time. Only what `scanTools` executes is executed: programs that may describe themselves, in the sandbox.
 * @param clientGone aborts when the client closes the connection; the discovery then ends too.
 * @throws ProblemError 409 `discovery-running`.
 */
export function startDiscovery(request: DiscoveryRequest, clientGone: AbortSignal, ports: CompanionPorts): Response {
  const discovery = ports.discovery.begin();
  if (clientGone.aborted) discovery.cancel();
  clientGone.addEventListener('abort', discovery.cancel, { once: true });
  return eventStreamResponse<DiscoveryEvent>((emit) => runDiscovery(request, discovery, ports, emit), discovery.cancel);
}

/** The last event is `done` or `error`; the catalogue has what was found before `done` says so. Never rejects. */
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
    const { phase, done, total } = event;
    emit({ event: 'progress', data: { phase, done, ...(total !== undefined && { total }) } });
  }
  if (event.event === 'skipped') emit({ event: 'skipped', data: event.skipped });
  if (event.event === 'found') emit({ event: 'found', data: await summariseTool(event.found, ports) });
  if (event.event === 'done') {
    await ports.catalogue.refresh();
    const { counts, duration, scan } = event;
    emit({ event: 'done', data: { found: scan.found.length, counts, duration } });
  }
}
