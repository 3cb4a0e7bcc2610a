import type { Fail, RawAnswer } from '../../types/raw-call.ts';
import { candidateCalls } from './candidate-calls.ts';

/** The reasons for ending after which what was said is whole; with any other a call may have been cut short. */
export const GEMINI_COMPLETE: readonly unknown[] = [null, 'STOP', 'FINISH_REASON_UNSPECIFIED'];

/**
 * Finds the function calls of a Gemini response.
 *
 * Shape: `{ candidates: [{ finishReason, content: { parts: [{ functionCall: { id?, name, args? } }] } }] }`, also in the API's
 * snake case. Where Gemini sends no id, the function's name stands for it.
 *
 * @throws AtipParseError when the form is not Gemini's, or a call is a piece of a stream
 * @see ATIP 0.3 §7.2
 */
export function parseGeminiCalls(response: unknown, fail: Fail): RawAnswer[] {
  return candidateCalls(response, fail).map(({ reason, calls }) => ({
    reason,
    calls: calls.map(({ id, name, args, partialArgs, willContinue }) => {
      if (partialArgs || willContinue) throw fail('has a piece of a tool call');
      return { id, name, arguments: args };
    }),
  }));
}
