import { createHash, randomUUID } from 'node:crypto';
import type { ConfirmationContext, Provider, ToolCall } from '@atip/core';
import { asRecord, isRecord } from '@atip/core/internal';
import { records } from './turns/said.ts';
import type { PendingCall, PendingDecision, PendingTurn, TakenApprovals } from './types.ts';

/** Thrown to postpone a question, so that the record shows no answer yet. */
export class PutOff extends Error {
  readonly question: ConfirmationContext;

  constructor(question: ConfirmationContext) {
    super('Nobody has answered yet.');
    this.question = question;
  }
}

/** A question as plain JSON. */
export function pendingCall(
  call: ToolCall,
  { mapping, argv, reasons, stdin, hash = '' }: ConfirmationContext,
): PendingCall {
  const { id, name, arguments: args } = call;
  const unique = randomUUID();
  return {
    id: `${unique}.${sealOf(unique, call, hash)}`,
    call: { id, name, arguments: args },
    command: [...mapping.command],
    argv: [...argv],
    reasons: [...reasons],
    ...(stdin !== undefined && { stdin }),
    hash,
  };
}

/** Ties a question's id to its call, so that a new id cannot make an answered question count again. */
function sealOf(unique: string, { id, name }: ToolCall, hash: string): string {
  return createHash('sha256')
    .update(JSON.stringify([unique, id, name, hash]))
    .digest('base64url');
}

/** Most answers that one process remembers; the oldest are forgotten first. */
const MAX_TAKEN = 65_536;
const taken = new Set<string>();

/** The answers that were counted in this process, for all of its tools together. */
export const IN_THIS_PROCESS: TakenApprovals = {
  take(id) {
    if (taken.has(id)) return false;
    taken.add(id);
    for (const oldest of taken) {
      if (taken.size <= MAX_TAKEN) break;
      taken.delete(oldest);
    }
    return true;
  },
};

/** @throws TypeError unless it has the form of `answer`'s result for this provider */
export function assertPending(pending: PendingTurn, provider: Provider): void {
  const { format, provider: of, calls, results } = asRecord(pending);
  if (format !== 1 || !Array.isArray(calls) || !Array.isArray(results)) {
    throw new TypeError('This is no pending turn: it has to be what `answer` returned as `pending`.');
  }
  if (of !== provider) throw new TypeError(`This turn waits for ${String(of)}, and these tools are for ${provider}.`);
  const whole = records(calls).filter(({ id, call, hash }) => {
    const { id: callId, name, arguments: args } = asRecord(call);
    const isText = [id, hash, callId, name].every((value) => typeof value === 'string');
    return isText && typeof args === 'object' && args !== null;
  });
  if (whole.length !== calls.length || results.filter((result) => result === null).length !== calls.length) {
    throw new TypeError('This pending turn is damaged: its calls and results do not belong together.');
  }
  const isChanged = pending.calls.some(({ id, call, hash }) => {
    const [unique = ''] = id.split('.');
    return id !== `${unique}.${sealOf(unique, call, hash)}`;
  });
  if (isChanged) throw new TypeError('This pending turn was changed: an id belongs to another call or hash.');
}

/**
 * A decision for each of the calls. All are checked first: otherwise an error about the second would lose the result of
 * the first. @throws TypeError for an invalid decision, and for a list of another length than the calls
 */
export function decisionsOf(
  given: PendingDecision | readonly PendingDecision[],
  count: number,
): readonly PendingDecision[] {
  const decisions = isList(given) ? given : Array.from({ length: count }, () => given);
  if (decisions.length !== count)
    throw new TypeError(
      `${decisions.length} decisions are given, and ${count} calls wait. Give one for each, in their order.`,
    );
  for (const decision of decisions) {
    const { arguments: args, rule } = asRecord(decision);
    const isKnown = decision === undefined || decision === null || typeof decision === 'boolean';
    if (!isKnown && !isRecord(args) && !isRecord(rule))
      throw new TypeError('A decision must be true, false, a rule, or { arguments } with an object. Nothing ran.');
  }
  return decisions;
}

function isList(decision: PendingDecision | readonly PendingDecision[]): decision is readonly PendingDecision[] {
  return Array.isArray(decision);
}
