/** The analysis worker as the page talks to it: any number of askers, each with one question at a time. */
import type { AnswerOf, QuestionKind, QuestionOf } from './questions.ts';

/** What became of a question, the very object that was asked. */
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

interface WorkerHandle {
  postMessage(request: AnalysisRequest): void;
  terminate(): void;
}

/** What the analyst needs of the browser. */
export interface AnalystPorts {
  readonly startWorker: (listeners: {
    readonly onReport: (report: AnalysisReport) => void;
    readonly onError: () => void;
  }) => WorkerHandle;
  /** Does something after a number of ms, unless the returned function is called before. */
  readonly later: (ms: number, action: () => void) => () => void;
}

interface Slot {
  readonly kind: QuestionKind;
  readonly onOutcome: (outcome: Outcome<QuestionKind>) => void;
  running?: AnalysisRequest | undefined;
  waiting?: QuestionOf<QuestionKind> | undefined;
}

/** Ms that one question may take; counted from the worker's start on it. */
const ANALYSIS_DEADLINE = 20_000;

const TOO_SLOW = 'This took too long and was stopped; the next change tries again.';
const BROKEN_DOWN = 'The analysis stopped on this document; the next change starts it again.';

/** An analyst that starts its worker with the first question, and again after one that broke down or took too long. */
export function createAnalyst(ports: AnalystPorts): Analyst {
  const slots = new Set<Slot>();
  let worker: WorkerHandle | undefined;
  let lastId = 0;
  let stopTimer = (): void => undefined;

  const endWorker = (): void => {
    worker?.terminate();
    worker = undefined;
    stopTimer();
  };
  const post = (slot: Slot, question: QuestionOf<QuestionKind>): void => {
    lastId += 1;
    slot.running = { id: lastId, kind: slot.kind, question };
    slot.waiting = undefined;
    worker ??= ports.startWorker({ onReport, onError: () => giveUp(undefined, BROKEN_DOWN) });
    worker.postMessage(slot.running);
  };
  const goOn = (slot: Slot): void => {
    slot.running = undefined;
    if (slot.waiting !== undefined) post(slot, slot.waiting);
  };
  /** Ends the worker: `culprit` (all, if it is not known which) hears why, the others ask again. */
  const giveUp = (culprit: Slot | undefined, message: string): void => {
    endWorker();
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
  const onReport = (report: AnalysisReport): void => {
    const slot = [...slots].find(({ running }) => running?.id === report.id);
    stopTimer();
    if (report.state === 'begun') {
      stopTimer = ports.later(ANALYSIS_DEADLINE, () => giveUp(slot, TOO_SLOW));
      return;
    }
    const question = slot?.running?.question;
    if (slot === undefined || question === undefined) return;
    goOn(slot);
    slot.onOutcome(outcomeOf(report, question));
  };
  return {
    open(kind, onOutcome) {
      // Reports carry the id of a request, and a request its kind: what comes back is an answer to this kind.
      const slot: Slot = { kind, onOutcome: onOutcome as Slot['onOutcome'] };
      slots.add(slot);
      return {
        ask: (question) => {
          if (slot.running === undefined) post(slot, question);
          else slot.waiting = question;
        },
        close: () => slots.delete(slot),
      };
    },
    stop: () => {
      endWorker();
      slots.clear();
    },
  };
}

function outcomeOf(
  report: Exclude<AnalysisReport, { readonly state: 'begun' }>,
  question: QuestionOf<QuestionKind>,
): Outcome<QuestionKind> {
  if (report.state === 'failed') return { ok: false, question, message: report.message };
  return { ok: true, question, answer: report.answer };
}

/** What the page and its analysis worker say to each other. */
export interface AnalysisRequest<Kind extends QuestionKind = QuestionKind> {
  /** Counts up from 1 within one page. */
  readonly id: number;
  readonly kind: Kind;
  readonly question: QuestionOf<Kind>;
}

export type AnalysisReport =
  | { readonly state: 'begun'; readonly id: number; readonly kind: QuestionKind }
  | {
      readonly state: 'done';
      readonly id: number;
      readonly kind: QuestionKind;
      readonly answer: AnswerOf<QuestionKind>;
    }
  | { readonly state: 'failed'; readonly id: number; readonly kind: QuestionKind; readonly message: string };
