import type { Issue } from '@atip/core';
import type { CompileReport, CompileRequest, CompileResponse, CompileSource } from '../document/compilation.ts';

/** The compile worker as the page talks to it. */
interface CompilerClient {
  /** Asks for a compilation, in place of any that has not begun. */
  submit(source: CompileSource): void;
  /** True while a compilation is under way. */
  isBusy(): boolean;
  /** Ends the worker; the next `submit` starts another. */
  stop(): void;
}

interface CompilerListeners {
  readonly onResponse: (response: CompileResponse, source: CompileSource) => void;
  /** What is doubtful about the document that was answered last. */
  readonly onRemarks: (remarks: readonly Issue[], source: CompileSource) => void;
  /** The worker died of its document; the next `submit` starts another. */
  readonly onBreakdown: (source: CompileSource) => void;
  /** A document took longer than it may and was given up; a newer one, if any, is compiled next. */
  readonly onTooSlow: (source: CompileSource) => void;
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
  /** When the running compilation began; absent while the worker is still starting, or makes remarks. */
  let begun: number | undefined;
  /** The document that was answered last. */
  let answered: CompileRequest | undefined;
  const [compiling, remarking] = [createTimer(ports.later), createTimer(ports.later)];

  const endWorker = (): void => {
    worker?.terminate();
    worker = undefined;
    begun = undefined;
    compiling.stop();
    remarking.stop();
  };
  const stop = (): void => {
    endWorker();
    queue = { lastId: queue.lastId };
  };
  const breakDown = (): void => {
    const source = queue.running ?? answered;
    stop();
    if (source !== undefined) listeners.onBreakdown(source);
  };
  const take = ({ queue: changed, post }: QueueStep): void => {
    queue = changed;
    if (post !== undefined) {
      begun = undefined;
      worker ??= ports.startWorker({ onReport, onError: breakDown });
      worker.postMessage(post);
    }
    watch();
  };
  const watch = (): void => {
    compiling.stop();
    const deadline = deadlineOf(queue);
    if (begun === undefined || deadline === undefined) return;
    compiling.start(Math.max(0, begun + deadline - ports.now()), () => {
      if (queue.running !== undefined) listeners.onTooSlow(queue.running);
      endWorker();
      take(next(queue));
    });
  };
  /** For what waits behind remarks that take too long. */
  const compileAnew = (): void => {
    endWorker();
    if (queue.running !== undefined) take({ queue, post: queue.running });
  };
  const onReport = (report: CompileReport): void => {
    remarking.stop();
    if (report.kind === 'remarking') remarking.start(DEADLINE, compileAnew);
    if (report.kind === 'begun' && report.id === queue.running?.id) begun = ports.now();
    if (report.kind === 'begun') watch();
    if (report.kind === 'done') onDone(report.response);
    if (report.kind === 'remarked' && answered?.id === report.id) listeners.onRemarks(report.remarks, answered);
  };
  const onDone = (response: CompileResponse): void => {
    const source = queue.running;
    take(finish(queue, response.id));
    if (source?.id !== response.id) return;
    answered = source;
    listeners.onResponse(response, source);
  };
  return { submit: (source) => take(submit(queue, source)), isBusy: () => queue.running !== undefined, stop };
}

interface Timer {
  /** Starts anew, if it runs already. */
  start(ms: number, action: () => void): void;
  stop(): void;
}

function createTimer(later: CompilerPorts['later']): Timer {
  let stop = (): void => undefined;
  return {
    start: (ms, action) => {
      stop();
      stop = later(ms, action);
    },
    stop: () => stop(),
  };
}

/** One compilation at a time; what arrives meanwhile waits, and only the latest of those is worth doing. */
interface CompileQueue {
  /** The id given last; ids count from 1. */
  readonly lastId: number;
  readonly running?: CompileRequest;
  readonly waiting?: CompileRequest;
}

interface QueueStep {
  readonly queue: CompileQueue;
  /** To be sent to the worker now. */
  readonly post?: CompileRequest;
}

const EMPTY_QUEUE: CompileQueue = { lastId: 0 };

/** Asks for a compilation: at once when the worker is idle, otherwise in place of what was waiting. */
function submit(queue: CompileQueue, source: CompileSource): QueueStep {
  const request = { ...source, id: queue.lastId + 1 };
  if (queue.running === undefined) return { queue: { lastId: request.id, running: request }, post: request };
  return { queue: { lastId: request.id, running: queue.running, waiting: request } };
}

/** The worker has answered `id`; an answer nobody waits for changes nothing. */
function finish(queue: CompileQueue, id: number): QueueStep {
  return queue.running?.id === id ? next(queue) : { queue };
}

/** Ms of work on one document after which it is given up. */
const DEADLINE = 5000;
/** The same when a newer document waits. */
const DEADLINE_WAITED_FOR = 1000;

/** Ms that the running compilation may take; `undefined` when there is none. */
function deadlineOf({ running, waiting }: CompileQueue): number | undefined {
  if (running === undefined) return undefined;
  return waiting === undefined ? DEADLINE : DEADLINE_WAITED_FOR;
}

/** What follows when the running compilation is over, or given up: what waits. */
function next({ lastId, waiting }: CompileQueue): QueueStep {
  return waiting === undefined ? { queue: { lastId } } : { queue: { lastId, running: waiting }, post: waiting };
}
