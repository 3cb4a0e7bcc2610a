import { EMPTY_QUEUE, finish, type QueueStep, submit } from '../state/compile-queue.ts';
import type { CompileResponse, CompileSource } from './protocol.ts';

/** The compile worker as the page talks to it. */
export interface CompilerClient {
  /** Asks for a compilation, in place of any that has not begun. */
  submit(source: CompileSource): void;
  /** True while a compilation is under way. */
  isBusy(): boolean;
  /** Ends the worker; the next `submit` starts another. */
  stop(): void;
}

interface CompilerListeners {
  readonly onResponse: (response: CompileResponse) => void;
  /** The worker died of its document; the next `submit` starts another. */
  readonly onBreakdown: () => void;
}

/** A client that starts its worker with the first compilation. */
export function createCompilerClient({ onResponse, onBreakdown }: CompilerListeners): CompilerClient {
  let queue = EMPTY_QUEUE;
  let worker: Worker | undefined;
  const stop = (): void => {
    worker?.terminate();
    worker = undefined;
    queue = { lastId: queue.lastId };
  };
  const take = (step: QueueStep): void => {
    queue = step.queue;
    if (step.post === undefined) return;
    worker ??= startWorker();
    worker.postMessage(step.post);
  };
  const startWorker = (): Worker => {
    const started = new Worker(new URL('./compile.worker.ts', import.meta.url), { type: 'module' });
    started.onmessage = (event: MessageEvent<CompileResponse>) => {
      take(finish(queue, event.data.id));
      onResponse(event.data);
    };
    started.onerror = () => {
      stop();
      onBreakdown();
    };
    return started;
  };
  return { submit: (source) => take(submit(queue, source)), isBusy: () => queue.running !== undefined, stop };
}
