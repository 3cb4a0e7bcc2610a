import { deadlineOf, EMPTY_QUEUE, finish, next, type QueueStep, submit } from '../state/compile-queue.ts';
import type { CompileReport, CompileRequest, CompileResponse, CompileSource } from './protocol.ts';

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
  /** A document took longer than it may and was given up; a newer one, if any, is compiled next. */
  readonly onTooSlow: () => void;
}

interface WorkerHandle {
  postMessage(request: CompileRequest): void;
  terminate(): void;
}

/** What the client needs of the browser. */
export interface CompilerPorts {
  readonly startWorker: (listeners: {
    readonly onReport: (report: CompileReport) => void;
    readonly onError: () => void;
  }) => WorkerHandle;
  /** Ms. */
  readonly now: () => number;
  /** Does something after a number of ms, unless the returned function is called before. */
  readonly later: (ms: number, action: () => void) => () => void;
}

/** A client that starts its worker with the first compilation, and again after one that broke down or took too long. */
export function createCompilerClient(listeners: CompilerListeners, ports: CompilerPorts): CompilerClient {
  let queue = EMPTY_QUEUE;
  let worker: WorkerHandle | undefined;
  /** When the running compilation began; absent while the worker is still starting. */
  let begun: number | undefined;
  let stopTimer = (): void => undefined;

  const endWorker = (): void => {
    worker?.terminate();
    worker = undefined;
    begun = undefined;
    stopTimer();
  };
  const stop = (): void => {
    endWorker();
    queue = { lastId: queue.lastId };
  };
  const watch = (): void => {
    stopTimer();
    const deadline = deadlineOf(queue);
    if (begun === undefined || deadline === undefined) return;
    stopTimer = ports.later(Math.max(0, begun + deadline - ports.now()), () => {
      endWorker();
      take(next(queue));
      listeners.onTooSlow();
    });
  };
  const take = (step: QueueStep): void => {
    queue = step.queue;
    if (step.post !== undefined) {
      begun = undefined;
      worker ??= ports.startWorker({ onReport, onError });
      worker.postMessage(step.post);
    }
    watch();
  };
  const onReport = (report: CompileReport): void => {
    if (report.kind === 'begun') {
      if (report.id === queue.running?.id) begun = ports.now();
      watch();
      return;
    }
    take(finish(queue, report.response.id));
    listeners.onResponse(report.response);
  };
  const onError = (): void => {
    stop();
    listeners.onBreakdown();
  };
  return { submit: (source) => take(submit(queue, source)), isBusy: () => queue.running !== undefined, stop };
}
