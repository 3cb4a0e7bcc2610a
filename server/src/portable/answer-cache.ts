import type { KeptAnswers } from '../http/json-body.ts';

/** 32 MiB: some hundred answers of the size that a large tool has. */
export const ANSWER_BYTES = 33_554_432;

/**
 * Keeps answers of a route whose answer follows from the body alone, until they and their bodies fill `maxBytes`.
 *
 * Those that were not asked for the longest make room; an answer that is larger than all of it is not kept. The key is the
 * text itself and not a digest: no two bodies share an answer, and nothing has to be computed or awaited.
 * @param maxBytes of memory, > 0; a character of a body counts as two bytes, which is the most that it takes.
 */
export function createAnswerCache(maxBytes: number = ANSWER_BYTES): KeptAnswers {
  // A Map keeps the order of insertion, so its first entry is the one to go.
  const answers = new Map<string, Uint8Array<ArrayBuffer>>();
  let kept = 0;
  const remove = (body: string, answer: Uint8Array<ArrayBuffer>): void => {
    answers.delete(body);
    kept -= sizeOf(body, answer);
  };
  return {
    get(body) {
      const answer = answers.get(body);
      if (answer === undefined) return undefined;
      answers.delete(body);
      answers.set(body, answer);
      return answer;
    },
    set(body, answer) {
      const size = sizeOf(body, answer);
      if (size > maxBytes) return;
      const earlier = answers.get(body);
      if (earlier !== undefined) remove(body, earlier);
      for (const [oldest, old] of answers) {
        if (kept + size <= maxBytes) break;
        remove(oldest, old);
      }
      answers.set(body, answer);
      kept += size;
    },
  };
}

function sizeOf(body: string, answer: Uint8Array<ArrayBuffer>): number {
  return body.length * 2 + answer.byteLength;
}
