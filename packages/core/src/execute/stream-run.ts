import type { ToolCall } from '../types/call.ts';
import type { FormattedResult, RunOptions, StopSignal } from '../types/execution.ts';
import type { ResultFilter } from '../types/redaction.ts';
import { createStop } from './create-stop.ts';

/** What a streamed run yields: redacted text, then exactly one result. */
export type ExecutionEvent =
  | { readonly type: 'stdout' | 'stderr'; readonly text: string }
  | { readonly type: 'result'; readonly result: FormattedResult };

interface StreamSettings {
  readonly filter: ResultFilter;
  readonly signal: StopSignal | undefined;
  readonly start: (call: ToolCall, extra: Partial<RunOptions>) => Promise<FormattedResult>;
}

/**
 * Runs one call and yields its output as it arrives, each stream through its own redaction.
 *
 * Memory is bounded by the run's own output limit, since that is all that can wait for a slow reader. A reader that
 * leaves early stops the run.
 */
export async function* streamRun(call: ToolCall, settings: StreamSettings): AsyncGenerator<ExecutionEvent, void> {
  const streams = { stdout: settings.filter.stream(), stderr: settings.filter.stream() };
  const { signal, stop } = createStop(settings.signal);
  const waiting: ExecutionEvent[] = [];
  let wake: () => void = () => undefined;
  let settled: Promise<FormattedResult> | undefined;

  const running = settings.start(call, {
    signal,
    onOutput: (type, chunk) => {
      const text = streams[type].push(chunk);
      if (text !== '') waiting.push({ type, text });
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
    const result = await settled;
    for (const type of ['stdout', 'stderr'] as const) {
      const rest = streams[type].end();
      if (rest !== '') yield { type, text: rest };
    }
    yield { type: 'result', result };
  } finally {
    stop();
  }
}
