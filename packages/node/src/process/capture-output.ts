import type { ExecuteOptions, ExecuteOutcome } from './launch-types.ts';

export type StreamName = 'stdout' | 'stderr';

/** Collects the output of a process as text. */
export interface OutputCapture {
  /** Takes the next bytes of a stream; resolves when the caller accepts more of it. Never rejects. */
  take(stream: StreamName, chunk: Uint8Array): Promise<void>;
  /** @throws the error that a listener of the caller threw or rejected with before */
  end(): Pick<ExecuteOutcome, StreamName | 'truncated' | 'bytes'>;
}

/**
 * Decodes both streams of a process, passes them on as they arrive, and keeps the beginning of each. Invalid bytes
 * become U+FFFD; a character cut by the limit is dropped.
 * @param stop called when a listener of the caller throws, and with `stopAtLimit` when a stream passes its limit
 */
export function captureOutput(
  {
    maxOutput,
    stopAtLimit,
    onBytes,
    onOutput,
  }: Pick<ExecuteOptions, 'maxOutput' | 'stopAtLimit' | 'onBytes' | 'onOutput'>,
  stop: () => void,
): OutputCapture {
  const bytes = { stdout: 0, stderr: 0 };
  const kept = { stdout: '', stderr: '' };
  const decoders = { stdout: utf8(), stderr: utf8() };
  const listened = { stdout: utf8(), stderr: utf8() };
  let failure: { readonly error: unknown } | undefined;
  const tell = (stream: StreamName, text: string): void | Promise<void> =>
    text === '' ? undefined : onOutput?.(stream, text);
  return {
    async take(stream, chunk) {
      const left = maxOutput - bytes[stream];
      bytes[stream] += chunk.byteLength;
      try {
        if (left > 0) {
          const wanted = chunk.subarray(0, left);
          onBytes?.(stream, wanted);
          kept[stream] += decoders[stream].decode(wanted, { stream: true });
        }
        if (chunk.byteLength > left && stopAtLimit === true) stop();
        else await tell(stream, listened[stream].decode(chunk, { stream: true }));
      } catch (error) {
        failure ??= { error };
        stop();
      }
    },
    end() {
      for (const stream of ['stdout', 'stderr'] as const) {
        if (bytes[stream] <= maxOutput) kept[stream] += decoders[stream].decode();
        void tell(stream, listened[stream].decode());
      }
      if (failure) throw failure.error;
      return { ...kept, truncated: Math.max(bytes.stdout, bytes.stderr) > maxOutput, bytes };
    },
  };
}

function utf8(): InstanceType<typeof TextDecoder> {
  return new TextDecoder('utf-8', { ignoreBOM: true });
}
