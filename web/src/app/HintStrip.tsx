import type { ReactElement } from 'react';
import type { Tour, TourStep } from './use-tour.ts';

interface HintStripProps {
  readonly tour: Tour;
  /** Of the side that this strip stands on. */
  readonly steps: readonly TourStep[];
  /** Brings the side that a step is about into sight, where one is shown at a time. */
  readonly onStep: (step: TourStep) => void;
  readonly onOpenCalls: () => void;
}

const WORDS: Readonly<Record<TourStep, string>> = {
  1: 'Paste here what a tool prints for --agent. This one is git’s.',
  2: 'Read here what the model is sent. The providers above change it as you look.',
  3: 'Try a call: take a model’s answer apart, argument by argument, before anything runs.',
};

/** One step of the tour, where it acts: above the document or above the result. Never in the way. */
export function HintStrip({ tour, steps, onStep, onOpenCalls }: HintStripProps): ReactElement | null {
  const { step, go, end } = tour;
  if (step === undefined || !steps.includes(step)) return null;
  const show = (next: TourStep): void => {
    go(next);
    onStep(next);
  };
  return (
    <section className="hint" aria-label="Tour" data-part="tour">
      <p className="grow">
        <span className="hint-step">{step} of 3</span> {WORDS[step]}
      </p>
      {step === 3 ? (
        <button
          type="button"
          className="button button-small"
          onClick={() => {
            end();
            onOpenCalls();
          }}
        >
          Open Calls
        </button>
      ) : (
        <button type="button" className="button button-small" onClick={() => show(step === 1 ? 2 : 3)}>
          Next
        </button>
      )}
      <button type="button" className="button button-plain button-small" onClick={end}>
        Skip
      </button>
    </section>
  );
}
