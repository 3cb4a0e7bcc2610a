import { handleToolResult, type Provider, type ProviderMessages, type ToolCall } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import { resultMessage } from '@atip/core/internal';
import type { NodeExecutor } from '@atip/node';
import type { HostTools } from './host-tools.ts';
import { PutOff, pendingCall } from './pending.ts';
import { forModel } from './toolkit.ts';
import type { AnswerSettings, Confirm, PendingCall, PendingDecision, ToolkitSettings } from './types.ts';
import { untilStopped } from './until-stopped.ts';

/** The end of one call: its result, or a pending question. */
export type Slot<Name extends Provider> = ProviderMessages[Name] | PendingCall;

export function isPending(slot: object): slot is PendingCall {
  return 'hash' in slot;
}

/** Postpones every question. */
export const putOff: Confirm = () => 'later';

export interface TurnHost<Name extends Provider> {
  readonly provider: Name;
  readonly executor: NodeExecutor;
  readonly own: HostTools<Name>;
  readonly onError: ToolkitSettings['onError'];
  /** End every run. */
  readonly signals: readonly AbortSignal[];
}

/** Stops when the tools or this answer are closed. */
export function stopOf(signals: readonly AbortSignal[], own: AbortSignal | undefined): AbortSignal {
  return AbortSignal.any([...signals, ...(own ? [own] : [])]);
}

/** Runs the calls of one turn, ours and the host's at the same time. */
export async function runCalls<Name extends Provider>(
  calls: readonly ToolCall[],
  { provider, executor, own, onError, signals }: TurnHost<Name>,
  ask: Confirm,
  { signal, onOutput }: AnswerSettings,
): Promise<Slot<Name>[]> {
  const stop = stopOf(signals, signal);
  const confirmationHandler = async (question: Parameters<Confirm>[0]) => {
    const answer = await untilStopped(stop, ask(question)).catch((error: unknown) => {
      if (stop.aborted) throw new ExecutionError('The run was stopped while a person was asked.', { cause: error });
      throw error;
    });
    if (answer === 'later') throw new PutOff(question);
    return answer;
  };
  const batch = executor.executeBatch(
    calls.filter(({ name }) => !own.has(name)),
    { signal: stop, confirmationHandler, onOutput },
  );
  const hosted = calls.map((call) => (own.has(call.name) ? own.run(call, stop) : undefined));
  const outcomes = new Map((await batch).map((outcome) => [outcome.call, outcome]));
  const slots = (await Promise.all(hosted)).map((message, at): Slot<Name> | undefined => {
    const call = calls[at];
    const outcome = call && outcomes.get(call);
    if (!call || !outcome) return message;
    if (outcome.ok) return resultMessage(provider, [call, outcome.result]);
    if (outcome.error instanceof PutOff) return pendingCall(call, outcome.error.question);
    return resultMessage(provider, [call, forModel(outcome.error, call, onError)]);
  });
  return slots.filter((slot) => slot !== undefined);
}

/** Continues one pending call after a person's decision. */
export async function resumeCall<Name extends Provider>(
  pending: PendingCall,
  decision: NonNullable<PendingDecision>,
  host: TurnHost<Name>,
  settings: AnswerSettings,
): Promise<Slot<Name>> {
  const { call } = pending;
  if (typeof decision === 'object' && 'arguments' in decision) {
    const edited = { ...call, arguments: { ...decision.arguments } };
    const [slot = pending] = await runCalls([edited], host, putOff, settings);
    return slot;
  }
  // The policy may allow it by now, so that no question would come, but the person refused.
  if (decision === false && host.executor.check(call).decision === 'allow') {
    return handleToolResult(host.provider, call, 'Nothing ran. The confirmation was declined.', { isError: true });
  }
  // The approval covers the shown command, and nothing else.
  const answer: Confirm = ({ hash }) => (hash === pending.hash ? decision : 'later');
  const [slot = pending] = await runCalls([call], host, answer, settings);
  return slot;
}
