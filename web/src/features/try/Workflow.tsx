import { type ReactElement, useId, useMemo, useState } from 'react';
import { EffectBadges, ScrollRegion } from '../../components/content.tsx';
import { Button } from '../../components/controls.tsx';
import { Icon } from '../../components/Icon.tsx';
import { type PanelProps, usePage } from '../../page/page-context.ts';
import { visibleOutput, visibleText } from '../../text/visible-text.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import type { PatternsAnswer, ShownPattern, ShownStep } from './answer-patterns.ts';
import { PatternDialog } from './PatternDialog.tsx';
import { type PatternRun, usePatternRun } from './use-pattern-run.ts';
import { KINDS, VERDICTS } from './verdict.ts';

type Values = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function Workflow({ active, copy, compilation }: PanelProps): ReactElement {
  const { companion } = usePage();
  const { policy } = copy;
  const subject = compilation.result?.source;
  const [values, setValues] = useState<Values>({});
  const question = useMemo(() => subject && { subject, values, ...(policy && { policy }) }, [subject, values, policy]);
  const { last, failure, pending } = useAnswer('patterns', active ? question : undefined);
  const runner = usePatternRun(companion);
  const { run } = runner;
  const answer = last?.answer;
  const fill = (pattern: string, name: string, value: string): void =>
    setValues((before) => ({ ...before, [pattern]: { ...before[pattern], [name]: value } }));
  if (!answer) return <p className="empty">{failure ?? (pending ? 'Reading the document…' : NONE)}</p>;
  return (
    <div className="stack try-call" data-part="workflows" data-pending={pending}>
      {answer.patterns.map((shown) => (
        <Pattern
          key={shown.pattern.name}
          {...{ shown, run }}
          values={values[shown.pattern.name] ?? {}}
          canRun={companion.state.kind === 'connected' && !run?.isUnderway && !pending}
          onFill={(name, value) => fill(shown.pattern.name, name, value)}
          onRun={(from) => runner.start(requestOf(answer, shown, values, from))}
          onCancel={runner.cancel}
        />
      ))}
      {companion.state.kind !== 'connected' && (
        <p className="quiet">Connect this computer to run them. Here they are only looked at.</p>
      )}
      {run?.question && (
        <PatternDialog
          key={run.question.id}
          question={run.question}
          onDecide={runner.decide}
          onCancel={runner.cancel}
        />
      )}
    </div>
  );
}

const NONE = 'This document has no workflows. Its field "patterns" would hold them.';

function requestOf({ tool }: PatternsAnswer, { pattern }: ShownPattern, values: Values, from: number | undefined) {
  const given = Object.entries(values[pattern.name] ?? {}).filter(([, value]) => value !== '');
  return { pattern, tool, values: Object.fromEntries(given), ...(from !== undefined && { from }) };
}

interface PatternProps {
  readonly shown: ShownPattern;
  readonly values: Readonly<Record<string, string>>;
  readonly run: PatternRun | undefined;
  readonly canRun: boolean;
  readonly onFill: (name: string, value: string) => void;
  readonly onRun: (from?: number) => void;
  readonly onCancel: () => void;
}

