/** One compilation at a time; what arrives meanwhile waits, and only the latest of those is worth doing. */
import type { CompileRequest, CompileSource } from './compile-protocol.ts';

export interface CompileQueue {
  /** The id given last; ids count from 1. */
  readonly lastId: number;
  readonly running?: CompileRequest;
  readonly waiting?: CompileRequest;
}

export interface QueueStep {
  readonly queue: CompileQueue;
  /** To be sent to the worker now. */
  readonly post?: CompileRequest;
}

export const EMPTY_QUEUE: CompileQueue = { lastId: 0 };

/** Asks for a compilation: at once when the worker is idle, otherwise in place of what was waiting. */
export function submit(queue: CompileQueue, source: CompileSource): QueueStep {
  const request = { ...source, id: queue.lastId + 1 };
  if (queue.running === undefined) return { queue: { lastId: request.id, running: request }, post: request };
  return { queue: { lastId: request.id, running: queue.running, waiting: request } };
}

/** The worker has answered `id`; an answer nobody waits for changes nothing. */
export function finish(queue: CompileQueue, id: number): QueueStep {
  return queue.running?.id === id ? next(queue) : { queue };
}

/** Ms of work on one document after which it is given up. */
export const DEADLINE = 5000;
/** The same when a newer document waits. */
const DEADLINE_WAITED_FOR = 1000;

/** Ms that the running compilation may take; `undefined` when there is none. */
export function deadlineOf({ running, waiting }: CompileQueue): number | undefined {
  if (running === undefined) return undefined;
  return waiting === undefined ? DEADLINE : DEADLINE_WAITED_FOR;
}

/** What follows when the running compilation is over, or given up: what waits. */
export function next({ lastId, waiting }: CompileQueue): QueueStep {
  return waiting === undefined ? { queue: { lastId } } : { queue: { lastId, running: waiting }, post: waiting };
}
