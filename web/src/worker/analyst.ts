/** The page's side of its worker: any number of askers, and one question at a time, so that an outdated one is never begun. */
import type { AnswerOf, QuestionKind, QuestionOf } from '../questions.ts';

/** The outcome of a question, with the very object that was asked. */
export type Outcome<Kind extends QuestionKind> =
  | { readonly ok: true; readonly question: QuestionOf<Kind>; readonly answer: AnswerOf<Kind> }
  | { readonly ok: false; readonly question: QuestionOf<Kind>; readonly message: string };

export interface AnalysisRequest<Kind extends QuestionKind = QuestionKind> {
  readonly kind: Kind;
  readonly question: QuestionOf<Kind>;
}

export type AnalysisReport =
  | { readonly state: 'begun' }
  | { readonly state: 'done'; readonly answer: AnswerOf<QuestionKind> }
  | { readonly state: 'failed'; readonly message: string };

export const TOO_SLOW = 'This took too long and was stopped. The next change tries again.';
export const BROKEN_DOWN = 'The analysis stopped on this document. The next change starts it again.';

/** Ms that one question may take, counted from the worker's start on it; all others wait behind it. */
const PATIENCE = 10_000;

interface Slot {
  readonly kind: QuestionKind;
  readonly onOutcome: (outcome: Outcome<QuestionKind>) => void;
  /** The newest question, until the worker has it. */
  waiting?: QuestionOf<QuestionKind> | undefined;
}

/** An analyst that starts its worker with the first question, and again after one that broke down or took too long. */
export function createAnalyst(startWorker: () => Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>) {
  /** Of open askers, in the order in which they asked. */
  const slots = new Set<Slot>();
  let worker: ReturnType<typeof startWorker> | undefined;
  let running: { readonly slot: Slot; readonly question: QuestionOf<QuestionKind> } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Compiling goes first, because a person who types waits for it. */
  function postNext(): void {
    const waiting = [...slots].filter((slot) => slot.waiting !== undefined);
    const slot = waiting.find(({ kind }) => kind === 'compile') ?? waiting[0];
    if (running !== undefined || slot?.waiting === undefined) return;
    running = { slot, question: slot.waiting };
    slot.waiting = undefined;
    worker ??= start();
    worker.postMessage({ kind: slot.kind, question: running.question } satisfies AnalysisRequest);
  }
  function start(): ReturnType<typeof startWorker> {
    const started = startWorker();
    started.onmessage = ({ data }: MessageEvent<AnalysisReport>) => {
      // Said before it was stopped.
      if (started !== worker) return;
      if (data.state === 'begun') timer = setTimeout(() => stop(TOO_SLOW), PATIENCE);
      else if (data.state === 'done') settle({ ok: true, answer: data.answer });
      else settle({ ok: false, message: data.message });
    };
    started.onerror = () => stop(BROKEN_DOWN);
    return started;
  }
  function stop(message: string): void {
    worker?.terminate();
    worker = undefined;
    settle({ ok: false, message });
  }
  function settle(result: { ok: true; answer: AnswerOf<QuestionKind> } | { ok: false; message: string }): void {
    clearTimeout(timer);
    const settled = running;
    running = undefined;
    postNext();
    // Nobody waits for a question whose asker is closed, but others did behind it.
    if (settled && slots.has(settled.slot)) settled.slot.onOutcome({ ...result, question: settled.question });
  }
  return {
    open<Kind extends QuestionKind>(kind: Kind, onOutcome: (outcome: Outcome<Kind>) => void) {
      // The outcome of a slot is of its own kind.
      const slot: Slot = { kind, onOutcome: onOutcome as Slot['onOutcome'] };
      slots.add(slot);
      return {
        /** While one question is worked on, of those that follow only the newest is kept. */
        ask(question: QuestionOf<Kind>): void {
          if (slot.waiting === undefined && slots.delete(slot)) slots.add(slot);
          slot.waiting = question;
          postNext();
        },
        close(): void {
          slots.delete(slot);
        },
      };
    },
  };
}
