/** A worker as the page talks to it: any number of askers, each with one question at a time. */
import type { AnswerOf, QuestionKind, QuestionOf } from '../questions.ts';

/** The outcome of a question, with the very object that was asked. */
export type Outcome<Kind extends QuestionKind> =
  | { readonly ok: true; readonly question: QuestionOf<Kind>; readonly answer: AnswerOf<Kind> }
  | { readonly ok: false; readonly question: QuestionOf<Kind>; readonly message: string };

/** One place that asks; while one question is worked on, of those that follow only the newest is kept. */
export interface Asker<Kind extends QuestionKind> {
  ask(question: QuestionOf<Kind>): void;
  close(): void;
}

export interface Analyst {
  open<Kind extends QuestionKind>(kind: Kind, onOutcome: (outcome: Outcome<Kind>) => void): Asker<Kind>;
  stop(): void;
}

/** The part of a worker that an analyst uses. */
type WorkerHandle = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** Time limits of questions, and the words for exceeding them. */
export interface Patience {
  /** Ms that one question may take; counted from the worker's start on it. */
  readonly alone: number;
  /** Ms that it may still take once its asker has a newer question. Absent: newer questions wait. */
  readonly waitedFor?: number;
  readonly tooSlow: string;
  readonly brokenDown: string;
}

interface Slot {
  readonly kind: QuestionKind;
  readonly onOutcome: (outcome: Outcome<QuestionKind>) => void;
  running?: AnalysisRequest | undefined;
  waiting?: QuestionOf<QuestionKind> | undefined;
}

/** An analyst that starts its worker with the first question, and again after one that broke down or took too long. */
export function createAnalyst(startWorker: () => WorkerHandle, patience: Patience): Analyst {
  const slots = new Set<Slot>();
  let lastId = 0;
  /** Id of the request in work. */
  let begun: number | undefined;
  const post = (slot: Slot, question: QuestionOf<QuestionKind>): void => {
    lastId += 1;
    slot.running = { id: lastId, kind: slot.kind, question };
    slot.waiting = undefined;
    worker.post(slot.running);
  };
  const goOn = (slot: Slot): void => {
    slot.running = undefined;
    if (slot.waiting !== undefined) post(slot, slot.waiting);
  };
  /** Ends the worker: `culprit` (all, if unknown) hears why, the others ask again. */
  const giveUp = (culprit: Slot | undefined, message: string): void => {
    begun = undefined;
    worker.end();
    for (const slot of slots) {
      const question = slot.running?.question;
      if (question === undefined) continue;
      if (culprit === undefined || slot === culprit) {
        goOn(slot);
        slot.onOutcome({ ok: false, question, message });
      } else {
        post(slot, slot.waiting ?? question);
      }
    }
  };
  const watch = (slot: Slot | undefined, ms: number): void => worker.watch(ms, () => giveUp(slot, patience.tooSlow));
  const onReport = (report: AnalysisReport): void => {
    const slot = [...slots].find(({ running }) => running?.id === report.id);
    begun = report.state === 'begun' ? report.id : undefined;
    const hurry = slot?.waiting === undefined ? undefined : patience.waitedFor;
    if (report.state === 'begun') watch(slot, hurry ?? patience.alone);
    else worker.watch();
    const question = slot?.running?.question;
    if (report.state === 'begun' || slot === undefined || question === undefined) return;
    goOn(slot);
    if (report.state === 'done') slot.onOutcome({ ok: true, question, answer: report.answer });
    else slot.onOutcome({ ok: false, question, message: report.message });
  };
  const worker = createWorkerLink(startWorker, onReport, () => giveUp(undefined, patience.brokenDown));
  const ask = (slot: Slot, question: QuestionOf<QuestionKind>): void => {
    const isFirstToWait = slot.waiting === undefined && slot.running !== undefined && slot.running.id === begun;
    if (slot.running === undefined) post(slot, question);
    else slot.waiting = question;
    if (isFirstToWait && patience.waitedFor !== undefined) watch(slot, patience.waitedFor);
  };
  const stop = (): void => {
    worker.end();
    slots.clear();
  };
  return { open: opener(slots, ask), stop };
}

function opener(slots: Set<Slot>, ask: (slot: Slot, question: QuestionOf<QuestionKind>) => void): Analyst['open'] {
  return (kind, onOutcome) => {
    // Reports carry the id of a request, and a request its kind: what comes back is an answer to this kind.
    const slot: Slot = { kind, onOutcome: onOutcome as Slot['onOutcome'] };
    slots.add(slot);
    return { ask: (question) => ask(slot, question), close: () => slots.delete(slot) };
  };
}

function createWorkerLink(
  startWorker: () => WorkerHandle,
  onReport: (report: AnalysisReport) => void,
  onError: () => void,
) {
  let worker: WorkerHandle | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    post: (request: AnalysisRequest): void => {
      if (worker === undefined) {
        worker = startWorker();
        worker.onmessage = ({ data }: MessageEvent<AnalysisReport>) => onReport(data);
        worker.onerror = onError;
      }
      worker.postMessage(request);
    },
    end: () => {
      worker?.terminate();
      worker = undefined;
      clearTimeout(timer);
    },
    /** Runs a function after a number of ms, unless it is called again or the worker ends earlier. */
    watch: (ms?: number, action?: () => void): void => {
      clearTimeout(timer);
      if (action !== undefined) timer = setTimeout(action, ms);
    },
  };
}

export interface AnalysisRequest<Kind extends QuestionKind = QuestionKind> {
  /** Counts up from 1 within one page. */
  readonly id: number;
  readonly kind: Kind;
  readonly question: QuestionOf<Kind>;
}

export type AnalysisReport = { readonly id: number } & (
  | { readonly state: 'begun' }
  | { readonly state: 'done'; readonly answer: AnswerOf<QuestionKind> }
  | { readonly state: 'failed'; readonly message: string }
);
