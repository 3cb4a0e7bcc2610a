import type { Provider } from '@atip/core';
import { type ReactElement, useMemo, useState } from 'react';
import type { Trial } from '../../analysis/calls/answer-call-trials.ts';
import type { Subject } from '../../analysis/subject.ts';
import { Icon } from '../../components/Icon.tsx';
import type { AskedCall } from '../../state/response-text.ts';
import { visibleText } from '../../state/visible-text.ts';
import type { PlainPolicy } from '../../state/working-copy.ts';
import { useAnswer } from '../use-answer.ts';

interface BadCallsProps {
  readonly active: boolean;
  readonly subject: Subject;
  readonly policy: PlainPolicy | undefined;
  readonly provider: Provider;
  /** What the broken ones are made from. */
  readonly call: AskedCall;
  readonly onPut: (call: AskedCall) => void;
}

/** Broken variants of the call, on demand, and the stage that catches each. Nothing of it runs. */
export function BadCalls({ active, subject, policy, provider, call, onPut }: BadCallsProps): ReactElement {
  const [wanted, setWanted] = useState(false);
  const { name, arguments: args } = call;
  const question = useMemo(
    () => ({ subject, provider, call: { name, arguments: args }, ...(policy && { policy }) }),
    [subject, provider, name, args, policy],
  );
  const trials = useAnswer('call-trials', active && wanted ? question : undefined).last?.answer;
  return (
    <section className="calls-stack" aria-label="Bad calls">
      <div className="calls-row">
        <button type="button" className="button button-small" aria-expanded={wanted} onClick={() => setWanted(!wanted)}>
          {wanted ? 'Hide the bad calls' : 'Try bad calls'}
        </button>
        <p className="quiet grow">
          {wanted ? summaryOf(trials) : 'What a model gets wrong, made from this call: which stage catches it?'}
        </p>
      </div>
      {wanted && trials && (
        <table className="calls-table">
          <caption className="visually-hidden">Bad calls and the stage that catches each</caption>
          <thead>
            <tr>
              <th scope="col">Bad call</th>
              <th scope="col">Caught by</th>
              <th scope="col">What it says</th>
              <th scope="col">
                <span className="visually-hidden">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {trials.map((trial) => (
              <TrialRow key={trial.title} trial={trial} onPut={onPut} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function summaryOf(trials: readonly Trial[] | undefined): string {
  if (trials === undefined) return 'Trying…';
  const caught = trials.filter(({ stage }) => stage !== undefined).length;
  return `${caught} of ${trials.length} are caught; of the others nothing but plain values gets through.`;
}

function TrialRow({
  trial,
  onPut,
}: {
  readonly trial: Trial;
  readonly onPut: (call: AskedCall) => void;
}): ReactElement {
  const { title, stage, said, call } = trial;
  return (
    <tr data-caught={stage?.toLowerCase() ?? 'nothing'}>
      <th scope="row">{visibleText(title)}</th>
      <td>
        <span className={stage === undefined ? 'calls-caught' : 'calls-caught calls-caught-ok'}>
          <Icon name={stage === undefined ? 'info' : 'check'} />
          {stage ?? 'nothing'}
        </span>
      </td>
      <td className="calls-wrap">{visibleText(said)}</td>
      <td>
        {call && (
          <button
            type="button"
            className="button button-small"
            aria-label={`Put into the form: ${title}`}
            onClick={() => onPut(call)}
          >
            Put into the form
          </button>
        )}
      </td>
    </tr>
  );
}
