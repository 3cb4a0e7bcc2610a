import { type ReactElement, useRef } from 'react';
import { EffectBadges } from '../../components/content.tsx';
import { Icon } from '../../components/Icon.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { countOf } from '../../text/words.ts';
import { Argv } from './Argv.tsx';
import { Approval } from './ConfirmDialog.tsx';
import type { PatternQuestion } from './use-pattern-run.ts';
import { KINDS, VERDICTS } from './verdict.ts';

interface PatternDialogProps {
  readonly question: PatternQuestion;
  readonly onDecide: (approve: boolean) => void;
  readonly onCancel: () => void;
}

/** Every step exactly as it would run, for a person to decide about all of them at once. */
export function PatternDialog({ question, ...does }: PatternDialogProps): ReactElement {
  const list = useRef<HTMLOListElement>(null);
  const { steps, cwd } = question;
  return (
    <Approval
      {...{ question, ...does }}
      title="Run these steps?"
      part="pattern-confirmation"
      ends={list}
      toTheEnd="the steps"
      verb={`Run ${countOf(steps.length, 'step')}`}
    >
      <p className="quiet">
        One after the other, in <span className="mono exact">{visibleText(cwd)}</span>. The first that fails stops the
        rest.
      </p>
      <ol className="stack" ref={list} aria-label="Steps">
        {steps.map(({ number, argv, executable, effects, decision, reasons }) => (
          <li key={number} className="try-card stack" data-step={number} data-verdict={KINDS[decision]}>
            <p className="row">
              <strong>Step {number}</strong>
              <span className="grow quiet mono exact">{visibleText(executable)}</span>
              <span className="row try-word">
                <Icon name={VERDICTS[KINDS[decision]].icon} /> {VERDICTS[KINDS[decision]].word}
              </span>
            </p>
            <Argv argv={argv} label={`Command line of step ${number}`} />
            <EffectBadges effects={effects} />
            {reasons.map((reason) => (
              <p key={reason}>{visibleText(reason)}</p>
            ))}
          </li>
        ))}
      </ol>
    </Approval>
  );
}