function Pattern({ shown, values, run, canRun, onFill, onRun, onCancel }: PatternProps): ReactElement {
  const { pattern, steps, decision, problems } = shown;
  const own = run?.request.pattern.name === pattern.name ? run : undefined;
  const isReady = problems.length === 0 && decision !== 'deny';
  return (
    <section className="try-card stack" aria-label={visibleText(pattern.name)} data-pattern={pattern.name}>
      <h3 className="mono wrap">{visibleText(pattern.name)}</h3>
      <p className="quiet wrap">{visibleText(pattern.description)}</p>
      {Object.entries(pattern.variables ?? {}).map(([name, { type, description }]) => (
        <VariableField
          key={name}
          {...{ name, type, description }}
          value={values[name] ?? ''}
          onValue={(value) => onFill(name, value)}
        />
      ))}
      <ol className="stack try-steps" aria-label="Steps">
        {steps.map((step) => (
          <Step key={step.number} step={step} />
        ))}
      </ol>
      <div role="status">
        {problems.map((problem) => (
          <p key={problem} className="quiet wrap">
            {visibleText(problem)}
          </p>
        ))}
        {problems.length === 0 && decision === 'deny' && <p>The policy refuses a step, so no step would run.</p>}
      </div>
      <div className="row">
        <Button look="primary" disabled={!canRun || !isReady} onClick={() => onRun()}>
          Run the steps
        </Button>
        {own?.isUnderway && <Button onClick={onCancel}>Cancel</Button>}
      </div>
      {own && <Ran run={own} canGoOn={canRun && isReady} onGoOn={onRun} />}
    </section>
  );
}

interface VariableFieldProps {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function VariableField({ name, type, description, value, onValue }: VariableFieldProps): ReactElement {
  const id = useId();
  return (
    <div className="try-field">
      <label htmlFor={id} className="mono wrap">
        {visibleText(name)}
      </label>
      <div className="stack">
        <input
          id={id}
          className="field mono"
          value={value}
          aria-describedby={`${id}-description`}
          onChange={({ target }) => onValue(target.value)}
        />
        <span id={`${id}-description`} className="quiet small">
          {visibleText(description)} · {visibleText(type)}
        </span>
      </div>
    </div>
  );
}

function Step({
  step: { number, command, description, effects, decision, reasons },
}: {
  readonly step: ShownStep;
}): ReactElement {
  const kind = decision && KINDS[decision];
  return (
    <li className="stack" data-step={number} data-verdict={kind}>
      <p className="row">
        <span className="grow mono exact">
          {number}. {visibleText(command)}
        </span>
        <span className="row try-word">
          <Icon name={kind ? VERDICTS[kind].icon : 'info'} /> {kind ? VERDICTS[kind].word : 'not known here'}
        </span>
      </p>
      {description !== undefined && <p className="quiet wrap">{visibleText(description)}</p>}
      {effects && <EffectBadges effects={effects} />}
      {reasons.map((reason) => (
        <p key={reason} className="quiet wrap">
          {visibleText(reason)}
        </p>
      ))}
    </li>
  );
}

const STATES = { ran: 'ran', failed: 'failed', refused: 'was refused', 'not-run': 'did not run' } as const;

interface RanProps {
  readonly run: PatternRun;
  readonly canGoOn: boolean;
  readonly onGoOn: (from: number) => void;
}

/** The step that it reached, its output, and how to continue from the failed step. */
function Ran({ run: { step, output, result, problem, isUnderway }, canGoOn, onGoOn }: RanProps): ReactElement {
  const stopped = result?.steps.find(({ state }) => state !== 'ran');
  return (
    <div className="stack" data-part="pattern-run">
      <div role="status">
        {isUnderway && <p>{step === undefined ? 'Starting…' : `Step ${step} runs.`}</p>}
        {problem && (
          <p className="bad wrap">
            {visibleText(problem.title)}: {visibleText(problem.detail)}
          </p>
        )}
        {result?.success && <p>All steps ran.</p>}
        {stopped && <p className="bad">It stopped at step {stopped.number}.</p>}
      </div>
      {output !== '' && (
        <ScrollRegion className="boxed scrolls" label="Output">
          <pre className="mono wrap">{visibleOutput(output)}</pre>
        </ScrollRegion>
      )}
      {stopped && (
        <>
          <ul aria-label="How the steps ended">
            {result?.steps.map(({ number, state, reason }) => (
              <li key={number}>
                Step {number} {STATES[state]}. {visibleText(reason ?? '')}
              </li>
            ))}
          </ul>
          <Button className="start" disabled={!canGoOn} onClick={() => onGoOn(stopped.number)}>
            Go on from step {stopped.number}
          </Button>
        </>
      )}
    </div>
  );
}
