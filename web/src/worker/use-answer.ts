import {
  type Context,
  createContext,
  startTransition,
  useContext,
  useEffect,
  useRef,
  useState,
  useCallback,
} from 'react';
import { type Analyst, type Asker, createAnalyst, type Outcome, type Patience } from './analyst.ts';
import type { AnswerOf, QuestionKind, QuestionOf } from '../questions.ts';

const PATIENCE: Patience = {
  alone: 20_000,
  tooSlow: 'This took too long and was stopped; the next change tries again.',
  brokenDown: 'The analysis stopped on this document; the next change starts it again.',
};

export const COMPILING: Patience = {
  alone: 5000,
  tooSlow: 'Compiling this document took too long and was stopped. The next edit starts it again.',
  brokenDown: 'The compiler failed on this document. The next edit starts it again.',
};

/** Each keystroke compiles, so nothing else may take long meanwhile. */
const KINDS: Readonly<Partial<Record<QuestionKind, Patience>>> = {
  compile: { ...COMPILING, waitedFor: 1000 },
  remarks: COMPILING,
};

const startWorker = (): Worker => new Worker(new URL('../analysis.worker.ts', import.meta.url), { type: 'module' });

/** The page's one analyst; panels reach it by {@link useAnswer}. */
export const analyst: Analyst = createAnalyst(startWorker, (kind) => KINDS[kind] ?? PATIENCE);

/** The tool of the answers below, by `aboutOf`: answers about another one are not shown as this one's. */
export const AboutContext: Context<string | undefined> = createContext<string | undefined>(undefined);

export interface AnswerState<Kind extends QuestionKind> {
  /**
   * The last answer and its question; with a newer question about the same document it stays until the new answer
   * is there.
   */
  readonly last?: { readonly question: QuestionOf<Kind>; readonly answer: AnswerOf<Kind> } | undefined;
  /** True while `last` does not answer the current question. */
  readonly pending: boolean;
  readonly failure?: string | undefined;
}

interface Held<Kind extends QuestionKind> extends Pick<AnswerState<Kind>, 'last'> {
  readonly failed?: { readonly question: QuestionOf<Kind>; readonly message: string };
}

/**
 * The answer to a question about documents, from the page's worker.
 *
 * @param question a new object is a new question, so memoise it. `undefined` asks nothing: for a panel that is not shown.
 */
export function useAnswer<Kind extends QuestionKind>(
  kind: Kind,
  question: QuestionOf<Kind> | undefined,
): AnswerState<Kind> {
  const [held, setHeld] = useState<Held<Kind>>({});
  const about = useContext(AboutContext);
  const subjects = useRef(new WeakMap<object, string | undefined>());
  const asked = useRef<QuestionOf<Kind>>(undefined);
  const asker = useRef<Asker<Kind>>(undefined);
  useEffect(() => {
    const opened = analyst.open(kind, (outcome) => {
      startTransition(() => setHeld((before) => (outcome.ok ? { last: outcome } : { ...before, failed: outcome })));
      if (!outcome.ok || !isEstimate(outcome.answer)) return;
      whenCounting(() => {
        if (asker.current === opened && asked.current === outcome.question) opened.ask(outcome.question);
      });
    });
    asker.current = opened;
    // React may set effects up twice: a new asker has not been asked anything.
    asked.current = undefined;
    return opened.close;
  }, [kind]);
  useEffect(() => {
    if (question === undefined || asked.current === question) return undefined;
    const ask = (): void => {
      asked.current = question;
      subjects.current.set(question, about);
      asker.current?.ask(question);
    };
    const [text, before] = [textOf(question), textOf(asked.current)];
    const isOther = asked.current !== undefined && subjects.current.get(asked.current) !== about;
    if (before === undefined || before === text || isOther) return ask();
    const timer = setTimeout(ask, restFor(text));
    return () => clearTimeout(timer);
  }, [question, about]);
  const { last, failed } = held;
  const fits = last !== undefined && (last.question === question || subjects.current.get(last.question) === about);
  return {
    last: fits ? last : undefined,
    pending: question !== undefined && last?.question !== question && failed?.question !== question,
    failure: failed?.question === question ? failed?.message : undefined,
  };
}

/** Ms without an edit after which a text is analysed closely: the next key would wait behind slow work. */
export function restFor(text = ''): number {
  return 150 + text.length / 2000;
}

function textOf(question: object | undefined): string | undefined {
  return question !== undefined && 'text' in question && typeof question.text === 'string' ? question.text : undefined;
}

function isEstimate(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'isEstimate' in answer && answer.isEstimate === true;
}

/** Runs a function once the worker counts tokens exactly; the encoding, a megabyte, loads when the page is idle. */
function whenCounting(action: () => void): void {
  const load = (): void => {
    const counter = analyst.open('token-counter', (outcome) => {
      counter.close();
      if (outcome.ok && outcome.answer) action();
    });
    counter.ask({});
  };
  // Safari has no such callback.
  if ('requestIdleCallback' in window) requestIdleCallback(load);
  else setTimeout(load, 500);
}

/** Asks the worker once, for an action of a person. */
export function useAsk<Kind extends QuestionKind>(kind: Kind): (question: QuestionOf<Kind>) => Promise<Outcome<Kind>> {
  return useCallback(
    (question) =>
      new Promise((resolve) => {
        const asker = analyst.open(kind, (outcome) => {
          asker.close();
          resolve(outcome);
        });
        asker.ask(question);
      }),
    [kind],
  );
}
