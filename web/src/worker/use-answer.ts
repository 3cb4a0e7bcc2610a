import { createContext, startTransition, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { QuestionKind, QuestionOf } from '../questions.ts';
import { createAnalyst, type Outcome } from './analyst.ts';

/** The page's one analyst; panels reach it by {@link useAnswer}. */
const analyst = createAnalyst(
  () => new Worker(new URL('../analysis.worker.ts', import.meta.url), { type: 'module' }),
);

/** The tool of the answers below, by `aboutOf`: answers about another one are not shown as this one's. */
export const AboutContext = createContext<string | undefined>(undefined);

/** The document that the page was about when a question was asked. */
const ABOUT = new WeakMap<object, string | undefined>();

/**
 * The answer to a question about documents, from the page's worker.
 *
 * @param question a new object is a new question, so memoise it. `undefined` asks nothing: for a panel that is not shown.
 * @param isUrgent asks at each key, and shows the answer at once
 */
export function useAnswer<Kind extends QuestionKind>(
  kind: Kind,
  question: QuestionOf<Kind> | undefined,
  isUrgent = false,
) {
  const about = useContext(AboutContext);
  const [last, setLast] = useState<Extract<Outcome<Kind>, { readonly ok: true }>>();
  const [failed, setFailed] = useState<Extract<Outcome<Kind>, { readonly ok: false }>>();
  const asked = useRef<QuestionOf<Kind>>(undefined);
  const asker = useRef<ReturnType<typeof analyst.open<Kind>>>(undefined);
  useEffect(() => {
    asker.current = analyst.open(kind, (outcome) => {
      const show = (): void => (outcome.ok ? setLast(outcome) : setFailed(outcome));
      if (isUrgent) show();
      else startTransition(show);
    });
    // React may set effects up twice: a new asker has not been asked anything.
    asked.current = undefined;
    return asker.current.close;
  }, [kind, isUrgent]);
  useEffect(() => {
    const before = asked.current;
    if (question === undefined || before === question) return undefined;
    const ask = (): void => {
      asked.current = question;
      ABOUT.set(question, about);
      asker.current?.ask(question);
    };
    const isEdit = before !== undefined && ABOUT.get(before) === about && textOf(before) !== textOf(question);
    if (isUrgent || !isEdit) return ask();
    const timer = setTimeout(ask, restFor(textOf(question)));
    return () => clearTimeout(timer);
  }, [question, about, isUrgent]);
  const fits = last !== undefined && (last.question === question || ABOUT.get(last.question) === about);
  return {
    /** With a newer question about the same document it stays until the new answer is there. */
    last: fits ? last : undefined,
    /** True while `last` does not answer the current question. */
    pending: question !== undefined && last?.question !== question && failed?.question !== question,
    failure: failed?.question === question ? failed?.message : undefined,
  };
}

function textOf(question: object): string {
  return 'text' in question && typeof question.text === 'string' ? question.text : '';
}

/** Ms without an edit after which a text is analysed closely: the next key would wait behind slow work. */
function restFor(text: string): number {
  return 150 + text.length / 600;
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
