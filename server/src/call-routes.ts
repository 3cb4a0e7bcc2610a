import type { ActiveCall } from './active-calls.ts';
import type { CompanionPorts } from './companion-ports.ts';
import type { CallEvent, CallRequest, CallResult } from './contract.ts';
import { eventStreamResponse } from './event-stream.ts';
import { prepareCall } from './prepare-call.ts';
import { ProblemError, problemResponse } from './problem.ts';
import { assertRunnable, type RunnableCall, runCall } from './run-call.ts';

/**
 * Starts a call and answers with its events, or with one JSON result where the client asks for that alone.
 *
 * @param accept the header's value.
 * @param clientGone aborts when the client closes the connection; the call then ends too.
 * @throws ProblemError when the call is refused before it starts.
 */
export async function startCall(
  request: CallRequest,
  { accept, clientGone }: { readonly accept: string | undefined; readonly clientGone: AbortSignal },
  ports: CompanionPorts,
): Promise<Response> {
  const prepared = assertRunnable(await prepareCall(request, ports));
  const json = wantsJson(accept);
  if (json && prepared.check.decision.decision === 'confirm') {
    throw new ProblemError(
      403,
      'confirmation-required',
      'A person has to confirm this call, which one JSON answer cannot ask for. Use "Accept: text/event-stream".',
    );
  }
  const call = ports.calls.admit();
  if (clientGone.aborted) call.cancel();
  clientGone.addEventListener('abort', call.cancel, { once: true });
  if (json) return collectResult(call, prepared, ports);
  return eventStreamResponse((emit) => runCall(call, prepared, ports, emit), call.cancel);
}

function wantsJson(accept = ''): boolean {
  return /\bapplication\/json\b/i.test(accept) && !/\btext\/event-stream\b/i.test(accept);
}

async function collectResult(call: ActiveCall, prepared: RunnableCall, ports: CompanionPorts): Promise<Response> {
  let exit: CallResult['exit'] | undefined;
  let response: Response | undefined;
  const collect = (event: CallEvent): void => {
    if (event.event === 'exit') exit = event.data;
    if (event.event === 'error') response = problemResponse(event.data);
    if (event.event === 'result' && exit !== undefined) {
      response = Response.json({ id: call.id, check: prepared.check, exit, result: event.data } satisfies CallResult);
    }
  };
  await runCall(call, prepared, ports, collect);
  if (response === undefined) throw new Error('A call ended with neither a result nor an error.');
  return response;
}
