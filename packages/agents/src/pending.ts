import { randomUUID } from 'node:crypto';
import type { ConfirmationContext, Provider, ToolCall } from '@atip/core';
import { fields, records } from './turns/said.ts';
import type { PendingCall, PendingTurn } from './types.ts';

/** Thrown by whoever is asked and puts it off, so that the record says that nobody answered yet. */
export class PutOff extends Error {
  readonly question: ConfirmationContext;

  constructor(question: ConfirmationContext) {
    super('Nobody has answered yet.');
    this.question = question;
  }
}

/** A question as plain JSON. */
export function pendingCall(call: ToolCall, { mapping, argv, reasons, hash = '' }: ConfirmationContext): PendingCall {
  const { id, name, arguments: args } = call;
  return {
    id: randomUUID(),
    call: { id, name, arguments: args },
    command: [...mapping.command],
    argv: [...argv],
    reasons: [...reasons],
    hash,
  };
}

/** @throws TypeError when it is not what `answer` gave for this provider, as far as its form tells */
export function assertPending(pending: PendingTurn, provider: Provider): void {
  const { format, provider: of, calls, results } = fields(pending);
  if (format !== 1 || !Array.isArray(calls) || !Array.isArray(results)) {
    throw new TypeError('This is no pending turn: it has to be what `answer` returned as `pending`.');
  }
  if (of !== provider) throw new TypeError(`This turn waits for ${String(of)}, and these tools are for ${provider}.`);
  const whole = records(calls).filter(({ id, call, hash }) => {
    const { id: callId, name, arguments: args } = fields(call);
    const isText = [id, hash, callId, name].every((value) => typeof value === 'string');
    return isText && typeof args === 'object' && args !== null;
  });
  if (whole.length !== calls.length || results.filter((result) => result === null).length !== calls.length) {
    throw new TypeError('This pending turn is damaged: its calls and results do not belong together.');
  }
}
