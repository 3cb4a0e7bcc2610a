import type { PolicyDecision } from '@atip/core';
import type { ReactElement } from 'react';
import type { CallStages } from '../../analysis/calls/answer-call-stages.ts';
import { EffectBadges } from '../../components/Badge.tsx';
import { countOf } from '../../state/health.ts';
import type { AskedCall } from '../../state/response-text.ts';
import { visibleArgument, visibleJson, visibleText } from '../../state/visible-text.ts';
import { Argv } from './Argv.tsx';
import { QuotedLines } from './QuotedLines.tsx';
import { SandboxStage } from './SandboxStage.tsx';
import { Reasons, Stage, type StageStatus } from './Stage.tsx';

interface StagesProps {
  readonly stages: CallStages;
  /** Leads to where the policy is written. */
  readonly onPolicy: () => void;
  /** Takes the call over for editing. Absent: it is being edited. */
  readonly onEdit?: (call: AskedCall) => void;
}

/** Every stage of a call, what it said and why. */
export function Stages({ stages, onPolicy, onEdit }: StagesProps): ReactElement {
  const { check } = stages;
  const { call, command, effects = {}, stoppedAt, reasons, policy, argv } = check;
  const said = visibleText(reasons.join(' '));
  return (
    <ol className="calls-stages" aria-label="Stages of the call">
      <Stage name="Parse" status="ok" said={visibleText(call.name)}>
        <pre className="calls-stage-code">{visibleJson(call.arguments)}</pre>
        {onEdit && (
          <button type="button" className="button button-small calls-start" onClick={() => onEdit(call)}>
            Put {visibleText(call.name)} into the form
          </button>
        )}
      </Stage>
      {command ? (
        <Stage name="Map" status="ok" said={command.map(visibleArgument).join(' › ')}>
          <EffectBadges effects={effects} />
        </Stage>
      ) : (
        <Stage name="Map" status="fail" said={said} />
      )}
      <ValidateStage check={check} />
      <PolicyStage decision={policy} onPolicy={onPolicy} />
      {stoppedAt === 'argv' && <Stage name="argv" status="fail" said={said} />}
      {stoppedAt !== 'argv' && !argv && (
        <Stage name="argv" status="skip" said="not built: an earlier stage stopped the call" />
      )}
      {argv && (
        <Stage name="argv" status="ok" said={`${countOf(argv.length, 'element')}, handed to the program one by one`}>
          <Argv argv={argv} />
          {stages.quoted && <QuotedLines lines={stages.quoted} />}
        </Stage>
      )}
      <SandboxStage sandbox={stages.sandbox} />
    </ol>
  );
}

function ValidateStage({ check }: { readonly check: CallStages['check'] }): ReactElement {
  const { stoppedAt, problems, warnings, arguments: args = {} } = check;
  if (stoppedAt === 'command') return <Stage name="Validate" status="skip" said="not reached" />;
  const valid = stoppedAt !== 'arguments';
  const errors = valid ? [] : problems;
  const said = valid ? `${countOf(Object.keys(args).length, 'argument')} accepted` : countOf(errors.length, 'error');
  return (
    <Stage name="Validate" status={valid ? (warnings.length > 0 ? 'warn' : 'ok') : 'fail'} said={said}>
      <Reasons reasons={[...errors, ...warnings].map((problem) => problem.message)} />
    </Stage>
  );
}

const DECISIONS: Readonly<Record<PolicyDecision['decision'], { readonly status: StageStatus; readonly said: string }>> =
  {
    allow: { status: 'ok', said: 'allowed' },
    confirm: { status: 'warn', said: 'a person must confirm' },
    deny: { status: 'fail', said: 'denied' },
  };

interface PolicyStageProps {
  readonly decision: PolicyDecision | undefined;
  readonly onPolicy: () => void;
}

function PolicyStage({ decision, onPolicy }: PolicyStageProps): ReactElement {
  if (decision === undefined) return <Stage name="Policy" status="skip" said="not reached" />;
  const { status, said } = DECISIONS[decision.decision];
  return (
    <Stage
      name="Policy"
      status={status}
      said={
        <>
          {said}
          {decision.rule !== undefined && (
            <span className="quiet">
              {' '}
              by <code>{decision.rule}</code>
            </span>
          )}{' '}
          <button type="button" className="button button-link" onClick={onPolicy}>
            Show the policy in Safety
          </button>
        </>
      }
    >
      <Reasons reasons={decision.violations.map((violation) => violation.message)} />
    </Stage>
  );
}
