import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { FilterQuestion } from '../../analysis/filter/answer-filter.ts';
import type { ShuffleQuestion } from '../../analysis/filter/answer-filter-shuffle.ts';
import { Icon } from '../../components/Icon.tsx';
import { useAnswer } from '../use-answer.ts';

const RUNS = 200;

/** Cuts the text two hundred times at random and says in numbers what came of it. */
export function ShuffleTest({ question }: { readonly question: FilterQuestion }): ReactElement {
  const [asked, setAsked] = useState<ShuffleQuestion>();
  const seed = useRef(1);
  // A result is about one text and one set of options: with others it is asked for anew.
  useEffect(() => {
    setAsked((before) =>
      before?.text === question.text && before.settings === question.settings ? before : undefined,
    );
  }, [question]);
  const { last, pending, failure } = useAnswer('filter-shuffle', asked);
  const answer = asked !== undefined && last?.question === asked ? last.answer : undefined;
  const isGood = answer !== undefined && answer.same === answer.runs && answer.leaking === 0;
  return (
    <div className="filter-row">
      <button
        type="button"
        className="button"
        aria-disabled={pending}
        onClick={() => {
          if (pending) return;
          setAsked({ ...question, runs: RUNS, seed: seed.current });
          seed.current += RUNS;
        }}
      >
        {pending ? `Shuffling ${RUNS} boundary sets…` : `Shuffle ${RUNS} boundary sets`}
      </button>
      <p role="status" className="filter-verdict" data-good={answer && isGood}>
        {failure}
        {answer && (
          <>
            <Icon name={isGood ? 'check' : 'warning'} />
            {answer.same} of {answer.runs} sets gave the whole text’s result; a piece of a secret left in{' '}
            {answer.leaking}. {answer.boundaries.toLocaleString('en')} boundaries,{' '}
            {answer.insideSecrets.toLocaleString('en')} of them inside a secret.
            {answer.runs < RUNS && ` Time ran out after ${answer.runs}.`}
          </>
        )}
      </p>
    </div>
  );
}
