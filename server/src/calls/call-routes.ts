import type { ActiveCall } from '../ports/active-calls.ts';
import { recordDecision } from './audit-call.ts';
import type { CompanionPorts } from '../ports/companion-ports.ts';
import type { CallEvent, CallRequest, CallResult } from '../contract/contract.ts';
import { eventStreamResponse } from '../http/event-stream.ts';
import { type PreparedCall, prepareCall } from './prepare-call.ts';
import { ProblemError, problemResponse } from '../http/problem.ts';
import { assertRunnable, type RunnableCall } from './assert-runnable.ts';
import { runCall } from './run-call.ts';

const CANNOT_ASK =
  'A person has to confirm this call, which one JSON answer cannot ask for. Use "Accept: text/event-stream".';

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
  const prepared = await prepareCall(request, ports);
  const json = wantsJson(accept);
  const call = ports.calls.admit();
  const runnable = await assertWillRun(call, prepared, json, ports).catch((error: unknown) => {
    call.finish();
    throw error;
  });
  if (clientGone.aborted) call.cancel();
  clientGone.addEventListener('abort', call.cancel, { once: true });
  if (json) return collectResult(call, runnable, ports);
  return eventStreamResponse<CallEvent>((emit) => runCall(call, runnable, ports, emit), call.cancel);
}

/** Refuses what can be refused at once; a refusal that is a decision is put on record before. */
async function assertWillRun(
  { id }: ActiveCall,
  prepared: PreparedCall,
  json: boolean,
  ports: CompanionPorts,
): Promise<RunnableCall> {
  const { decision } = prepared.check.decision;
  const cannotAsk = json && decision === 'confirm';
  // Arguments that are invalid make no call, so that there is nothing to decide about.
  if (prepared.argv !== undefined && (decision === 'deny' || cannotAsk)) {
    await recordDecision(id, prepared, cannotAsk ? { note: CANNOT_ASK } : {}, ports);
  }
  const runnable = assertRunnable(prepared);
  if (cannotAsk) throw new ProblemError(403, 'confirmation-required', CANNOT_ASK);
  return runnable;
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
