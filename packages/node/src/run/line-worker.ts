import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type LineCall, type LineCallSettings, lateLineCall } from './run-line.ts';

export interface LineWorker {
  /** As `checkLineCall`. A line that is not judged in time, or that too many wait before, is asked about. */
  readonly check: (text: string, settings: LineCallSettings) => Promise<LineCall>;
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly text: string;
  readonly settings: LineCallSettings;
  readonly resolve: (check: LineCall) => void;
  readonly reject: (error: unknown) => void;
}

interface Answer {
  readonly check?: LineCall;
  /** Of each part, whether its tool is bundled. */
  readonly vouched?: readonly boolean[];
  readonly error?: unknown;
}

/** Ms for one line: above the judge's own limit, which is enough for all but what V8 cannot stop. */
const LIMIT = 9_000;
/** Lines that wait for others. */
const MAX_WAITING = 100;

const CODE = `const { parentPort, workerData } = require('node:worker_threads');
const loaded = import(workerData);
parentPort.on('message', async ({ text, settings }) => {
  try {
    const { checkLineCall } = await loaded;
    const check = await checkLineCall(text, settings);
    // Symbols are lost on the way: this one says that a document is bundled.
    const vouched = check.line.parts.map(({ call }) => call?.tool[Symbol.for('atip.vouched')] === true);
    parentPort.postMessage({ check, vouched });
  } catch (error) {
    parentPort.postMessage({ error });
  }
});`;

/**
 * Judges lines one after the other in a thread of its own, so that no line holds up what else a server answers. The
 * thread starts with the first line, is kept, and is replaced when a line has kept it busy for too long.
 *
 * @param module what exports `checkLineCall`, as a URL. Absent: the built package
 */
export function createLineWorker({
  limit = LIMIT,
  module = pathToFileURL(createRequire(import.meta.url).resolve('@atip/node/internal')).href,
}: {
  readonly limit?: number;
  readonly module?: string;
} = {}): LineWorker {
  const waiting: Waiting[] = [];
  let worker: Worker | undefined;
  /** The line that the thread judges. */
  let judged: (Waiting & { readonly timer: NodeJS.Timeout }) | undefined;

  const judgeNext = (): void => {
    const next = judged ? undefined : waiting.shift();
    if (!next) return;
    worker ??= startWorker();
    judged = { ...next, timer: setTimeout(giveUp, limit) };
    worker.postMessage({ text: next.text, settings: next.settings });
  };
  const settle = (answer: (line: Waiting) => void): void => {
    const line = judged;
    judged = undefined;
    clearTimeout(line?.timer);
    if (line) answer(line);
    judgeNext();
  };
  const giveUp = (): void => {
    const late = worker;
    worker = undefined;
    void late?.terminate();
    settle(({ text, settings, resolve }) => resolve(lateLineCall(text, settings, limit)));
  };
  const startWorker = (): Worker => {
    const thread = new Worker(CODE, { eval: true, workerData: module, execArgv: [] });
    const end = (error: unknown): void => {
      if (worker !== thread) return;
      worker = undefined;
      settle(({ reject }) => reject(error));
    };
    thread.on('error', end);
    thread.on('exit', () => end(new Error('The thread that judges lines has ended.')));
    thread.on('message', ({ check, vouched = [], error }: Answer) => {
      for (const [at, part] of (check?.line.parts ?? []).entries())
        if (vouched[at] && part.call) Reflect.set(part.call.tool, Symbol.for('atip.vouched'), true);
      if (worker === thread) settle(({ resolve, reject }) => (check ? resolve(check) : reject(error)));
    });
    // A host that ends does not wait for it.
    thread.unref();
    return thread;
  };

  return {
    check: (text, settings) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= MAX_WAITING) return resolve(lateLineCall(text, settings, limit));
        waiting.push({ text, settings: { ...settings, env: { ...settings.env } }, resolve, reject });
        judgeNext();
      }),
    close: async () => {
      const thread = worker;
      worker = undefined;
      await thread?.terminate();
    },
  };
}
