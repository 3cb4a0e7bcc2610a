import { noteFound, type TrustRow } from '@atip/core/internal';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type LineCall, type LineRequest, lateLineCall } from './run-line.ts';

interface LineWorker {
  /** Like `checkLineCall`. A person is asked about a line that is not judged in time, or when too many wait already. */
  readonly check: (text: string, settings: LineRequest) => Promise<LineCall>;
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly text: string;
  readonly settings: LineRequest;
  readonly resolve: (check: LineCall) => void;
  readonly reject: (error: unknown) => void;
}

interface Answer {
  readonly check?: LineCall;
  /** The trust of each part's document, because a copy of a document has none here. */
  readonly rows?: readonly (TrustRow | undefined)[];
  readonly error?: unknown;
}

/** Ms for one line: above the judge's own limit, which stops everything that V8 can stop. */
const LIMIT = 9_000;
/** Lines that wait for others. */
const MAX_WAITING = 100;

const CODE = `const { parentPort, workerData } = require('node:worker_threads');
const loaded = Promise.all(workerData.map((url) => import(url)));
parentPort.on('message', async ({ text, settings }) => {
  try {
    const [{ checkLineCall }, { trustRowOf }] = await loaded;
    const check = await checkLineCall(text, settings);
    const rows = check.line.parts.map(({ call }) => call && trustRowOf(call.tool));
    parentPort.postMessage({ check, rows });
  } catch (error) {
    parentPort.postMessage({ error });
  }
});`;

/**
 * Judges lines one after the other in a thread of its own, so that no line holds up what else a server answers. The
 * thread starts with the first line, is kept, and is replaced when a line has kept it busy for too long.
 *
 * @param module URL of the module that exports `checkLineCall`. Absent: the built package
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
    // Not when this module loads: the build reads it before core is built.
    const core = pathToFileURL(createRequire(import.meta.url).resolve('@atip/core/internal')).href;
    const thread = new Worker(CODE, { eval: true, workerData: [module, core], execArgv: [] });
    const end = (error: unknown): void => {
      if (worker !== thread) return;
      worker = undefined;
      settle(({ reject }) => reject(error));
    };
    thread.on('error', end);
    thread.on('exit', () => end(new Error('The thread that judges lines has ended.')));
    thread.on('message', ({ check, rows = [], error }: Answer) => {
      for (const [at, { call }] of (check?.line.parts ?? []).entries()) {
        const row = rows[at];
        if (row && call) noteFound(call.tool, row);
      }
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
