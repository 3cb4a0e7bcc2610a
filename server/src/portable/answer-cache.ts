/** 32 MiB: some hundred answers of the size that a large tool has. */
const ANSWER_BYTES = 33_554_432;

/**
 * Bytes that an answer takes besides its own and its text's: the buffer, the text and their place, as measured in workerd, rounded up.
 * Without them small answers would fill several times `maxBytes`.
 */
const AROUND = 1024;

/** Answers that are kept in memory, by the whole text that they follow from. */
export interface AnswerCache<Answer> {
  get(key: string): Answer | undefined;
  set(key: string, answer: Answer): void;
}

/**
 * Keeps answers that follow from a text alone, until they and their texts fill `maxBytes`.
 *
 * Those that were not asked for the longest make room; an answer that is larger than all of it is not kept. The key is the
 * text itself and not a digest: no two texts share an answer, and nothing has to be computed or awaited.
 * @param maxBytes of memory, > 0; a character of a key counts as two bytes, which is the most that it takes, and each answer as 1 KiB
 * more than it has.
 */
export function createAnswerCache<Answer extends { readonly byteLength: number } = Uint8Array<ArrayBuffer>>(
  maxBytes: number = ANSWER_BYTES,
): AnswerCache<Answer> {
  // A Map keeps the order of insertion, so its first entry is the one to go.
  const answers = new Map<string, Answer>();
  let kept = 0;
  const remove = (key: string, answer: Answer): void => {
    answers.delete(key);
    kept -= sizeOf(key, answer);
  };
  return {
    get(key) {
      const answer = answers.get(key);
      if (answer === undefined) return undefined;
      answers.delete(key);
      answers.set(key, answer);
      return answer;
    },
    set(key, answer) {
      const size = sizeOf(key, answer);
      if (size > maxBytes) return;
      const earlier = answers.get(key);
      if (earlier !== undefined) remove(key, earlier);
      for (const [oldest, old] of answers) {
        if (kept + size <= maxBytes) break;
        remove(oldest, old);
      }
      answers.set(key, answer);
      kept += size;
    },
  };
}

function sizeOf(key: string, { byteLength }: { readonly byteLength: number }): number {
  return AROUND + key.length * 2 + byteLength;
}
