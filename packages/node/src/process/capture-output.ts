import { type BoundedText, createBoundedText } from './bounded-text.ts';
import type { ExecuteOptions, ExecuteOutcome } from './execute-options.ts';

type StreamName = 'stdout' | 'stderr';

/** What a process writes, on its way to text. */
export interface OutputCapture {
  /** Takes the next bytes of a stream. A promise: whoever gets them wants no more of that stream before; it never rejects. */
  push(stream: StreamName, chunk: Uint8Array): Promise<void> | undefined;
  /** @throws whatever a listener of the caller threw, or rejected with before this. */
  end(): Pick<ExecuteOutcome, StreamName | 'truncated' | 'bytes'>;
}

/**
 * Decodes and bounds both streams of a process, and hands them on as they come.
 *
 * @param stop called when a stream passes its limit, or a listener of the caller throws: thrown out of an event handler it
 * would end this process instead of the run.
 */
export function captureOutput(
  { maxOutput, onBytes, onOutput }: Pick<ExecuteOptions, 'maxOutput' | 'onBytes' | 'onOutput'>,
  stop: () => void,
): OutputCapture {
  const bytes = { stdout: 0, stderr: 0 };
  const ready: { [Name in StreamName]?: Promise<void> | undefined } = {};
  let truncated = false;
  let failure: { readonly error: unknown } | undefined;
  const fail = (error: unknown): void => {
    failure ??= { error };
    stop();
  };
  const capture = (stream: StreamName): BoundedText =>
    createBoundedText(maxOutput, (piece) => {
      const taken = onOutput?.(stream, piece);
      ready[stream] = taken instanceof Promise ? taken.catch(fail) : undefined;
    });
  const texts: Readonly<Record<StreamName, BoundedText>> = { stdout: capture('stdout'), stderr: capture('stderr') };
  return {
    push(stream, chunk) {
      const left = Math.max(0, maxOutput - bytes[stream]);
      bytes[stream] += chunk.byteLength;
      try {
        if (left > 0) onBytes?.(stream, chunk.subarray(0, left));
        ready[stream] = undefined;
        if (texts[stream].push(chunk)) return ready[stream];
        truncated = true;
        stop();
      } catch (error) {
        fail(error);
      }
      return undefined;
    },
    end() {
      const ended = { stdout: texts.stdout.end(), stderr: texts.stderr.end() };
      if (failure) throw failure.error;
      return { ...ended, truncated, bytes };
    },
  };
}
