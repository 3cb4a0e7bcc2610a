import { type BoundedText, createBoundedText } from './bounded-text.ts';
import type { ExecuteOptions, ExecuteOutcome } from './execute-options.ts';

type StreamName = 'stdout' | 'stderr';

/** What a process writes, on its way to text. */
export interface OutputCapture {
  /** Takes the next bytes of a stream. */
  push(stream: StreamName, chunk: Uint8Array): void;
  /** @throws whatever a listener of the caller threw. */
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
  const texts: Readonly<Record<StreamName, BoundedText>> = {
    stdout: createBoundedText(maxOutput, (piece) => onOutput?.('stdout', piece)),
    stderr: createBoundedText(maxOutput, (piece) => onOutput?.('stderr', piece)),
  };
  let truncated = false;
  let failure: { readonly error: unknown } | undefined;
  return {
    push(stream, chunk) {
      const left = Math.max(0, maxOutput - bytes[stream]);
      bytes[stream] += chunk.byteLength;
      try {
        if (left > 0) onBytes?.(stream, chunk.subarray(0, left));
        if (texts[stream].push(chunk)) return;
        truncated = true;
      } catch (error) {
        failure ??= { error };
      }
      stop();
    },
    end() {
      const ended = { stdout: texts.stdout.end(), stderr: texts.stderr.end() };
      if (failure) throw failure.error;
      return { ...ended, truncated, bytes };
    },
  };
}
