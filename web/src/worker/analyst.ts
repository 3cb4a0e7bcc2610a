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
}

/** The part of a worker that an analyst uses. */
type WorkerHandle = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** Time limits of questions of a kind, and the words for exceeding them. */
export interface Patience {
  /** Ms that one question may take; counted from the worker's start on it. */
  readonly alone: number;
  /** Ms that the question in work may still take once a newer one of this kind waits. Absent: newer questions wait. */
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

/**
 * An analyst that starts its worker with the first question, and again after one that broke down or took too long. A question
 * of another asker that is stopped for one that waits is asked again after it.
 */
export function createAnalyst(startWorker: () => WorkerHandle, patienceOf: (kind: QuestionKind) => Patience): Analyst {
  const slots = new Set<Slot>();
  let lastId = 0;
  /** Id of the request in work. */
  let begun: number | undefined;
  /** Id of the request in work whose time is short, because another one waits. */
  let hurried: number | undefined;
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
  /** Ends the worker: who is to blame hears why, the others ask again. */
  const giveUp = (isToBlame: (slot: Slot) => boolean, messageOf: (patience: Patience) => string): void => {
    begun = undefined;
    worker.end();
    for (const slot of slots) {
      const question = slot.running?.question;
      if (question === undefined) continue;
      if (isToBlame(slot)) {
        goOn(slot);
        slot.onOutcome({ ok: false, question, message: messageOf(patienceOf(slot.kind)) });
      } else {
        post(slot, slot.waiting ?? question);
      }
    }
  };
  const watch = (slot: Slot, ms: number, asker: Slot = slot): void =>
    worker.watch(ms, () =>
      giveUp(
        (other) => other === slot && slot === asker,
        ({ tooSlow }) => tooSlow,
      ),
    );
  const slotOf = (id: number | undefined): Slot | undefined => [...slots].find(({ running }) => running?.id === id);
  const onReport = (report: AnalysisReport): void => {
    const slot = slotOf(report.id);
    begun = report.state === 'begun' ? report.id : undefined;
    if (slot === undefined || report.state !== 'begun') worker.watch();
    else {
      const { alone, waitedFor } = patienceOf(slot.kind);
      const isWaitedFor = slot.waiting !== undefined && waitedFor !== undefined;
      if (isWaitedFor) hurried = report.id;
      watch(slot, isWaitedFor ? waitedFor : alone);
    }
    const question = slot?.running?.question;
    if (report.state === 'begun' || slot === undefined || question === undefined) return;
    goOn(slot);
    if (report.state === 'done') slot.onOutcome({ ok: true, question, answer: report.answer });
    else slot.onOutcome({ ok: false, question, message: report.message });
  };
  const worker = createWorkerLink(startWorker, onReport, () =>
    giveUp(
      () => true,
      ({ brokenDown }) => brokenDown,
    ),
  );
  const ask = (slot: Slot, question: QuestionOf<QuestionKind>): void => {
    const inWork = begun === undefined ? undefined : slotOf(begun);
    if (slot.running === undefined) post(slot, question);
    else slot.waiting = question;
    const { waitedFor } = patienceOf(slot.kind);
    if (inWork === undefined || hurried === begun || waitedFor === undefined) return;
    hurried = begun;
    watch(inWork, waitedFor, slot);
  };
  return { open: opener(slots, ask) };
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
