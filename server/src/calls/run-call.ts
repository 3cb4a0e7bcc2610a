import { formatForProvider, formatResult, type RunOutcome, toExecutionResult } from '@atip/core';
import type { CompanionPorts } from '../ports/companion-ports.ts';
import type { CallEvent } from '../contract/contract.ts';
import { ProblemError, toProblem } from '../http/problem.ts';
import type { ActiveCall } from '../ports/active-calls.ts';
import type { RunnableCall } from './assert-runnable.ts';
import { recordExecution } from './audit-call.ts';
import { assertUnchanged } from './prepare-call.ts';
import { runLimits } from './run-limits.ts';
import { type FinishedRun, runProcess } from './run-process.ts';
import { type Emit, sendEvent } from './send-event.ts';
import { settleCall } from './settle-call.ts';

/**
 * Runs a call to its end, asking first where the policy wants that, and reports every step as an event.
 *
 * The last event is `result` or `error`. Never rejects. What the program says is emitted redacted, what it is called with
 * exactly as it is: that is what a person approves. A client that does not take its output makes the program wait in its
 * write until its time is over; the place among the running is free once the program has ended, the call itself unfinished
 * until its client took the end or it is cancelled, so that what waits for clients is bounded by the number of calls.
 */
export async function runCall(
  call: ActiveCall,
  prepared: RunnableCall,
  ports: CompanionPorts,
  emit: Emit,
): Promise<void> {
  const { id, signal } = call;
  const send = (event: CallEvent): Promise<void> => sendEvent(event, emit, signal);
  try {
    await send({ event: 'accepted', data: { id, check: prepared.check } });
    await settleCall(call, prepared, ports, emit);
    const { outcome, rest } = await runInTurn(call, prepared, ports, emit);
    for (const event of rest) await send(event);
    signal.throwIfAborted();
    await send(describeResult(prepared, outcome));
  } catch (error) {
    if (!(error instanceof ProblemError)) ports.report(error);
    await send({ event: 'error', data: toProblem(error) });
  } finally {
    call.finish();
  }
}

/** Runs the program once there is a place for it, and puts on record how that ended. */
async function runInTurn(
  { id, signal }: ActiveCall,
  prepared: RunnableCall,
  ports: CompanionPorts,
  emit: Emit,
): Promise<FinishedRun> {
  const running = ports.calls.slots.use(signal, async () => {
    await assertUnchanged(prepared, ports);
    return runProcess(signal, prepared, ports, emit);
  });
  const finished = await running.catch(async (error: unknown) => {
    await recordExecution(id, prepared, { error }, ports);
    throw error;
  });
  await recordExecution(id, prepared, { outcome: finished.outcome }, ports);
  return finished;
}

function describeResult({ request, argv, mapping }: RunnableCall, outcome: RunOutcome): CallEvent {
  const { call, provider = 'openai' } = request;
  const formatted = formatResult(toExecutionResult(outcome, call, argv), {
    tools: [mapping.tool],
    limits: runLimits(mapping),
  });
  const message = formatForProvider(provider, call, formatted);
  return { event: 'result', data: { success: formatted.success, content: formatted.content, message } };
}
