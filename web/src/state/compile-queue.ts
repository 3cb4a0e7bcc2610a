/** One compilation at a time; what arrives meanwhile waits, and only the latest of those is worth doing. */
import type { CompileRequest, CompileSource } from '../worker/protocol.ts';

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
  if (queue.running?.id !== id) return { queue };
  const { lastId, waiting } = queue;
  return waiting === undefined ? { queue: { lastId } } : { queue: { lastId, running: waiting }, post: waiting };
}
