import { asRecord } from '../../json/as-record.ts';
import { isRecord } from '../../json/is-record.ts';
import { recordsAt } from '../../json/records-at.ts';
import type { Fail } from '../../types/raw-call.ts';

/** A function call of Gemini's, or a piece of one. */
export interface FunctionCall {
  /** The function's name, where Gemini sends no id. */
  readonly id: unknown;
  readonly name: unknown;
  readonly args: unknown;
  readonly partialArgs: unknown;
  readonly willContinue: unknown;
}

export interface CandidateCalls {
  readonly answer: number;
  readonly reason: unknown;
  readonly calls: readonly FunctionCall[];
}

/**
 * Lists the function calls of a Gemini response, or of one chunk of it, by candidate.
 *
 * Shape: `{ candidates: [{ index?, finishReason, content: { parts: [{ functionCall }] } }] }`, also in the API's snake case. A
 * prompt that was blocked has feedback instead of candidates; that counts as one without calls.
 *
 * @param absent what stands for candidates that are absent without feedback. Absent: that is an error
 * @throws AtipParseError when what is there does not have that form
 */
export function candidateCalls(response: unknown, fail: Fail, absent?: readonly []): CandidateCalls[] {
  const { promptFeedback, prompt_feedback: feedback = promptFeedback } = asRecord(response);
  const blocked = isRecord(feedback) ? [{ finishReason: feedback['blockReason'] }] : absent;
  return recordsAt(response, 'candidates', fail, blocked).map((candidate, position) => ({
    answer: typeof candidate['index'] === 'number' ? candidate['index'] : position,
    reason: candidate['finishReason'] ?? candidate['finish_reason'],
    calls: recordsAt(candidate['content'], 'parts', fail, []).flatMap((part) => {
      const call = part['functionCall'] ?? part['function_call'] ?? undefined;
      if (call === undefined) return [];
      const { id, name, args, partialArgs, willContinue } = asRecord(call);
      return [{ id: typeof id === 'string' && id ? id : name, name, args, partialArgs, willContinue }];
    }),
  }));
}
