import { useCallback, useContext } from 'react';
import type { Outcome } from '../worker/analyst.ts';
import type { QuestionKind, QuestionOf } from '../worker/questions.ts';
import { AnalystContext } from './use-answer.ts';

/** Asks the analysis worker once, for something that a person just did. */
export function useAsk<Kind extends QuestionKind>(kind: Kind): (question: QuestionOf<Kind>) => Promise<Outcome<Kind>> {
  const analyst = useContext(AnalystContext);
  return useCallback(
    (question) =>
      new Promise((resolve) => {
        const asker = analyst.open(kind, (outcome) => {
          asker.close();
          resolve(outcome);
        });
        asker.ask(question);
      }),
    [analyst, kind],
  );
}
