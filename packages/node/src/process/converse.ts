import type { Conversation } from '@atip/core';

const LIMITS = { maxTurns: 20, maxInput: 65_536, quiet: 300 } as const;
/**
 * UTF-16 units of output that are kept. Redact a prompt before cutting it further, because half a secret is not
 * recognised.
 */
const MAX_PRINTED = 65_536;

/** Answers a program at a terminal. */
export interface Answering {
  /** Receives the program's output. */
  hear(text: string): void;
  /** Ends the conversation. @returns a sentence if a limit ended the run @throws the handler's error */
  end(): string | undefined;
}

/**
 * Asks a handler whenever a program has printed something and waits: no output for a while, and its last line is
 * unfinished.
 *
 * @param write types text at the terminal
 * @param stop ends the run
 */
export function converse(
  { onPrompt, maxTurns = LIMITS.maxTurns, maxInput = LIMITS.maxInput, quiet = LIMITS.quiet }: Conversation,
  write: (text: string) => void,
  stop: () => void,
): Answering {
  let [printed, turns, typed] = ['', 0, 0];
  let [isAsking, isOver] = [false, false];
  let timer: NodeJS.Timeout | undefined;
  let limit: string | undefined;
  let failure: { readonly error: unknown } | undefined;
  const endBy = (reason: string): void => {
    limit = reason;
    stop();
  };
  const ask = async (): Promise<void> => {
    if (turns >= maxTurns) return endBy(`It asked more than ${maxTurns} times, so the run was ended.`);
    turns += 1;
    const prompt = printed;
    printed = '';
    isAsking = true;
    const answer = await onPrompt(prompt, turns);
    isAsking = false;
    if (isOver) return;
    if (answer === undefined) return endBy('Nobody answered its question, so the run was ended.');
    typed += Buffer.byteLength(answer) + 1;
    if (typed > maxInput) return endBy(`The answers are longer than ${maxInput} bytes together, so the run was ended.`);
    write(`${answer}\r`);
    wait();
  };
  const wait = (): void => {
    clearTimeout(timer);
    if (isOver || isAsking || printed === '' || printed.endsWith('\n')) return;
    timer = setTimeout(() => {
      ask().catch((error: unknown) => {
        failure = { error };
        stop();
      });
    }, quiet);
  };
  return {
    hear(text) {
      printed = (printed + text).slice(-MAX_PRINTED);
      wait();
    },
    end() {
      isOver = true;
      clearTimeout(timer);
      if (failure) throw failure.error;
      return limit;
    },
  };
}
