import type { ToolCall } from '../types/call.ts';
import type { FormattedResult, RunOptions, StopSignal } from '../types/execution.ts';

/** What a streamed run yields: redacted text, then exactly one result. */
export type ExecutionEvent =
  | { readonly type: 'stdout' | 'stderr'; readonly text: string }
  | { readonly type: 'result'; readonly result: FormattedResult };

interface StreamSettings {
  readonly signal: StopSignal | undefined;
  /** Runs the call; `onOutput` gets its redacted text. */
  readonly start: (
    call: ToolCall,
    extra: Required<Pick<RunOptions, 'signal' | 'onOutput'>>,
  ) => Promise<FormattedResult>;
}

/**
 * Runs one call and yields its redacted output as it arrives.
 *
 * Memory is bounded by the run's own output limit, since that is all that can wait for a slow reader. A reader that
 * leaves early stops the run.
 */
export async function* streamRun(call: ToolCall, settings: StreamSettings): AsyncGenerator<ExecutionEvent, void> {
  const { signal, stop } = createStop(settings.signal);
  const waiting: ExecutionEvent[] = [];
  let wake: () => void = () => undefined;
  let settled: Promise<FormattedResult> | undefined;

  const running = settings.start(call, {
    signal,
    onOutput: (type, text) => {
      waiting.push({ type, text });
      wake();
    },
  });
  const settle = (): void => {
    settled = running;
    wake();
  };
  running.then(settle, settle);

  try {
    while (settled === undefined || waiting.length > 0) {
      const event = waiting.shift();
      if (event) yield event;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    yield { type: 'result', result: await settled };
  } finally {
    stop();
  }
}

/** A stop signal of our own, since core has no `AbortController`; it also stops when `parent` does. */
export function createStop(parent: StopSignal | undefined): { signal: StopSignal; stop: () => void } {
  const listeners = new Set<() => void>();
  let aborted = parent?.aborted === true;
  const stop = (): void => {
    if (aborted) return;
    aborted = true;
    parent?.removeEventListener('abort', stop);
    for (const listener of [...listeners]) listener();
    listeners.clear();
  };
  parent?.addEventListener('abort', stop, { once: true });
  const signal: StopSignal = {
    get aborted() {
      return aborted;
    },
    addEventListener: (_type, listener) => {
      listeners.add(listener);
    },
    removeEventListener: (_type, listener) => {
      listeners.delete(listener);
    },
  };
  return { signal, stop };
}
