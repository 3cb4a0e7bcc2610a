import { asRecord } from '../../json/as-record.ts';
import { recordsAt } from '../../json/records-at.ts';
import type { AnswerStep, CallStep, Fail, StreamReader } from '../../types/raw-call.ts';
import { candidateCalls, type FunctionCall } from './candidate-calls.ts';
import { type GrowingArguments, growArguments } from './grow-arguments.ts';

interface Growing extends GrowingArguments {
  readonly key: number;
  open: boolean;
}

/**
 * Reads the chunks of a streamed Gemini response.
 *
 * Shape of an event: a response whose parts hold whole calls, `{ functionCall: { id?, name, args? } }`. Vertex can send calls in
 * pieces: `{ name, willContinue: true }`, then `{ partialArgs: [{ jsonPath, stringValue }], willContinue: true }`, at last `{}`;
 * a candidate has one such call at a time.
 */
export function geminiStream(): StreamReader {
  const growing = new Map<number, Growing>();
  let begun = 0;
  const stepOf = (piece: FunctionCall, answer: number, fail: Fail): CallStep => {
    const { id, name, args, partialArgs, willContinue } = piece;
    const last = growing.get(answer);
    if (!name) return goOn(last, piece, fail);
    if (last?.open) throw fail('begins a tool call within another');
    const key = begun++;
    const start = { answer, key, start: 'call', id, name } as const;
    if (!partialArgs && !willContinue) return { ...start, whole: args, ends: true };
    const next: Growing = { key, value: {}, unfinished: new Set(), open: true };
    growing.set(answer, next);
    return { ...start, ...goOn(next, piece, fail) };
  };
  return (event, fail) =>
    candidateCalls(event, fail, []).flatMap(({ answer, reason, calls }): (CallStep | AnswerStep)[] => [
      ...calls.map((piece) => stepOf(piece, answer, fail)),
      reason && reason !== 'FINISH_REASON_UNSPECIFIED' ? { answer, reason } : { answer },
    ]);
}

/** Adds a piece to the call that is open; without `willContinue` it is the last one. */
function goOn(call: Growing | undefined, piece: FunctionCall, fail: Fail): CallStep {
  const parts = recordsAt(piece, 'partialArgs', fail, []);
  if (call === undefined) throw fail('has a tool call without "name"');
  const { key, value, unfinished } = call;
  const full = Object.keys(asRecord(piece.args)).length;
  if (full > 0 || (!call.open && parts.length > 0)) throw fail('goes on with a tool call after its end');
  if (!call.open) return { key, ends: true };
  for (const part of parts) growArguments(call, part, fail);
  if (piece.willContinue === true) return { key, growing: value };
  if (unfinished.size > 0) throw fail('ends a tool call within a text');
  call.open = false;
  return { key, whole: value, ends: true };
}
